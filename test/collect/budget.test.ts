import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CollectOptions, Collector, collect, TruncationPolicy, truncate } from '../../src/index.js';
import { byteLength, streamOf, utf8 } from './helpers/sources.js';

const LONG = Array.from({ length: 100 }, (_, n) => `line ${n} é\n`).join('');

test('collect gives all of the text when nothing limits it', async () => {
  for (const options of [{}, { maxOutputTokens: null }, { policy: TruncationPolicy.bytes(byteLength(LONG)) }]) {
    const { text, originalTokenCount, omittedBytes, totalLines, report } = await collect(LONG, options);
    expect({ text, originalTokenCount, omittedBytes, totalLines }).toEqual({
      text: LONG,
      originalTokenCount: null,
      omittedBytes: 0,
      totalLines: 100,
    });
    expect(report).toMatchObject({
      truncated: false,
      head: LONG,
      tail: '',
      omittedBytes: 0,
      totalBytes: byteLength(LONG),
    });
  }
});

test('collect cuts to maxOutputTokens, with a heading, and tells the tokens of the whole', async () => {
  const { text, originalTokenCount, totalBytes, omittedBytes } = await collect(LONG, { maxOutputTokens: 40 });
  expect(byteLength(text)).toBeLessThanOrEqual(160);
  expect(text).toMatch(/^Total output lines: 100\n\nline 0 é\n.*…\d+ tokens truncated….*line 99 é\n$/s);
  expect(originalTokenCount).toBe(Math.ceil(byteLength(LONG) / 4));
  expect(totalBytes).toBe(byteLength(LONG));
  expect(omittedBytes).toBeGreaterThan(totalBytes - 160);
});

test('collect takes a limit below 0 for 0', async () => {
  expect(await collect('text', { maxOutputTokens: -5 })).toMatchObject({
    text: '',
    totalBytes: 4,
    omittedBytes: 4,
    originalTokenCount: 1,
  });
});

test('collect cuts and reports as truncate does with the whole, however it comes', async () => {
  const inputs = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }).map(utf8),
    fc.uint8Array({ maxLength: 120 }),
    fc.constant(utf8(LONG)),
  );
  const policies = fc.oneof(fc.nat(150).map(TruncationPolicy.bytes), fc.nat(50).map(TruncationPolicy.tokens));
  const options = fc.record(
    { heading: fc.boolean(), headShare: fc.constantFrom(0, 0.3, 0.5, 1) },
    { requiredKeys: [] },
  );
  const check = fc.asyncProperty(inputs, policies, options, fc.array(fc.nat(50)), async (input, policy, how, cuts) => {
    const whole = truncate(input, policy, { heading: true, wholeSequences: true, ...how });
    const chunks: Uint8Array[] = [];
    let at = 0;
    for (const length of [...cuts, input.length]) {
      chunks.push(input.slice(at, at + length));
      at += length;
    }
    const window: CollectOptions = { policy, truncate: how };
    const collector = new Collector();
    for (const chunk of chunks) collector.write(chunk);
    collector.close();
    for (const result of [await collect(streamOf(chunks), window), await collector.collect(window)]) {
      expect({ text: result.text, report: result.report }).toEqual(whole);
      expect(result).toMatchObject({ totalBytes: input.length, totalLines: whole.report.totalLines, pendingBytes: 0 });
      expect(result.originalTokenCount).toBe(whole.report.truncated ? whole.report.totalTokens : null);
      if (byteLength(new TextDecoder().decode(input)) === input.length)
        expect(result.omittedBytes).toBe(whole.report.omittedBytes);
    }
  });
  await fc.assert(check, { numRuns: 150 });
});

test('Collector cuts each window by its own policy', async () => {
  const collector = new Collector();
  const sizes = [];
  for (const limit of [30, 0, 1000, 50]) {
    collector.write(LONG);
    const { text } = await collector.collect({
      yieldTimeMs: 0,
      policy: TruncationPolicy.bytes(limit),
      truncate: { heading: false },
    });
    expect(byteLength(text)).toBeLessThanOrEqual(limit);
    sizes.push(text.length);
  }
  expect(sizes[1]).toBe(0);
  expect(sizes[2]).toBeGreaterThan(900);
});

test('collect counts bytes of the source where they are ill-formed, and bytes of the text in its report', async () => {
  const { text, totalBytes, omittedBytes, report } = await collect(Uint8Array.of(0x61, 0xff, 0xc0, 0xe2, 0x82));
  expect({ text, totalBytes, omittedBytes }).toEqual({ text: 'a\uFFFD\uFFFD\uFFFD', totalBytes: 5, omittedBytes: 0 });
  expect(report).toMatchObject({ totalBytes: 10, keptBytes: 10 });
});
