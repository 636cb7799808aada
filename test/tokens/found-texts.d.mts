/**
 * Texts that were there before: the messages of the TypeScript compiler in its languages, and what the project has; whether
 * each stays the same while the project changes.
 */
export function foundTexts(): [name: string, text: string, isPinned: boolean][];
/** Pieces of about so many code units each, none cut inside a pair. */
export function piecesOf(text: string, units: number): string[];
