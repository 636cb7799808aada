import { approxBytesForTokens, approxTokensFromByteCount, checkLimit } from './tokens.js';

/**
 * How much text may stay: a number of bytes of UTF-8, or of tokens at four bytes each. Immutable.
 *
 * @example
 * TruncationPolicy.tokens(10).byteBudget(); // 40
 * TruncationPolicy.bytes(10).tokenBudget(); // 3
 * TruncationPolicy.tokens(10).times(1.25).limit; // 13
 */
export class TruncationPolicy {
  readonly mode: 'bytes' | 'tokens';
  /** In the unit of `mode`. */
  readonly limit: number;

  private constructor(mode: 'bytes' | 'tokens', limit: number) {
    this.mode = mode;
    this.limit = checkLimit(`TruncationPolicy.${mode}`, 'limit', limit);
  }

  /**
   * At most `limit` bytes of UTF-8. A negative limit is 0.
   * @throws {TypeError | RangeError} If `limit` is no integer.
   */
  static bytes(limit: number): TruncationPolicy {
    return policyOf('bytes', limit);
  }

  /**
   * At most `limit` tokens, estimated at {@link APPROX_BYTES_PER_TOKEN} bytes each. A negative limit is 0.
   * @throws {TypeError | RangeError} If `limit` is no integer.
   */
  static tokens(limit: number): TruncationPolicy {
    return policyOf('tokens', limit);
  }

  /** The most bytes of UTF-8 that a text cut to this policy has. */
  byteBudget(): number {
    return this.mode === 'bytes' ? this.limit : approxBytesForTokens(this.limit);
  }

  /** The most estimated tokens that a text cut to this policy has. */
  tokenBudget(): number {
    return this.mode === 'tokens' ? this.limit : approxTokensFromByteCount(this.limit);
  }

  /**
   * A policy of the same mode with `factor` times the limit, rounded up.
   * @throws {TypeError} If `factor` is no number. @throws {RangeError} If it is negative, NaN or infinite.
   */
  times(factor: number): TruncationPolicy {
    const owner = 'TruncationPolicy.times';
    if (typeof factor !== 'number') throw new TypeError(`${owner}: factor must be a number, got ${typeof factor}`);
    if (!(factor >= 0 && factor < Infinity))
      throw new RangeError(`${owner}: factor must be finite and >= 0, got ${factor}`);
    return policyOf(this.mode, Math.min(Number.MAX_VALUE, Math.ceil(this.limit * factor)));
  }
}

type PolicyConstructor = new (mode: 'bytes' | 'tokens', limit: number) => TruncationPolicy;

/** Outside, because a class that names itself is renamed by the build, and would be shown under that name. */
function policyOf(...args: ConstructorParameters<PolicyConstructor>): TruncationPolicy {
  return new (TruncationPolicy as unknown as PolicyConstructor)(...args);
}
