import type { Scan } from './scan.js';
import { SCAN_WASM } from './scan-wasm.js';
import { prefixLength } from './utf8.js';

/** What the module takes at a time. */
const MOST_BYTES = 65_536;
/** The module gives two counts in one number, which costs nothing to pass. */
const CONTINUATION = 131_072;

type ScanFunction = (length: number, checks: 0 | 1) => number;

/** Counts in a memory of its own, which bytes are copied to: that costs less than any loop of JavaScript over them. */
class SimdScanner {
  readonly #memory: Uint8Array;
  readonly #scan: ScanFunction;

  constructor() {
    const binary = Uint8Array.from(atob(SCAN_WASM), (unit) => unit.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
    this.#memory = new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
    this.#scan = exports.scan as ScanFunction;
  }

  scan(bytes: Uint8Array, checks: boolean): Scan {
    const scan = { isWellFormed: true, lineFeeds: 0, continuations: 0 };
    for (let from = 0; from < bytes.length && scan.isWellFormed; ) {
      const isLast = bytes.length - from <= MOST_BYTES;
      const to = isLast ? bytes.length : prefixLength(bytes, from + MOST_BYTES);
      this.#memory.set(isLast && from === 0 ? bytes : bytes.subarray(from, to));
      const counts = this.#scan(to - from, checks ? 1 : 0);
      const continuations = Math.floor(counts / CONTINUATION);
      scan.isWellFormed = counts >= 0;
      scan.lineFeeds += counts - continuations * CONTINUATION;
      scan.continuations += continuations;
      from = to;
    }
    return scan;
  }
}

let scanner: SimdScanner | undefined;
let isForbidden = false;

/**
 * Scans with the SIMD instructions of WebAssembly; undefined where there are none, or where the platform does not let a
 * module be made of bytes (a strict Content-Security-Policy, Workers). Made when it is first asked for.
 */
export function simdScanner(): SimdScanner | undefined {
  if (scanner === undefined && !isForbidden) {
    try {
      scanner = new SimdScanner();
    } catch {
      isForbidden = true;
    }
  }
  return scanner;
}
