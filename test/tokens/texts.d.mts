/** The names of the kinds of text. */
export const KINDS: Readonly<Record<string, unknown>>;
export interface TextSettings {
  seed?: number;
  /** 0 is for fitting, 1 for trying. */
  set?: 0 | 1;
  bytes?: number;
}
/** A text of a kind, of about so many bytes. */
export function textOf(kind: string, settings?: TextSettings): string;
export const EXACT_KINDS: readonly string[];
export function otherTexts(): [name: string, text: string][];
