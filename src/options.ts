const MOST_SHOWN = 40;

/** The first code units, without half of a pair at their end. */
const beginning = (text: string) => text.slice(0, MOST_SHOWN).replace(/[\ud800-\udbff]$/, '');

/** How a value is shown in an error: its text, cut short, or its kind where the text would say nothing. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MOST_SHOWN ? `${beginning(value)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `a ${name.toWellFormed()}` : 'an object';
}

/**
 * Checks a count: an integer, at least `min`.
 * @throws {TypeError} If it is no number. @throws {RangeError} If it is another number.
 */
export function checkInteger(owner: string, name: string, value: unknown, min = 0): number {
  if (typeof value !== 'number') throw new TypeError(`${owner}: ${name} must be a number, got ${show(value)}`);
  if (!Number.isSafeInteger(value) || value < min) {
    throw new RangeError(`${owner}: ${name} must be an integer >= ${min}, got ${value}`);
  }
  return value;
}

/**
 * Checks a number from `min` to `max`, NaN excluded.
 * @throws {TypeError} If it is no number. @throws {RangeError} If it is outside.
 */
export function checkNumber(owner: string, name: string, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number') throw new TypeError(`${owner}: ${name} must be a number, got ${show(value)}`);
  if (!(value >= min && value <= max)) {
    throw new RangeError(`${owner}: ${name} must be between ${min} and ${max}, got ${value}`);
  }
  return value;
}

/** @throws {TypeError} If it is no boolean. */
export function checkBoolean(owner: string, name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${owner}: ${name} must be true or false, got ${show(value)}`);
  return value;
}

/** @throws {TypeError} If it is no function. */
export function checkFunction<F extends (...args: never[]) => unknown>(owner: string, name: string, value: F): F {
  if (typeof value !== 'function') throw new TypeError(`${owner}: ${name} must be a function, got ${show(value)}`);
  return value;
}

/** @throws {TypeError} If it has not all of these methods. */
export function checkMethods<T>(owner: string, name: string, value: T, methods: readonly (keyof T & string)[]): T {
  for (const method of methods) {
    if (typeof value?.[method] !== 'function')
      throw new TypeError(`${owner}: ${name} must have a ${method} method, got ${show(value)}`);
  }
  return value;
}

/** @throws {TypeError} If it is no string. @throws {RangeError} If it is none of the choices. */
export function checkChoice<T extends string>(owner: string, name: string, value: unknown, choices: readonly T[]): T {
  const list = choices.map((choice) => `'${choice}'`).join(' or ');
  if (typeof value !== 'string') throw new TypeError(`${owner}: ${name} must be ${list}, got ${show(value)}`);
  if (!choices.includes(value as T)) throw new RangeError(`${owner}: ${name} must be ${list}, got ${show(value)}`);
  return value as T;
}

/** The options object itself. @throws {TypeError} If it is no object. */
export function checkOptions<T extends object>(owner: string, options: T | undefined): Partial<T> {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${owner}: options must be an object, got ${show(options)}`);
  }
  return options;
}
