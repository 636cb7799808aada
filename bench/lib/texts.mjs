/** The texts that everything is measured with. */

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
  latin:
    'Datei geprüft: src/übersicht/tabelle.tsx, 41 ms, keine Änderung nötig\n' +
    '  café.test.tsx: 7 essais réussis en 312 ms, aucun échec\n',
};

/** What targets are about. `latin` is beside them where it matters: nearly all ASCII, but never for long. */
export const TEXT_KINDS = ['ascii', 'mixed'];

/** `length` bytes of log-like text; may end inside a scalar value, as any read may. */
export function textOf(kind, length) {
  return repeated(new TextEncoder().encode(SAMPLES[kind]), length);
}

/** The same, but for an ASCII end of its last line: it may follow itself, and the text stays well-formed. */
export function linesOf(kind, length) {
  const text = textOf(kind, length);
  return text.fill(0x2e, text.lastIndexOf(0x0a) + 1);
}

/** `length` bytes of a pattern over and over. */
export function repeated(pattern, length) {
  const text = new Uint8Array(length);
  for (let at = 0; at < length; at += pattern.length) text.set(pattern.subarray(0, length - at), at);
  return text;
}

/** Owned chunks of `size` bytes, cut wherever that falls. */
export function chunksOf(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}
