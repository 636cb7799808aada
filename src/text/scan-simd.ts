import { SCAN_WASM } from './scan-wasm.js';
import type { Scanner } from './scanner.js';
import { prefixLength } from './utf8.js';

/** What the module takes at a time. */
const MOST_BYTES = 65_536;
/** Where it finds them. */
const TEXT_AT = 16;
/** The module gives two counts in one number, which costs nothing to pass. */
const CONTINUATION = 131_072;

let scanner: Scanner | undefined;
let isForbidden = false;

/**
 * Scans with the SIMD instructions of WebAssembly; undefined where there are none, or where the platform does not let a
 * module be made of bytes (a strict Content-Security-Policy, Workers). Made when it is first asked for.
 */
export function simdScanner(): Scanner | undefined {
  if (scanner === undefined && !isForbidden) {
    try {
      scanner = makeScanner();
    } catch {
      isForbidden = true;
    }
  }
  return scanner;
}

/** Bytes are copied to the memory of the module: that costs less than any loop of JavaScript over them. */
function makeScanner(): Scanner {
  const binary = Uint8Array.from(atob(SCAN_WASM), (unit) => unit.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
  const memory = new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
  const scanMemory = exports.scan as (length: number, checks: 0 | 1) => number;
  return (bytes, checks) => {
    const scan = { isWellFormed: true, lineFeeds: 0, continuations: 0 };
    for (let from = 0; from < bytes.length && scan.isWellFormed; ) {
      const isLast = bytes.length - from <= MOST_BYTES;
      const to = isLast ? bytes.length : prefixLength(bytes, from + MOST_BYTES);
      memory.set(isLast && from === 0 ? bytes : bytes.subarray(from, to), TEXT_AT);
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
