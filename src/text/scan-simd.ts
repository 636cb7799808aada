import type { Scanner } from './scanner.js';
import { prefixLength } from './utf8.js';
import { MOST_WASM_BYTES, SCANNED_AT, type Wasm, wasm } from './wasm.js';

/** The module gives two counts in one number, which costs nothing to pass. */
const CONTINUATION = 131_072;

let scanner: Scanner | undefined;

/** Scans with the SIMD instructions of WebAssembly; undefined where there are none. Made when it is first asked for. */
export function simdScanner(): Scanner | undefined {
  if (scanner === undefined) {
    const module = wasm();
    scanner = module && scannerOf(module);
  }
  return scanner;
}

/** Bytes are copied to the memory of the module: that costs less than any loop of JavaScript over them. */
function scannerOf({ memory, scan: scanMemory }: Wasm): Scanner {
  return (bytes, checks) => {
    const scan = { isWellFormed: true, lineFeeds: 0, continuations: 0 };
    for (let from = 0; from < bytes.length && scan.isWellFormed; ) {
      const isLast = bytes.length - from <= MOST_WASM_BYTES;
      const to = isLast ? bytes.length : prefixLength(bytes, from + MOST_WASM_BYTES);
      memory.set(isLast && from === 0 ? bytes : bytes.subarray(from, to), SCANNED_AT);
      const counts = scanMemory(to - from, checks ? 1 : 0);
      const continuations = Math.floor(counts / CONTINUATION);
      scan.isWellFormed = counts >= 0;
      scan.lineFeeds += counts - continuations * CONTINUATION;
      scan.continuations += continuations;
      from = to;
    }
    return scan;
  };
}
