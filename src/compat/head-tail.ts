import { checkInteger, checkOptions } from '../options.js';
import { HeadTailBuffer } from '../transforms/head-tail-buffer.js';

/**
 * A `HeadTailBuffer` that is cut at any byte: its head has exactly `floor(maxBytes / 2)` bytes, its tail the rest.
 *
 * @throws {TypeError | RangeError} If `maxBytes` is no integer >= 0.
 * @example
 * const buffer = new codex.HeadTail({ maxBytes: 3 });
 * buffer.push('0123456789');
 * [buffer.snapshot().head, buffer.snapshot().tail]; // [ Uint8Array(1) [ 48 ], Uint8Array(2) [ 56, 57 ] ]
 * new TextDecoder().decode(buffer.toBytesWithMarker()); // '0\n... 7 bytes omitted ...\n89'
 */
export class HeadTail extends HeadTailBuffer {
  constructor(options: { maxBytes: number }) {
    const owner = 'Cannot create HeadTail';
    super({ maxBytes: checkInteger(owner, 'maxBytes', checkOptions(owner, options).maxBytes), align: 'byte' });
  }
}
