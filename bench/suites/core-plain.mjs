/** The synchronous cores in plain JavaScript, as on a platform that lets no module of WebAssembly be made of bytes. */
import { CORE, DECODER, measurePushes } from '../lib/pushes.mjs';
import { Suite } from '../lib/suite.mjs';
import { KiB, TEXT_KINDS } from '../lib/texts.mjs';

// Cores look for it when they first scan.
delete globalThis.WebAssembly;

const suite = new Suite('The synchronous core without WebAssembly');
for (const kind of TEXT_KINDS) {
  const ms = await measurePushes(suite, { kind, size: 64 * KiB, where: ', without WebAssembly' });
  if (kind !== 'mixed') continue;
  const what = `mixed, without WebAssembly: ${CORE} / ${DECODER}, speed at 64 KiB`;
  suite.target({ row: 5, what, measured: ms[DECODER] / ms[CORE], bound: 'least', goal: 2.3 });
}
suite.done();
