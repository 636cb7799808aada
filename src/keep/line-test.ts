import { checkFunction, show } from '../options.js';

/** True for a line that is to be kept; also told at which byte of the source it begins. */
export type LineTest = (line: string, startBytes: number) => boolean;

/** @throws {TypeError} If there is not one of the two, or it is of the wrong kind. */
export function checkLineTest(owner: string, { pattern, test }: { pattern?: unknown; test?: LineTest }): LineTest {
  if (pattern === undefined && test !== undefined) return checkFunction(owner, 'test', test);
  if (test !== undefined) throw new TypeError(`${owner}: test stands for a pattern; give one or the other`);
  if (!(pattern instanceof RegExp)) throw new TypeError(`${owner}: pattern must be a RegExp, got ${show(pattern)}`);
  // Those with the flag g or y remember where they were.
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  return (line) => stateless.test(line);
}
