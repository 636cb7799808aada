import { Collapsing } from '../text/collapsing.js';
import { TextTransform } from '../text-transform.js';

/**
 * Leaves the last frame of what was written over: a line that begins anew behind a CR replaces the one before, and a
 * backspace takes one scalar value back. CRLF is a line break and becomes LF; a CR with nothing behind it is left out.
 *
 * Bars of several lines are followed, too: cursor up and down, to the beginning of a line, erase (`ESC [` with `A`, `B`,
 * `E`, `F`, `G`, `J` or `K`). {@link AnsiStrip} leaves these in with `keep: 'moves'`. All other text and sequences pass. Where
 * the cursor is hidden or long lines are left unbroken before the first frame (`ESC [?25l`, `ESC [?7l`), as most builders do,
 * only the last one stays; else the first is out before anyone can know of the next, and shows beside the last.
 *
 * Holds a line until its end, and as many behind it as the cursor once went up, 64 at most; up to 64 lines of a part that began
 * with a hidden cursor, until something in it is written over. A line of more than 8,192 code units is given as it comes;
 * where it is begun anew it is broken instead. All that does not come out is counted.
 *
 * @throws {TypeError} From `push`, if a chunk is neither bytes, a string, nor an `Omission`.
 * @example
 * const collapse = new CarriageReturnCollapse();
 * [...collapse.push('10%\r50%\r'), ...collapse.push('100%\r\nok'), ...collapse.flush()]; // [ '100%\n', 'ok' ]
 * collapse.omittedBytes; // 9
 */
export class CarriageReturnCollapse extends TextTransform {
  constructor() {
    super('CarriageReturnCollapse', new Collapsing());
  }
}
