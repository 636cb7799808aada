import { checkPolicy, checkText } from '../checks.js';
import { TruncationPolicy } from '../text/policy.js';
import type { TruncationStyle } from '../text/style.js';
import { utf8ByteLength } from '../text/utf8.js';
import { truncate } from '../transforms/budget-truncate.js';

/** A text, and how many tokens it had before something was cut from it; null if nothing was. */
export interface CountedText {
  text: string;
  originalTokenCount: number | null;
}

/** The marker of both originals. */
export function markerText(mode: TruncationPolicy['mode'], count: number): string {
  return `…${count} ${mode === 'tokens' ? 'tokens' : 'chars'} truncated…`;
}

/** How each mode cuts. */
export type Styles = Readonly<Record<TruncationPolicy['mode'], TruncationStyle>>;

/** Cuts a text by the rules of a style. */
export function cutInStyle(
  owner: string,
  text: string,
  policy: TruncationPolicy,
  styles: Styles,
  heading = false,
): CountedText {
  const style = styles[checkPolicy(owner, policy).mode];
  const { text: cut, report } = truncate(checkText(owner, 'text', text), policy, { heading, style });
  return { text: cut, originalTokenCount: report.truncated ? report.totalTokens : null };
}

/** The same to a budget of whole tokens: a text that fits them stays whole, even where the policy has fewer bytes. */
export function cutToTokens(owner: string, text: string, policy: TruncationPolicy, styles: Styles): CountedText {
  const tokens = TruncationPolicy.tokens(checkPolicy(owner, policy).tokenBudget());
  const fits = utf8ByteLength(checkText(owner, 'text', text)) <= tokens.byteBudget();
  const result = cutInStyle(owner, text, fits ? tokens : policy, styles);
  // A marker can describe its own cut, and then comes out as it went in.
  return result.text === text ? { text, originalTokenCount: null } : result;
}
