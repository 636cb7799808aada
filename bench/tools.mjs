/** What the benchmark scripts share: texts, medians, tables, and promises that decide the exit code. */

/** `--short` shows that a script works, in seconds: what depends on the load of the machine is printed, not judged. */
export const isShort = process.argv.includes('--short');

export const KiB = 1024;
export const MiB = 1024 * KiB;

const SAMPLES = {
  ascii:
    '2026-03-01T09:14:07.120Z info  [web] compiled src/components/table-view.tsx in 41 ms\n' +
    '  PASS src/components/table-view.test.tsx (7 tests) 312 ms\n',
  mixed:
    '編譯完成：共 1,284 個模組，耗時 2.31 秒。すべてのテストに合格しました 🎉\n' +
    'Änderung übernommen — naïve café, 12 % schneller 🚀 готово за 3 секунды\n' +
    '한국어 로그: 테스트 통과 👍🏽\n',
};

export const TEXT_KINDS = Object.keys(SAMPLES);

/** `length` bytes of log-like text; may end inside a scalar value, as any read may. */
export function textOf(kind, length) {
  const sample = new TextEncoder().encode(SAMPLES[kind]);
  const text = new Uint8Array(length);
  for (let at = 0; at < length; at += sample.length) text.set(sample.subarray(0, length - at), at);
  return text;
}

/** Owned chunks of `size` bytes, cut wherever that falls. */
export function chunksOf(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

/** The value below which `share` of the values are. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (values) => quantile(values, 0.5);

/**
 * Runs each contender once a round, in turns, so that a busy machine slows all of them alike; the first `warmUps` rounds
 * do not count. A contender gives the milliseconds it took. Gives the median of each.
 */
export async function interleaved(contenders, { rounds, warmUps = 2 }) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const ms = await run();
      if (round >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** Prints rows of cells: the first column to the left, the others to the right. */
export function printTable(title, head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const show = (line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  console.log([`\n${title}`, show(lines[0]), rule, ...lines.slice(1).map(show)].join('\n'));
}

/** Prints whether a promise is kept; one that is broken makes the exit code 1, unless it is not `judged`. */
export function promise(text, isKept, judged = true) {
  console.log(`${isKept ? 'kept  ' : judged ? 'BROKEN' : 'missed'}  ${text}`);
  if (!isKept && judged) process.exitCode = 1;
}
