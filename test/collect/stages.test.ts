import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AnsiStrip,
  CarriageReturnCollapse,
  Collector,
  collect,
  KeepLines,
  LineCap,
  Omission,
  Redact,
  type Stage,
  TruncationPolicy,
} from '../../src/index.js';
import { byteLength, concat, decode, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { Probe } from '../helpers/probe.js';

const secret = 's3cr🔑t';
const mask = () => new Redact({ secrets: [secret], mask: '#' });
const through = () => [new AnsiStrip(), new CarriageReturnCollapse(), new LineCap({ maxLineBytes: 60 })];
const pieces = fc.constantFrom(
  secret,
  's3',
  'cr',
  '🔑t',
  'é',
  'line\n',
  '\x1b[31m',
  '\x1b[',
  '50%\r',
  '\r\n',
  '\b',
  'x'.repeat(70),
);
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

test('collect masks before all else sees a chunk: no piece of a cut secret is in text, hook or spill', async () => {
  await fc.assert(
    fc.asyncProperty(texts, pieceSizes, fc.nat(120), async (text, sizes, limit) => {
      const shown: string[] = [];
      const spilled: Uint8Array[] = [];
      const result = await collect(cut(utf8(text), sizes), {
        mask,
        through,
        onChunk: (chunk) => void shown.push(typeof chunk === 'string' ? chunk : decode(chunk)),
        spill: { write: (chunk) => void spilled.push(chunk) },
        policy: TruncationPolicy.bytes(limit),
      });
      const masked = text.replace(new RegExp(`(?:${secret})+`, 'gu'), '#');
      expect(shown.join('')).toBe(masked);
      expect(decode(concat(...spilled))).toBe(masked);
      expect(result.totalBytes).toBe(byteLength(text));
      expect(result.pendingBytes).toBe(0);
      expect(byteLength(result.text)).toBeLessThanOrEqual(limit);
    }),
  );
});

test('collect gives the text of its stages, with every byte that they left out counted', async () => {
  await fc.assert(
    fc.asyncProperty(texts, pieceSizes, async (text, sizes) => {
      const stages = [mask(), ...through()];
      const expected = stages.reduce((input, stage) => [...stage.push(input), ...stage.flush()].join(''), text);
      const result = await collect(cut(text, sizes), { mask, through });
      expect(result.text).toBe(expected);
      const omitted = stages.reduce((sum, stage) => sum + stage.omittedBytes, 0);
      expect([result.omittedBytes, result.totalBytes, result.pendingBytes]).toEqual([omitted, byteLength(text), 0]);
    }),
  );
});

test('Collector holds what may be a secret at the end of a window for the next one, and counts it as pending', async () => {
  await fc.assert(
    fc.asyncProperty(texts, pieceSizes, async (text, sizes) => {
      const collector = new Collector(undefined, { mask });
      let all = '';
      let carried = 0;
      for (const chunk of cut(utf8(text), sizes)) {
        collector.write(chunk);
        const {
          text: window,
          totalBytes,
          omittedBytes,
          pendingBytes,
          closed,
        } = await collector.collect({ yieldTimeMs: 0 });
        expect(closed).toBe(false);
        expect(totalBytes).toBe(carried + chunk.length);
        expect(byteLength(window.replaceAll('#', '')) + omittedBytes + pendingBytes).toBe(totalBytes);
        carried = pendingBytes;
        all += window;
      }
      collector.close();
      const last = await collector.collect();
      expect([last.pendingBytes, last.totalBytes, last.closed]).toEqual([0, carried, true]);
      expect(all + last.text).toBe(text.replace(new RegExp(`(?:${secret})+`, 'gu'), '#'));
    }),
    { numRuns: 50 },
  );
});

test('collect makes stages for each label, and tells them which', async () => {
  const labels: unknown[] = [];
  const made = (label?: string) => {
    labels.push(label);
    return new Redact({ secrets: ['ab'], mask: `<${label}>` });
  };
  const { text, sources } = await collect({ out: ['a', 'b\n'], err: ['b\n', 'xa'] }, { mask: made });
  // Tried once for its checks.
  expect(labels).toEqual([undefined, 'out', 'err']);
  expect(text.split('\n').sort()).toEqual(['<out>', 'b', 'xa']);
  expect(sources?.out).toMatchObject({ text: '<out>\n', totalBytes: 3, omittedBytes: 2 });
  expect(sources?.err).toMatchObject({ text: 'b\nxa', totalBytes: 4, omittedBytes: 0 });
});

test('collect counts what a stage gives as an Omission once, and an Omission that comes in once', async () => {
  const gap = new Omission({ bytes: 10, lines: 1, scalars: 10 });
  const stages = () => [new AnsiStrip(), new KeepLines({ pattern: /x/ }), new Redact({ secrets: ['x'], mask: '##' })];
  const { text, omittedBytes, totalBytes, totalLines } = await collect(['x\nno\n', gap, 'no\n\x1b[m', 'x\n'], {
    through: stages,
    policy: TruncationPolicy.bytes(100),
    truncate: { heading: false },
  });
  expect(text).toBe('##\n…16 bytes truncated…##\n');
  expect([totalBytes, omittedBytes, totalLines]).toEqual([23, 21, 5]);
});

test('collect takes stages of the caller: bytes, halves of scalar values, no counts, none at all', async () => {
  const halves = (): Stage =>
    new Probe((chunk) => [...(chunk as Uint8Array)].map((byte) => Uint8Array.of(byte))) as Stage;
  const end = (): Stage =>
    new Probe(
      (chunk) => [chunk],
      () => ['end'],
    ) as Stage;
  const { text, totalBytes } = await collect(['é🔑', 'x'], { mask: halves, through: () => [halves(), end()] });
  expect([text, totalBytes]).toEqual(['é🔑xend', 7]);
  expect((await collect('a', { through: () => [] })).text).toBe('a');
});

test('Collector makes its stages anew for what comes behind the end', async () => {
  const collector = new Collector(undefined, { mask });
  collector.write('s3');
  collector.close();
  expect((await collector.collect()).text).toBe('s3');
  collector.write(`${secret}!`);
  expect(await collector.collect()).toMatchObject({ text: '#!', totalBytes: 10, omittedBytes: 9, closed: true });
});

test('Collector counts a window again that a style broke', async () => {
  const collector = new Collector(undefined, { mask, through });
  collector.write(`${secret}\r${'x'.repeat(200)}\ns3`);
  const broken = { marker: () => 7 as never, heading: () => '', pays: 'all', tight: 'head' } as const;
  const policy = TruncationPolicy.bytes(50);
  await expect(collector.collect({ yieldTimeMs: 0, policy, truncate: { style: broken } })).rejects.toThrow(TypeError);
  const { totalBytes, pendingBytes } = await collector.collect({ yieldTimeMs: 0, policy });
  expect([totalBytes, pendingBytes]).toEqual([9 + 1 + 201 + 2, 2]);
});

test('collect refuses what makes no stage, before it touches the source', async () => {
  const source = new ReadableStream();
  const wrong: [object, string][] = [
    [{ mask: new Redact({}) }, 'Cannot collect: mask must be a function, got a Redact'],
    [{ mask: () => undefined }, 'Cannot collect: mask must make what has push() and flush(), got undefined'],
    [{ through: () => new AnsiStrip() }, 'Cannot collect: through must make an array, got a AnsiStrip'],
    [{ through: () => [{ push: 1 }] }, 'Cannot collect: through must make what has push() and flush(), got an object'],
  ];
  for (const [options, message] of wrong) {
    await expect(collect(source, options)).rejects.toThrow(message);
    expect(source.locked).toBe(false);
  }
});
