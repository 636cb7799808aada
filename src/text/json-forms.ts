import type { Masking } from './redact-text.js';
import { decodeUtf8, encodeUtf8, plainBytes } from './utf8.js';

/** Values in one line: a graph whose objects are shared is a far larger tree, and an array may be nothing but holes. */
export const MOST_VALUES = 1 << 20;

/** What of the values without a JSON form of their own is a matter of choice. */
export interface FormSettings {
  readonly bytes: 'base64' | 'length';
  readonly masking: Masking | undefined;
}

/**
 * The object, array or plain value that is written for an object; arrays and plain objects stand for themselves.
 * @throws Whatever the object throws: it may be a proxy, or have a throwing `toJSON`.
 */
export function jsonForm(value: object, key: string | number, settings: FormSettings): unknown {
  // Before toJSON: the one of Node's Buffer gives a list of numbers.
  if (ArrayBuffer.isView(value)) return builtinForm(value, settings);
  const { toJSON } = value as { toJSON?: unknown };
  const form: unknown = typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return form;
  const prototype = Object.getPrototypeOf(form);
  return prototype === Object.prototype || prototype === null ? form : builtinForm(form, settings);
}

/** What is written in place of something that threw. */
export function threwText(error: unknown): string {
  try {
    return `[threw ${String(error)}]`;
  } catch {
    return '[threw]';
  }
}

/**
 * By the tag and not the class, which another realm (a vm context, a frame) has for itself. Any object may bear a tag, so
 * what it stands for is not trusted to be there.
 */
function builtinForm(value: object, settings: FormSettings): unknown {
  if (value instanceof Error) return errorForm(value);
  switch (Object.prototype.toString.call(value).slice('[object '.length, -1)) {
    case 'Error':
      return errorForm(value);
    case 'Map':
      return isIterable(value) ? mapForm(firstOf(value)) : value;
    case 'Set':
      return isIterable(value) ? firstOf(value) : value;
    case 'Uint8Array':
    case 'Uint8ClampedArray':
    case 'DataView': {
      if (!ArrayBuffer.isView(value)) return value;
      const { buffer, byteOffset, byteLength } = value;
      return bytesForm(new Uint8Array(buffer, byteOffset, byteLength), settings);
    }
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      // Throws for what is none: an array could be made of anything else, as long as it says it is.
      return bytesForm(new Uint8Array(new DataView(value as ArrayBuffer).buffer), settings);
    case 'Boolean':
    case 'Number':
    case 'String':
    case 'BigInt':
      return value.valueOf();
    default:
      return value;
  }
}

function isIterable(value: object): value is Iterable<unknown> {
  return typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';
}

/** What is iterated over, as far as a line goes: there may be no end to it. */
function firstOf(items: Iterable<unknown>): unknown[] {
  const first: unknown[] = [];
  for (const item of items) if (first.push(item) > MOST_VALUES) break;
  return first;
}

/** An object where every key is a string, and else a list, from which the map can be made again; so is what has no end. */
function mapForm(pairs: readonly unknown[]): unknown {
  return pairs.length <= MOST_VALUES && pairs.every(isField) ? objectOf(pairs) : pairs;
}

function isField(pair: unknown): pair is [string, unknown] {
  return Array.isArray(pair) && typeof pair[0] === 'string';
}

/** Name, message, and what else the error tells of itself. Not the stack, which tells of the machine. */
function errorForm(error: object): object {
  const keys = new Set(['name', 'message', ...Object.keys(error), 'cause', 'errors']);
  return objectOf([...keys].map((key) => [key, read(error, key)]));
}

function read(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch (error) {
    return threwText(error);
  }
}

/** Without a prototype, so that `__proto__` is a key like any other. */
function objectOf(pairs: readonly (readonly [string, unknown])[]): object {
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, value] of pairs) object[key] = value;
  return object;
}

/** Bytes that one call turns into text: its arguments are on the stack. */
const MOST_ARGUMENTS = 4096;

function bytesForm(bytes: Uint8Array, settings: FormSettings): unknown {
  if (settings.bytes === 'length') return { bytes: bytes.length };
  const shown = settings.masking ? maskedBytes(bytes, settings.masking) : bytes;
  let binary = '';
  for (let at = 0; at < shown.length; at += MOST_ARGUMENTS) {
    binary += String.fromCharCode(...shown.subarray(at, at + MOST_ARGUMENTS));
  }
  return btoa(binary);
}

/** As text they may hold what is masked, which base64 would hide and not take away. */
function maskedBytes(bytes: Uint8Array, masking: Masking): Uint8Array {
  const text = decodeUtf8(plainBytes(bytes));
  const shown = masking.text(text);
  return shown === text ? bytes : encodeUtf8(shown);
}
