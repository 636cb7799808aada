import { checkBoolean, checkChoice, checkOptions, show } from '../options.js';
import { Redaction, type RedactRules } from '../redaction.js';
import { type JsonSettings, jsonLine } from '../text/json.js';
import { ChunkTransform } from '../transform.js';

/** How a value becomes a line of JSON. */
export interface JsonlOptions {
  /** Keys in order of their code points, at every depth; true unless given. Else they keep the order of the object. */
  sortKeys?: boolean;
  /** Escapes all that is not printable ASCII; false unless given. */
  ascii?: boolean;
  /** Keys of the record itself that are left out. The same keys further inside stay. */
  omit?: readonly string[];
  /** A bigint as a string, the default, or as a number where that is exact (up to 2 ** 53 - 1) and else as a string. */
  bigint?: 'string' | 'number';
  /** Bytes as a string of base64, the default, or as `{"bytes":3}`, their count. */
  bytes?: 'base64' | 'length';
  /**
   * What is masked: values by the names of their keys, at any depth, and in texts, keys and bytes what is secret. The record
   * itself stays as it is, and a rule that fails masks all of the text that it was asked about.
   */
  redact?: RedactRules;
  /**
   * What happens to a record that has no JSON form: `undefined`, a function, a symbol, or what `toJSON` makes one of
   * these. `'throw'`, the default, throws an {@link EncodeError}. `'skip'` writes nothing, and so does a function, which is
   * told of it.
   */
  onError?: 'throw' | 'skip' | ((error: EncodeError, value: unknown) => void);
}

/**
 * A record that cannot be written as a line of JSON.
 *
 * @example
 * const errors: EncodeError[] = [];
 * encodeJsonLine(undefined, { onError: (error) => errors.push(error) }); // ''
 * String(errors[0]); // 'EncodeError: Cannot encode a value of type undefined: it has no JSON form'
 */
export class EncodeError extends Error {
  override get name(): string {
    return 'EncodeError';
  }
}

/**
 * Encodes one value as one line of JSON: compact, stable, ended by LF. It holds no other line break of any kind (U+0085,
 * U+2028 and U+2029 are escaped) and no lone surrogate (each is U+FFFD).
 *
 * A record is written whatever it holds:
 * - What `JSON.stringify` does for plain values, `toJSON` and missing ones is done here too: NaN and infinities are `null`.
 * - A `Map` is an object if all its keys are strings, and else a list of pairs; a `Set` is a list.
 * - An error is its name, message, cause, and its own enumerable properties. Its stack is left out.
 * - `Uint8Array`, `DataView` and `ArrayBuffer` are bytes (see `bytes`); other typed arrays are lists of numbers.
 * - An object inside itself is `"[circular]"`. One that is only shared is written each time.
 * - What throws (a getter, a `toJSON`, a proxy) is `"[threw Error: why]"` in its place.
 * - Past 100 objects within each other there is `"[nested too deep]"`, past 1,048,576 values `"[too many values]"`.
 *
 * Holds the line; and for all calls together the keys of some kinds of objects, 1,024 at most.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @throws {EncodeError} If the value has no JSON form, or its line is longer than a string can be; see `onError`.
 * @example
 * encodeJsonLine({ b: 10n, a: ['\u2028', Number.NaN] }); // '{"a":["\\u2028",null],"b":"10"}\n'
 * encodeJsonLine(new Map([['é', new Set([1])]]), { ascii: true }); // '{"\\u00e9":[1]}\n'
 * encodeJsonLine(undefined, { onError: 'skip' }); // ''
 * encodeJsonLine({ apiKey: 's3cret', log: 'apiKey=s3cret' }, { redact: { names: ['apiKey'] } }); // '{"apiKey":"[masked]","log":"apiKey=[masked]"}\n'
 */
export function encodeJsonLine(value: unknown, options?: JsonlOptions): string {
  return encodeLine(value, options === undefined ? DEFAULTS : checkedSettings('encodeJsonLine', options));
}

/**
 * Values in, lines of JSON out, one string each; see {@link encodeJsonLine}. Holds nothing between two values.
 *
 * @throws {TypeError | RangeError} If an option is of the wrong kind or value.
 * @throws {EncodeError} From `push`, as `encodeJsonLine` does. The next value can be pushed all the same; a stream ends.
 * @example
 * const encode = new JsonlEncode({ onError: 'skip' });
 * [...encode.push({ n: 1 }), ...encode.push(undefined), ...encode.push('two')]; // [ '{"n":1}\n', '"two"\n' ]
 * encode.skippedRecords; // 1
 */
export class JsonlEncode<T = unknown> extends ChunkTransform<T, string> {
  readonly #settings: LineSettings;
  #skippedRecords = 0;

  constructor(options?: JsonlOptions) {
    super();
    this.#settings = checkedSettings('Cannot create JsonlEncode', options);
  }

  /** Records that `onError` has left out. */
  get skippedRecords(): number {
    return this.#skippedRecords;
  }

  override push(value: T): readonly string[] {
    const line = encodeLine(value, this.#settings);
    if (line !== '') return [line];
    this.#skippedRecords++;
    return [];
  }

  override flush(): readonly string[] {
    return [];
  }
}

interface LineSettings extends JsonSettings {
  readonly onError: NonNullable<JsonlOptions['onError']>;
}

const DEFAULTS: LineSettings = {
  sortKeys: true,
  ascii: false,
  omit: undefined,
  bigint: 'string',
  bytes: 'base64',
  masking: undefined,
  onError: 'throw',
};

/** The line, or an empty string for a record that is skipped. */
function encodeLine(value: unknown, settings: LineSettings): string {
  let error: EncodeError;
  try {
    const line = jsonLine(value, settings);
    if (line !== undefined) return line;
    error = new EncodeError(`Cannot encode a value of type ${typeof value}: it has no JSON form`);
  } catch (cause) {
    error = new EncodeError('Cannot encode a value: its line cannot be made', { cause });
  }
  const { onError } = settings;
  if (onError === 'throw') throw error;
  if (onError !== 'skip') onError(error, value);
  return '';
}

function checkedSettings(owner: string, options: JsonlOptions | undefined): LineSettings {
  const given = checkOptions(owner, options);
  const { sortKeys = DEFAULTS.sortKeys, ascii = DEFAULTS.ascii, omit } = given;
  const { bigint = DEFAULTS.bigint, bytes = DEFAULTS.bytes, redact, onError = DEFAULTS.onError } = given;
  checkBoolean(owner, 'sortKeys', sortKeys);
  checkBoolean(owner, 'ascii', ascii);
  checkChoice(owner, 'bigint', bigint, ['string', 'number']);
  checkChoice(owner, 'bytes', bytes, ['base64', 'length']);
  if (omit !== undefined && !(Array.isArray(omit) && omit.every((key) => typeof key === 'string'))) {
    throw new TypeError(`${owner}: omit must be an array of strings, got ${show(omit)}`);
  }
  if (typeof onError !== 'function') checkChoice(owner, 'onError', onError, ['throw', 'skip']);
  const masking = redact === undefined ? undefined : new Redaction(owner, redact);
  return { sortKeys, ascii, omit: omit && new Set(omit), bigint, bytes, masking, onError };
}
