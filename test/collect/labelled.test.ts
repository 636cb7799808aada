import { expect, test } from 'vitest';
import { collect, Omission, TruncationPolicy } from '../../src/index.js';
import { byteLength, END, timed, utf8 } from './helpers/sources.js';
import { settle } from './helpers/turns.js';
import { PLAIN, twoSources } from './helpers/two-sources.js';
import { VirtualClock } from './helpers/virtual-clock.js';

test('collect merges labelled sources by lines, in order of completion', async () => {
  const clock = new VirtualClock();
  const { stream: stdout } = timed(clock, [
    [0, 'o1\n'],
    [10, 'o2 '],
    [25, 'ends\n'],
    [30, END],
  ]);
  const { stream: stderr } = timed(clock, [
    [5, 'e1\n'],
    [15, 'e2\ne3\ne4'],
    [40, END],
  ]);
  const { text, sources, totalBytes, closed } = await clock.run(collect({ stdout, stderr }, { clock }));
  expect({ text, closed }).toEqual({ text: 'o1\ne1\ne2\ne3\no2 ends\ne4', closed: true });
  expect(sources).toEqual({
    stdout: { text: 'o1\no2 ends\n', totalBytes: 11, omittedBytes: 0, pendingBytes: 0, binary: false },
    stderr: { text: 'e1\ne2\ne3\ne4', totalBytes: 11, omittedBytes: 0, pendingBytes: 0, binary: false },
  });
  expect(totalBytes).toBe(22);
});

test('collect takes any source behind a label, and ends with the last of them', async () => {
  const { text, sources } = await collect({
    a: 'text',
    b: utf8('bytes\n'),
    c: ['x', 'y\n'],
    d: new Response('body\n'),
  });
  expect(text.split('\n').sort()).toEqual(['body', 'bytes', 'text', 'xy']);
  expect(Object.keys(sources ?? {})).toEqual(['a', 'b', 'c', 'd']);
});

test('collect has one UTF-8 carry for each label', async () => {
  const { out, err, give, now } = twoSources();
  await give(out, utf8('€').subarray(0, 1), utf8('€').subarray(1, 2));
  await give(err, utf8('🚀').subarray(0, 3));
  const first = await now();
  expect(first).toMatchObject({ text: '', totalBytes: 5, pendingBytes: 5 });
  expect([first.sources?.out?.pendingBytes, first.sources?.err?.pendingBytes]).toEqual([2, 3]);
  await give(err, utf8('🚀\n').subarray(3));
  await give(out, utf8('€\n').subarray(2));
  expect(await now()).toMatchObject({ text: '🚀\n€\n', totalBytes: 9, pendingBytes: 0 });
});

test('collect decodes what an ended label left unfinished, though another goes on', async () => {
  const { out, give, now } = twoSources();
  await give(out, utf8('a€').subarray(0, 3));
  expect(await now()).toMatchObject({ text: 'a', pendingBytes: 2 });
  out.end();
  await settle();
  expect(await now()).toMatchObject({ text: '\uFFFD', totalBytes: 2, pendingBytes: 0, closed: false });
});

test('collect counts only bytes of the sources, wherever the cut falls among the line feeds that it added', async () => {
  const halves = ['x'.repeat(40), `${'y'.repeat(40)}\u0080`, 'z'.repeat(40)] as const;
  for (let budget = 0; budget <= 130; budget++) {
    const style = { marker: () => '#', heading: () => '', pays: 'all', tight: 'head' } as const;
    const options = { policy: TruncationPolicy.bytes(budget), truncate: { style } };
    const { text, totalBytes, omittedBytes } = await collect({ a: halves[0], b: halves[1], c: halves[2] }, options);
    const kept = byteLength(text.replaceAll(/[\n#]/g, ''));
    expect({ budget, totalBytes, omittedBytes }).toEqual({ budget, totalBytes: 122, omittedBytes: 122 - kept });
  }
});

test('collect takes any label', async () => {
  const labels = ['__proto__', 'constructor', '', '1', '0', 'toString', 'a.b', '\ud83d', 'then'];
  const source = Object.fromEntries(labels.map((label) => [label, `<${label}>\n`.toWellFormed()]));
  const seen: (string | undefined)[] = [];
  const { text, sources } = await collect(source, { onChunk: (_, label) => void seen.push(label) });
  expect(Object.keys(sources ?? {})).toEqual(Object.keys(source));
  expect(Object.values(sources ?? {}).map((own) => own.text)).toEqual(Object.values(source));
  expect(text).toBe(Object.values(source).join(''));
  expect(seen).toEqual(Object.keys(source));
});

test('collect tells a record from a source that is a plain object', async () => {
  expect((await collect({ body: 'b', stream: 's', read: 'r', value: 'v' })).sources?.stream?.text).toBe('s');
  const iterable = { [Symbol.iterator]: () => ['x'].values(), label: 'no label' };
  expect((await collect(iterable as Iterable<string>)).sources).toBeUndefined();
  expect((await collect(Object.assign(Object.create(null), { a: 'no prototype' }))).text).toBe('no prototype');
});

test('collect bounds and counts lines that never end', async () => {
  const line = 'é'.repeat(5000);
  const { text, sources, totalBytes, omittedBytes } = await collect({ a: line, b: line }, { maxBytes: 1000, ...PLAIN });
  expect([totalBytes, sources?.a?.totalBytes, sources?.b?.totalBytes]).toEqual([20_000, 10_000, 10_000]);
  const kept = [...text].filter((scalar) => scalar === 'é').length * 2;
  expect(omittedBytes).toBe(20_000 - kept);
  expect(kept).toBeLessThanOrEqual(1000);
  expect(kept).toBeGreaterThan(980);
  for (const own of [sources?.a, sources?.b]) {
    expect(own?.text).toMatch(/^é+…\d+ bytes truncated…é+$/);
    expect(own?.omittedBytes).toBe(10_000 - [...(own?.text ?? '')].filter((scalar) => scalar === 'é').length * 2);
  }
});

test('collect counts an Omission with its label and with all', async () => {
  const omission = new Omission({ bytes: 50, lines: 1, scalars: 50 });
  const result = await collect({ a: ['one\n', omission, 'two\n'], b: 'three\n' }, PLAIN);
  expect(result).toMatchObject({ totalBytes: 64, omittedBytes: 50 });
  expect(result.sources?.a).toEqual({
    text: 'one\n…50 bytes truncated…two\n',
    totalBytes: 58,
    omittedBytes: 50,
    pendingBytes: 0,
    binary: false,
  });
  expect(result.sources?.b).toMatchObject({ text: 'three\n', omittedBytes: 0 });
});

test('collect cuts each label as it cuts the whole', async () => {
  const { text, sources } = await collect({ a: 'a'.repeat(999), b: 'b' }, { maxOutputTokens: 20 });
  for (const cut of [text, sources?.a?.text ?? '']) expect(byteLength(cut)).toBeLessThanOrEqual(80);
  expect(sources?.b?.text).toBe('b');
});
