/** Throws what failed: the error itself, or all of them together. */
export function throwAll(reasons: readonly unknown[], message: string): void {
  if (reasons.length > 1) throw new AggregateError(reasons, message);
  if (reasons.length === 1) throw reasons[0];
}
