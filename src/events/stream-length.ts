import { isBytes } from '../bytes.js';
import { utf8ByteLength } from '../text/utf8.js';

/**
 * How many bytes a source will give, where that can be known without reading it, and else `null`. Strings count as UTF-8.
 * Bytes, buffers, `Blob`, `URLSearchParams`, arrays of bytes and strings, and what has a `Content-Length` (a `Response` or
 * `Request` that nobody has read, unless its body is encoded); a record of these has the length of all.
 *
 * Never throws, consumes nothing, and locks nothing. A length that a header tells is what the other side says.
 *
 * @example
 * streamLength('héllo'); // 6
 * streamLength(new Blob(['abc'])); // 3
 * streamLength([Uint8Array.of(1, 2), 'é']); // 4
 * streamLength({ stdout: 'ab', stderr: 'c' }); // 3
 * streamLength(new ReadableStream()); // null
 */
export function streamLength(source: unknown): number | null {
  try {
    return lengthOf(source);
  } catch {
    return null;
  }
}

function lengthOf(source: unknown): number | null {
  if (typeof source === 'string') return utf8ByteLength(source);
  if (typeof source !== 'object' || source === null) return null;
  if (isBytes(source) || ArrayBuffer.isView(source)) return source.byteLength;
  switch (Object.prototype.toString.call(source).slice('[object '.length, -1)) {
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return (source as ArrayBuffer).byteLength;
    case 'Blob':
    case 'File':
      return (source as Blob).size;
    case 'URLSearchParams':
      return utf8ByteLength(String(source));
    case 'Array':
      return sum(
        (source as unknown[]).map((part) => (typeof part === 'string' || isBytes(part) ? lengthOf(part) : null)),
      );
    case 'Object':
      return isPlain(source) ? sum(Object.values(source).map(lengthOf)) : null;
    default:
      return 'headers' in source ? bodyLength(source as Response) : null;
  }
}

function isPlain(source: object): boolean {
  const prototype = Object.getPrototypeOf(source);
  return (
    (prototype === null || Object.getPrototypeOf(prototype) === null) &&
    !(Symbol.iterator in source || Symbol.asyncIterator in source || 'getReader' in source)
  );
}

function bodyLength({ bodyUsed, body, headers }: Response): number | null {
  if (bodyUsed) return null;
  if (body === null) return 0;
  // What comes out of an encoded body is longer than what the header counts.
  const encoding = headers.get('content-encoding') ?? 'identity';
  const text = headers.get('content-length') ?? '';
  return encoding === 'identity' && /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

function sum(lengths: readonly (number | null)[]): number | null {
  return lengths.reduce((total, length) => (total === null || length === null ? null : total + length), 0);
}
