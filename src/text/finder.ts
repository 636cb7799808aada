/** Text that grows at its end and is trimmed at its beginning. Offsets count code units from the first that ever came. */
export interface TextWindow {
  readonly text: string;
  /** The offset of the first unit of `text`. */
  readonly from: number;
  /** Where the text begins, or begins again behind a gap. */
  readonly start: number;
}

export type AddFind = (start: number, end: number) => void;

/** Finds what is to be masked. */
export interface Finder {
  /** Looks at what came, and says up to where all is decided: no later find begins before. */
  scan(window: TextWindow, add: AddFind): number;
  /** Decides all: nothing more comes, or something is missing before what comes. */
  end(window: TextWindow, add: AddFind, isGap: boolean): void;
}

export const endOf = ({ text, from }: TextWindow) => from + text.length;
