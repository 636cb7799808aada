/** What one look at each byte tells. */
export interface Scan {
  /** True as well if nothing was checked; if false, the counts say nothing. */
  readonly isWellFormed: boolean;
  readonly lineFeeds: number;
  /** Bytes `80..BF`. */
  readonly continuations: number;
}

/** A way to look at each byte: in words of JavaScript (scan-words.ts), or with SIMD instructions (scan-simd.ts). */
export type Scanner = (bytes: Uint8Array, checks: boolean) => Scan;
