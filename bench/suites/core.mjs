/** The synchronous cores, pushed to by hand. */
import { BUFFER, COPY, CORE, DECODER, measurePushes } from '../lib/pushes.mjs';
import { Suite } from '../lib/suite.mjs';
import { KiB } from '../lib/texts.mjs';

const CHUNK_BYTES = [64, KiB, 64 * KiB];
const KINDS = ['ascii', 'mixed', 'latin'];

const suite = new Suite('The synchronous core');
for (const kind of KINDS) {
  for (const size of CHUNK_BYTES) {
    const isLarge = size === 64 * KiB;
    const plot = isLarge && kind !== 'latin' ? { file: 'core', column: 'gbPerSecond', series: kind } : undefined;
    const ms = await measurePushes(suite, { kind, size, plot });
    if (!isLarge) continue;
    const what = `${kind}: ${BUFFER} / ${COPY}, speed at 64 KiB`;
    suite.target({ row: 6, what, measured: ms[COPY] / ms[BUFFER], bound: 'least', goal: 0.7 });
    if (kind !== 'mixed') continue;
    const decoders = `mixed: ${CORE} / ${DECODER}, speed at 64 KiB`;
    suite.target({ row: 5, what: decoders, measured: ms[DECODER] / ms[CORE], bound: 'least', goal: 9 });
    const copies = `mixed: ${CORE} / ${COPY}, time at 64 KiB`;
    suite.target({ row: 5, what: copies, measured: ms[CORE] / ms[COPY], bound: 'most', goal: 5 });
  }
}
suite.done();
