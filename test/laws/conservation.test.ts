import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BudgetTruncate,
  compose,
  HeadTailBuffer,
  Omission,
  TruncationPolicy,
  Utf8CarryTransform,
} from '../../src/index.js';
import { cuttings, goodText, omission, policies, roughBytes } from '../helpers/arbitraries.js';
import { byteLength, decode, lineCount, utf8 } from '../helpers/bytes.js';
import { cut, pieceSizes } from '../helpers/cuts.js';
import { pushAll, run } from '../helpers/run.js';
import { implementations, readAll, sourceOf } from '../helpers/streams.js';
import { markerOf } from '../helpers/truncation-law.js';
import { settle } from '../helpers/turns.js';

test('BudgetTruncate counts an Omission, and cuts where it stands', () => {
  fc.assert(
    fc.property(goodText, omission, goodText, policies, cuttings, (before, gap, after, policy, options) => {
      fc.pre(gap.bytes > 0);
      const stream = new BudgetTruncate(policy, options);
      const text = run(stream, [before, gap, after]).join('');
      const { head, tail, ...report } = stream.report;
      const [kept, total] = [byteLength(head + tail), byteLength(before + after) + gap.bytes];
      expect(report).toMatchObject({ truncated: true, totalBytes: total, keptBytes: kept, omittedBytes: total - kept });
      expect([stream.totalBytes, stream.omittedBytes]).toEqual([total, total - kept]);
      expect([before.startsWith(head), after.endsWith(tail)]).toEqual([true, true]);
      expect(byteLength(text)).toBeLessThanOrEqual(policy.byteBudget());
      const reserved = byteLength(markerOf(policy, total));
      if (reserved > policy.byteBudget()) {
        expect([text, tail]).toEqual([head, '']);
        return;
      }
      const body = head + markerOf(policy, total - kept) + tail;
      expect(text.endsWith(body)).toBe(true);
      const heading = text.slice(0, text.length - body.length);
      expect(['', `Total output lines: ${report.totalLines}\n\n`]).toContain(heading);
      // What one side lacks is for the other, so only whole scalar values that do not fit are missing.
      const unused = policy.byteBudget() - reserved - byteLength(heading) - kept;
      if (unused > 6) expect([head, tail]).toEqual([before, after]);
    }),
  );
});

test('BudgetTruncate counts the lines of an Omission', () => {
  const stream = new BudgetTruncate(TruncationPolicy.bytes(100), { heading: true });
  const chunks = ['one\n', new Omission({ bytes: 500, lines: 40, scalars: 500 }), 'last\n'];
  expect(run(stream, chunks)).toEqual(['Total output lines: 42\n\none\n…500 bytes truncated…last\n']);
  expect(stream.report.totalLines).toBe(42);
});

test('BudgetTruncate takes the last line for open where an Omission ends the text', () => {
  const stream = new BudgetTruncate(TruncationPolicy.bytes(100));
  run(stream, ['one\n', new Omission({ bytes: 5, lines: 0, scalars: 5 })]);
  expect(stream.report.totalLines).toBe(2);
});

test('BudgetTruncate takes an Omission of nothing for nothing', () => {
  const stream = new BudgetTruncate(TruncationPolicy.bytes(10));
  expect(run(stream, ['a', new Omission({ bytes: 0, lines: 0, scalars: 0 }), 'b'])).toEqual(['ab']);
  expect(stream.report.truncated).toBe(false);
});

test('HeadTailBuffer and BudgetTruncate end what is pending where an Omission stands', () => {
  const chunks = ['a\ud83d', new Omission({ bytes: 5, lines: 0, scalars: 5 }), '\ude00b'];
  const buffer = new HeadTailBuffer({ maxBytes: 20 });
  run(buffer, chunks);
  const { head, tail } = buffer.snapshot();
  expect([decode(head), decode(tail)]).toEqual(['a\ufffd', '\ufffdb']);
  const stream = new BudgetTruncate(TruncationPolicy.bytes(60));
  run(stream, chunks);
  expect([stream.report.head, stream.report.tail]).toEqual(['a\ufffd', '\ufffdb']);
});

/** A buffer that tells what it drops, and a truncation that counts it. */
function stages(maxBytes: number, policy: TruncationPolicy) {
  const carry = new Utf8CarryTransform();
  const buffer = new HeadTailBuffer({ maxBytes, marker: 'chunk' });
  const render = new BudgetTruncate(policy);
  return { carry, buffer, render, whole: compose(carry, buffer, render) };
}

test('Omission: what HeadTailBuffer drops is counted by BudgetTruncate behind it', () => {
  fc.assert(
    fc.property(goodText, pieceSizes, fc.nat(120), policies, (text, sizes, maxBytes, policy) => {
      const { buffer, render, whole } = stages(maxBytes, policy);
      const out = run(whole, cut(utf8(text), sizes)).join('');
      const { head, tail, truncated, totalBytes, keptBytes, omittedBytes, totalLines } = render.report;
      expect([totalBytes, keptBytes + omittedBytes]).toEqual([byteLength(text), byteLength(text)]);
      expect([byteLength(head + tail), render.totalBytes]).toEqual([keptBytes, byteLength(text)]);
      expect(byteLength(out)).toBeLessThanOrEqual(policy.byteBudget());
      if (truncated) expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
      else expect(out).toBe(text);
      // Whether the last line has ended is not told where nothing is kept behind the gap.
      if (buffer.omittedBytes === 0 || buffer.snapshot().tail.length > 0) expect(totalLines).toBe(lineCount(text));
    }),
  );
});

test('Omission: every byte of the source is in one place of a pipeline at every moment', () => {
  fc.assert(
    fc.property(roughBytes, pieceSizes, fc.nat(60), policies, (input, sizes, maxBytes, policy) => {
      const { carry, buffer, render, whole } = stages(maxBytes, policy);
      let came = 0;
      for (const chunk of cut(input, sizes)) {
        pushAll(whole, [chunk]);
        came += chunk.length;
        expect(carry.pendingBytes + buffer.totalBytes).toBe(came);
        expect(buffer.retainedBytes + buffer.omittedBytes + buffer.pendingBytes).toBe(buffer.totalBytes);
        // The head has gone on; all else is still held, or dropped, by the buffer.
        expect(render.totalBytes).toBeLessThanOrEqual(buffer.retainedBytes);
      }
      whole.flush();
      expect([carry.pendingBytes, buffer.totalBytes, render.totalBytes]).toEqual([0, input.length, input.length]);
    }),
  );
});

test('Omission: several gaps, through several stages, are added up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(goodText, omission), { maxLength: 6 }),
      fc.nat(60),
      policies,
      (parts, maxBytes, policy) => {
        const { buffer, render } = stages(maxBytes, policy);
        const second = new HeadTailBuffer({ maxBytes: 20, marker: 'chunk' });
        run(compose(new Utf8CarryTransform<string | Omission>(), buffer, second, render), parts);
        const total = parts.reduce<number>(
          (sum, part) => sum + (part instanceof Omission ? part.bytes : byteLength(part)),
          0,
        );
        expect([buffer.totalBytes, second.totalBytes, render.totalBytes]).toEqual([total, total, total]);
        expect(render.report.keptBytes + render.report.omittedBytes).toBe(total);
      },
    ),
  );
});

for (const streams of implementations) {
  const pipe = (end: Parameters<typeof sourceOf>[2]) => {
    const text = 'a line of output\n'.repeat(20);
    const { buffer, render } = stages(50, TruncationPolicy.bytes(60));
    const source = sourceOf(streams, cut(utf8(text), [7]), end).readable;
    const output = source.pipeThrough(streams.pair(buffer)).pipeThrough(streams.pair(render));
    return { text, buffer, render, output };
  };

  test(`Omission travels through two stages of ${streams.name}`, async () => {
    const { text, render, output } = pipe('close');
    const [out] = (await readAll(output)) as [string];
    expect(out).toBe(
      render.report.head + markerOf(TruncationPolicy.bytes(60), render.report.omittedBytes) + render.report.tail,
    );
    expect(render.report).toMatchObject({ totalBytes: byteLength(text), totalLines: 20 });
  });

  test(`HeadTailBuffer has counted all that came when ${streams.name} fail or are cancelled`, async () => {
    const failure = new Error('source');
    const failed = pipe({ error: failure });
    await expect(readAll(failed.output)).rejects.toBe(failure);
    const cancelled = pipe('idle');
    const reader = cancelled.output.getReader();
    const reading = reader.read();
    await settle();
    await reader.cancel();
    expect(await reading).toEqual({ done: true, value: undefined });
    for (const { text, buffer } of [failed, cancelled]) {
      const { head, tail, omittedBytes } = buffer.snapshot();
      expect([buffer.totalBytes, head.length + omittedBytes + tail.length]).toEqual([text.length, text.length]);
      expect([text.startsWith(decode(head)), text.endsWith(decode(tail))]).toEqual([true, true]);
    }
  });
}
