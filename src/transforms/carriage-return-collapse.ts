import { Collapsing } from '../text/collapsing.js';
import { TextTransform } from '../text-transform.js';

/**
 * Leaves the last frame of what was written over: a line that begins anew behind a CR replaces the one before, and a
 * backspace takes one scalar value back. CRLF is a line break and becomes LF; a CR with nothing behind it is left out.
 *
 * Bars of several lines are followed, too: cursor up and down, to the beginning of a line, erase (`ESC [` with `A`, `B`,
 * `E`, `F`, `G`, `J` or `K`). {@link AnsiStrip} leaves these in with `keep: 'moves'`. All other text and sequences pass. The
 * first frame of such a bar is out before anyone can know of the next, and so shows beside the last.
 *
 * Holds a line until its end, and as many behind it as the cursor once went up, 64 at most. A line of more than 8,192 code
 * units is given as it comes; where it is begun anew it is broken instead. All that does not come out is counted.
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
