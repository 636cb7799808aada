/** Where the time goes in what stands closest to its target. */
import { crowdOf, windowOf } from '../lib/crowd.mjs';
import { composed } from '../lib/pipelines.mjs';
import { hottest } from '../lib/profile.mjs';
import { freshStream, read, streamOf, TOKENS } from '../lib/streams.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { chunksOf, KiB, linesOf, MiB, textOf } from '../lib/texts.mjs';
import { Collector, collect, encodeJsonLine } from '../millrace.mjs';

const ROUNDS = 30;
const small = chunksOf(textOf('mixed', 20_000 * KiB), KiB);
const large = chunksOf(textOf('ascii', 500 * 64 * KiB), 64 * KiB);
const mixed = (mib) => freshStream(linesOf('mixed', 64 * KiB), (isShort ? 1 : mib) * MiB);
const chunk = textOf('ascii', KiB);
const log = new TextDecoder().decode(textOf('ascii', 5000));
const events = Array.from({ length: 1000 }, (_, seq) => ({ seq, op: 'exec', ok: true, stdout: log + seq, stderr: '' }));

/** Each run so many times, if not as often as the others. */
const CASES = {
  'mixed text in chunks of 1 KiB, carry, buffer and truncate in one TransformStream': () =>
    read(streamOf(small).pipeThrough(composed())),
  'ASCII text in chunks of 64 KiB, collect': () => collect(streamOf(large), { maxOutputTokens: TOKENS }),
  '100 MiB of mixed text as in a whole process, read to keep nothing (floor)': [3, () => read(mixed(100))],
  'the same, collect': [3, () => collect(mixed(100), { maxOutputTokens: TOKENS })],
  'the same, carry, buffer and truncate in one': [3, () => read(mixed(100).pipeThrough(composed()))],
  '1 GiB of mixed text as in a whole process, collect': [1, () => collect(mixed(1024), { maxOutputTokens: TOKENS })],
  'windows that take what is there, over a stream that always has more': [
    10,
    async () => {
      const stream = new ReadableStream({ pull: (controller) => controller.enqueue(chunk.slice()) });
      const collector = new Collector(stream);
      for (let i = 0; i < 500; i++) await collector.collect({ yieldTimeMs: 0, maxOutputTokens: 1000 });
      await collector.detach().cancel();
    },
  ],
  '1000 collectors at once, four windows of 250 ms each': [
    4,
    async () => {
      const { producers, stop } = crowdOf(isShort ? 10 : 1000);
      for (let i = 0; i < 4; i++) await Promise.all(producers.map(windowOf));
      stop();
    },
  ],
  'encodeJsonLine, 5 kB of log text in each event': () => {
    for (const event of events) encodeJsonLine(event);
  },
  'JSON.stringify of the same': () => {
    for (const event of events) JSON.stringify(event);
  },
};

const suite = new Suite('Where the time goes');
for (const [title, each] of Object.entries(CASES)) {
  const [rounds, run] = Array.isArray(each) ? each : [ROUNDS, each];
  const rows = await hottest(run, { rounds: isShort ? 1 : rounds });
  suite.table({ title, columns: [{ key: 'share', label: '% of the time', digits: 1 }], rows });
}
suite.done();
