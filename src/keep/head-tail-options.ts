import { type Omission, omissionText } from '../omission.js';
import { checkChoice, checkInteger, checkOptions, show } from '../options.js';

/** How many bytes are kept, where they may be cut, and what stands for the rest. */
export type HeadTailBufferOptions = ({ maxBytes: number } | { headBytes: number; tailBytes: number }) & {
  /**
   * Where head and tail may be cut: between scalar values, the default; outside of escape sequences, too, where a marker
   * that is a text also has a reset before it if a look (a colour, bold) is open there; or at any byte. Up to three bytes a
   * side, and 256 of a sequence, are trimmed to reach such a place, and count as omitted.
   */
  align?: 'scalar' | 'sequence' | 'byte';
  /**
   * What stands for the omitted bytes: a text of the caller's, nothing (`false`), or the {@link Omission} as a chunk of
   * its own (`'chunk'`). The default is `"\n... N bytes omitted ...\n"`. It comes on top of the limits.
   */
  marker?: false | 'chunk' | ((omission: Omission) => string);
};

export function checkedHeadTail(options: HeadTailBufferOptions) {
  const owner = 'Cannot create HeadTailBuffer';
  const given: { maxBytes?: unknown; headBytes?: unknown; tailBytes?: unknown } & Partial<HeadTailBufferOptions> =
    checkOptions(owner, options);
  const { align = 'scalar', marker = omissionText } = given;
  checkChoice(owner, 'align', align, ['scalar', 'sequence', 'byte']);
  if (marker !== false && marker !== 'chunk' && typeof marker !== 'function') {
    throw new TypeError(`${owner}: marker must be false, 'chunk' or a function, got ${show(marker)}`);
  }
  if (given.maxBytes === undefined) {
    const headBytes = checkInteger(owner, 'headBytes', given.headBytes);
    const tailBytes = checkInteger(owner, 'tailBytes', given.tailBytes);
    return { headBytes, tailBytes, align, marker };
  }
  if (given.headBytes !== undefined || given.tailBytes !== undefined) {
    throw new TypeError(`${owner}: maxBytes stands for headBytes and tailBytes; give one or the other`);
  }
  const maxBytes = checkInteger(owner, 'maxBytes', given.maxBytes);
  const headBytes = Math.floor(maxBytes / 2);
  return { headBytes, tailBytes: maxBytes - headBytes, align, marker };
}
