/** Where the time goes in what stands closest to its target. */
import { composed } from '../lib/pipelines.mjs';
import { hottest } from '../lib/profile.mjs';
import { read, streamOf, TOKENS } from '../lib/streams.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { chunksOf, KiB, textOf } from '../lib/texts.mjs';
import { collect, encodeJsonLine } from '../millrace.mjs';

const small = chunksOf(textOf('mixed', 20_000 * KiB), KiB);
const large = chunksOf(textOf('ascii', 500 * 64 * KiB), 64 * KiB);
const log = new TextDecoder().decode(textOf('ascii', 5000));
const events = Array.from({ length: 1000 }, (_, seq) => ({ seq, op: 'exec', ok: true, stdout: log + seq, stderr: '' }));

const CASES = {
  'mixed text in chunks of 1 KiB, carry, buffer and truncate in one TransformStream': () =>
    read(streamOf(small).pipeThrough(composed())),
  'ASCII text in chunks of 64 KiB, collect': () => collect(streamOf(large), { maxOutputTokens: TOKENS }),
  'encodeJsonLine, 5 kB of log text in each event': () => {
    for (const event of events) encodeJsonLine(event);
  },
  'JSON.stringify of the same': () => {
    for (const event of events) JSON.stringify(event);
  },
};

const suite = new Suite('Where the time goes');
for (const [title, run] of Object.entries(CASES)) {
  const rows = await hottest(run, { rounds: isShort ? 1 : 30 });
  suite.table({ title, columns: [{ key: 'share', label: '% of the time', digits: 1 }], rows });
}
suite.done();
