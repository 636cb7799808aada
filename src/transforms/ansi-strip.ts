import { checkChoice, checkOptions } from '../options.js';
import { AnsiStripping, KEPT } from '../text/ansi-stripping.js';
import { TextTransform } from '../text-transform.js';

/** Which escape sequences stay. */
export interface AnsiStripOptions {
  /**
   * None, the default; those of colours and other looks of the text (SGR); or the moves of the cursor, and what hides it,
   * that {@link CarriageReturnCollapse} follows.
   */
  keep?: 'none' | 'sgr' | 'moves';
}

/**
 * Leaves out the escape sequences of ECMA-48 and xterm, wherever they are cut: control sequences, strings (titles, links,
 * images) up to BEL or ST, and the shorter ones; also in their 8-bit forms, U+0080 to U+009F, of which only NEL is text.
 *
 * A sequence that does not end is left out up to where it breaks: at a control of ASCII or the next sequence, a string at a
 * line feed or behind 1,048,576 code units. What breaks it is text. All that is left out is counted. Holds nothing; where
 * some are kept, up to 128 bytes of a sequence until it ends.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value; from `push`, if a chunk is neither bytes, a
 * string, nor an `Omission`.
 * @example
 * const strip = new AnsiStrip();
 * [...strip.push('\u001b[1;3'), ...strip.push('1mred\u001b[0m'), ...strip.flush()]; // [ 'red' ]
 * strip.omittedBytes; // 11
 */
export class AnsiStrip extends TextTransform {
  constructor(options?: AnsiStripOptions) {
    const owner = 'Cannot create AnsiStrip';
    const { keep = 'none' } = checkOptions(owner, options);
    const kind = checkChoice(owner, 'keep', keep, ['none', 'sgr', 'moves']);
    super('AnsiStrip', new AnsiStripping(kind === 'none' ? undefined : KEPT[kind]));
  }
}
