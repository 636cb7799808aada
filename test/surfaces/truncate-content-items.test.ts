import fc from 'fast-check';
import { approxTokenCount, type ContentItem, TruncationPolicy, truncateContentItems } from 'millrace';
import { expect, test } from 'vitest';
import { byteLength } from '../helpers/bytes.js';

const text = (value: string) => ({ type: 'input_text' as const, text: value });
const image = (image_url: string, detail?: 'auto' | 'low' | 'high' | 'original') => ({
  type: 'input_image' as const,
  image_url,
  ...(detail && { detail }),
});
const audio = (audio_url: string) => ({ type: 'input_audio' as const, audio_url });
const encrypted = (encrypted_content: string) => ({ type: 'encrypted_content' as const, encrypted_content });

const { bytes, tokens } = TruncationPolicy;
const texts = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '漢', '😀', '\ud83d'), maxLength: 60 });
const item: fc.Arbitrary<ContentItem> = fc.oneof(
  { weight: 3, arbitrary: texts.map(text) },
  fc.tuple(fc.webUrl(), fc.constantFrom('auto', 'low', 'high', 'original', undefined)).map((args) => image(...args)),
  fc.string({ maxLength: 40 }).map(audio),
  fc.string({ maxLength: 9 }).map(encrypted),
);
const items = fc.array(item, { maxLength: 9 });
const policy = fc
  .tuple(fc.constantFrom(bytes, tokens), fc.nat(120))
  .map(([of, limit]) => of.call(TruncationPolicy, limit));
const modalities = fc.record({ image: fc.boolean(), audio: fc.boolean(), encrypted: fc.boolean() });

const KINDS = {
  input_text: 'text',
  input_image: 'image',
  input_audio: 'audio',
  encrypted_content: 'encrypted',
} as const;
const isNote = (one: ContentItem) => one.type === 'input_text' && /^\[omitted \d+ \w+ items \.\.\.\]$/.test(one.text);
const isMedia = ({ type }: ContentItem) => type === 'input_image' || type === 'encrypted_content';

function cost(shown: readonly ContentItem[], { mode }: TruncationPolicy): number {
  let sum = 0;
  for (const one of shown) {
    if (one.type === 'input_text') sum += mode === 'bytes' ? byteLength(one.text) : approxTokenCount(one.text);
    if (one.type === 'input_audio') sum += approxTokenCount(one.audio_url) * (mode === 'bytes' ? 4 : 1);
  }
  return sum;
}

test('truncateContentItems stays within the budget, notes included, and counts each item that is not there', () => {
  fc.assert(
    fc.property(items, policy, modalities, (given, limit, allowed) => {
      const { items: shown, report } = truncateContentItems(given, limit, { modalities: allowed });
      expect(cost(shown, limit)).toBeLessThanOrEqual(limit.limit);
      const content = shown.filter((one) => !isNote(one));
      for (const [type, kind] of Object.entries(KINDS)) {
        const came = given.filter((one) => one.type === type && !(one.type === 'input_text' && one.text === ''));
        const left = content.filter((one) => one.type === type);
        expect(report.omittedItems[kind], kind).toBe(came.length - left.length);
      }
      const omittedCount = Object.values(report.omittedItems).reduce((sum, count) => sum + count, 0);
      const notes = shown.slice(content.length);
      expect(notes.every(isNote)).toBe(true);
      if (notes.length > 0) {
        expect(notes).toEqual(
          Object.entries(report.omittedItems).flatMap(([kind, n]) =>
            n ? [text(`[omitted ${n} ${kind} items ...]`)] : [],
          ),
        );
      } else if (omittedCount > 0) {
        // Only where notes of all would not fit.
        const worst = given.filter((one) => one.type === 'input_text' || one.type === 'input_audio').length;
        const refused = given.filter((one) => isMedia(one) && !allowed[KINDS[one.type as 'input_image']]).length;
        expect(limit.byteBudget()).toBeLessThan(4 * 32 + 4 * String(worst + refused).length);
      }
    }),
    { numRuns: 2000 },
  );
});

test('truncateContentItems keeps allowed images and encrypted items, in order, whatever the budget', () => {
  fc.assert(
    fc.property(items, policy, (given, limit) => {
      const { items: shown } = truncateContentItems(given, limit);
      const media = given.filter(isMedia).map((one) => (one.type === 'input_image' ? one.image_url : one));
      expect(shown.filter(isMedia).map((one) => (one.type === 'input_image' ? one.image_url : one))).toEqual(media);
    }),
  );
});

test('truncateContentItems gives texts whole, then one cut, then none', () => {
  fc.assert(
    fc.property(items, policy, (given, limit) => {
      const { items: shown, report } = truncateContentItems(given, limit);
      const before = given.flatMap((one) =>
        one.type === 'input_text' && one.text !== '' ? [one.text.toWellFormed()] : [],
      );
      const after = shown.flatMap((one) => (one.type === 'input_text' && !isNote(one) ? [one.text] : []));
      expect(after.slice(0, -1)).toEqual(before.slice(0, Math.max(0, after.length - 1)));
      if (after.length > 0 && after.length < before.length) expect(report.truncated).toBe(true);
      expect(report.totalBytes).toBe(before.reduce((sum, one) => sum + byteLength(one), 0));
      expect(report.keptBytes + report.omittedBytes).toBe(report.totalBytes);
      if (!report.truncated) expect(after).toEqual(before);
      else if (report.omittedItems.text + report.omittedItems.audio === 0)
        expect(report.omittedBytes).toBeGreaterThan(0);
    }),
  );
});

test('truncateContentItems leaves out an audio item alone that costs more than is left', () => {
  const given = [text('before'), audio('x'.repeat(400)), text('behind')];
  const { items: shown, report } = truncateContentItems(given, tokens(40));
  expect(shown).toEqual([text('before'), text('behind'), text('[omitted 1 audio items ...]')]);
  expect(report).toMatchObject({ truncated: true, omittedBytes: 0, omittedItems: { audio: 1, text: 0 } });
  expect(truncateContentItems(given, tokens(40), { audioTokens: () => 3 }).items).toEqual(given);
  expect(truncateContentItems(given, tokens(0)).items).toEqual([]);
});

test('truncateContentItems asks for a detail that the model has', () => {
  const detailsOf = (imageDetails?: ('auto' | 'low' | 'high' | 'original')[]) => {
    const given = (['auto', 'low', 'high', 'original', undefined] as const).map((detail) => image('data:,', detail));
    const options = imageDetails && { modalities: { imageDetails } };
    return truncateContentItems(given, bytes(9), options).items.map((one) => (one as { detail?: string }).detail);
  };
  expect(detailsOf()).toEqual(['auto', 'low', 'high', 'high', undefined]);
  expect(detailsOf(['auto', 'original'])).toEqual(['auto', 'auto', 'auto', 'original', undefined]);
  expect(detailsOf(['low'])).toEqual([undefined, 'low', undefined, undefined, undefined]);
  expect(detailsOf([])).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('truncateContentItems passes items of other types as they are', () => {
  const file = { type: 'input_file', file_id: 'file_1' } as unknown as ContentItem;
  expect(truncateContentItems([file], bytes(0)).items).toEqual([file]);
});

test('truncateContentItems refuses what is of the wrong kind or value, by name', () => {
  const cut =
    (...args: unknown[]) =>
    () =>
      (truncateContentItems as (...args: unknown[]) => unknown)(...args);
  expect(cut('text', bytes(1))).toThrow(new TypeError('truncateContentItems: items must be an array, got "text"'));
  expect(cut([null], bytes(1))).toThrow(new TypeError('truncateContentItems: an item must be an object, got null'));
  expect(cut([{ type: 'input_image' }], bytes(1))).toThrow(
    new TypeError('truncateContentItems: image_url must be a string, got undefined'),
  );
  expect(cut([], 5)).toThrow(new TypeError('truncateContentItems: policy must be a TruncationPolicy, got 5'));
  expect(cut([], bytes(1), { modalities: { audio: 1 } })).toThrow(
    new TypeError('truncateContentItems: audio must be true or false, got 1'),
  );
  expect(cut([], bytes(1), { modalities: { imageDetails: ['best'] } })).toThrow(
    new RangeError(`truncateContentItems: imageDetails must be 'auto' or 'low' or 'high' or 'original', got "best"`),
  );
  expect(cut([audio('')], bytes(1), { audioTokens: () => -1 })).toThrow(
    new RangeError('truncateContentItems: audioTokens(item) must be an integer >= 0, got -1'),
  );
});
