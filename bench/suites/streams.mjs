/** The transforms as streams, beside the platform's own: what a chunk costs. */
import { interleaved, timed } from '../lib/measure.mjs';
import { composed, stages } from '../lib/pipelines.mjs';
import { piped, read, streamOf, TOKENS } from '../lib/streams.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { chunksOf, KiB, TEXT_KINDS, textOf } from '../lib/texts.mjs';
import { collect } from '../millrace.mjs';

const CHUNK_BYTES = [64, KiB, 64 * KiB];
const IDENTITY = 'one identity TransformStream';
const THREE_IDENTITIES = 'three identity TransformStreams';
const DECODER = 'TextDecoderStream';
const COMPOSED = 'carry, buffer and truncate in one';
const PIPED = 'carry, buffer and truncate piped';

const CONTENDERS = {
  'read loop': read,
  [IDENTITY]: (stream) => read(stream.pipeThrough(new TransformStream())),
  [THREE_IDENTITIES]: (stream) =>
    read(
      piped(
        stream,
        [1, 2, 3].map(() => new TransformStream()),
      ),
    ),
  [DECODER]: (stream) => read(stream.pipeThrough(new TextDecoderStream())),
  [COMPOSED]: (stream) => read(stream.pipeThrough(composed())),
  [PIPED]: (stream) => read(piped(stream, stages())),
  collect: (stream) => collect(stream, { maxOutputTokens: TOKENS }),
};

const suite = new Suite('Streams, chunk by chunk');
const columns = [
  { key: 'usPerChunk', label: 'us a chunk' },
  { key: 'gbPerSecond', label: 'GB/s' },
  { key: 'ofIdentity', label: 'x identity' },
  { key: 'ofDecoder', label: 'x decoder' },
];
for (const kind of TEXT_KINDS) {
  for (const size of CHUNK_BYTES) {
    const count = (size < 64 * KiB ? 20_000 : 500) * (isShort ? 0.05 : 1);
    const chunks = chunksOf(textOf(kind, count * size), size);
    const runs = Object.entries(CONTENDERS).map(([name, run]) => [name, () => timed(() => run(streamOf(chunks)))]);
    const ms = await interleaved(Object.fromEntries(runs), isShort ? { rounds: 2, warmUps: 1 } : { rounds: 9 });
    const rows = Object.keys(CONTENDERS).map((name) => ({
      name,
      usPerChunk: (ms[name] * 1000) / count,
      gbPerSecond: (count * size) / ms[name] / 1e6,
      ofIdentity: ms[IDENTITY] / ms[name],
      ofDecoder: ms[DECODER] / ms[name],
    }));
    const plot = kind === 'ascii' ? { file: 'streams', column: 'usPerChunk', series: `${size} bytes` } : undefined;
    suite.table({ title: `${kind} text, streamed in chunks of ${size} bytes`, columns, rows, plot });
    judge(`${kind}, ${size} bytes`, size, ms);
  }
}

function judge(where, size, ms) {
  if (size === 64 * KiB) {
    const what = `${where}: ${COMPOSED} / ${DECODER}, speed`;
    suite.target({ row: 3, what, measured: ms[DECODER] / ms[COMPOSED], bound: 'least', goal: 3.5 });
    return;
  }
  const what = `${where}: ${COMPOSED} / ${IDENTITY}, speed`;
  suite.target({ row: 3, what, measured: ms[IDENTITY] / ms[COMPOSED], bound: 'least', goal: 0.95 });
  const pipes = `${where}: ${PIPED} / ${THREE_IDENTITIES}, time`;
  suite.target({ row: 4, what: pipes, measured: ms[PIPED] / ms[THREE_IDENTITIES], bound: 'most', goal: 1.1 });
}
suite.done();
