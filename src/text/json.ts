import { type FormSettings, jsonForm, MOST_VALUES, threwText } from './json-forms.js';
import { planKeys } from './json-keys.js';
import { finishLine, quote } from './json-text.js';

export interface JsonSettings extends FormSettings {
  readonly sortKeys: boolean;
  readonly ascii: boolean;
  /** Keys of the outermost object that are left out. */
  readonly omit: ReadonlySet<string> | undefined;
  readonly bigint: 'string' | 'number';
}

/** Objects within each other. A fixed number, so that the line does not depend on how much stack the caller has left. */
const MOST_DEPTH = 100;

const CIRCULAR = '"[circular]"';
const TOO_DEEP = '"[nested too deep]"';
const TOO_MANY = '"[too many values]"';

interface State {
  readonly settings: JsonSettings;
  /** The objects that the value in hand is inside of, and what their `toJSON` gave. */
  readonly ancestors: object[];
  depth: number;
  /** Values that may still be written. */
  left: number;
}

/** One line of JSON with its LF, or undefined for a value that has no JSON form. */
export function jsonLine(value: unknown, settings: JsonSettings): string | undefined {
  const json = write({ settings, ancestors: [], depth: 0, left: MOST_VALUES }, value, '');
  return json === undefined ? undefined : finishLine(json, settings.ascii);
}

function write(state: State, value: unknown, key: string | number): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoteMasked(state, value);
    case 'number':
      return Number.isFinite(value) ? unlessMasked(state, `${value}`) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint': {
      const isNumber = state.settings.bigint === 'number' && Number.isSafeInteger(Number(value));
      return isNumber ? unlessMasked(state, `${value}`) : quoteMasked(state, `${value}`);
    }
    case 'object':
      return value === null ? 'null' : writeObject(state, value, key);
    default:
      return undefined;
  }
}

function writeObject(state: State, value: object, key: string | number): string | undefined {
  const { ancestors } = state;
  if (ancestors.includes(value)) return CIRCULAR;
  if (state.depth === MOST_DEPTH) return TOO_DEEP;
  if (state.left <= 0) return TOO_MANY;
  const outside = ancestors.length;
  ancestors.push(value);
  state.depth++;
  try {
    const form = jsonForm(value, key, state.settings);
    if (typeof form !== 'object' || form === null) return write(state, form, key);
    if (form !== value) {
      if (ancestors.includes(form)) return CIRCULAR;
      ancestors.push(form);
    }
    return Array.isArray(form) || ArrayBuffer.isView(form) ? writeList(state, form) : writeFields(state, form);
  } catch (error) {
    return quoteMasked(state, threwText(error));
  } finally {
    state.depth--;
    // Not by setting its length, which engines are slow at.
    while (ancestors.length > outside) ancestors.pop();
  }
}

function writeList(state: State, items: object): string {
  const { length } = items as unknown[];
  let json = '';
  for (let i = 0; i < length; i++) {
    if (--state.left < 0) return i === 0 ? `[${TOO_MANY}]` : `${json},${TOO_MANY}]`;
    const item = writeMember(state, items, i) ?? 'null';
    json = i === 0 ? `[${item}` : `${json},${item}`;
  }
  return length === 0 ? '[]' : `${json}]`;
}

function writeFields(state: State, object: object): string {
  const { sortKeys, omit, masking } = state.settings;
  const { keys, opening, following } = planKeys(Object.keys(object), sortKeys);
  const omitted = state.depth === 1 ? omit : undefined;
  state.left -= keys.length;
  let json = '';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (omitted?.has(key)) continue;
    // What is behind a name that is masked is not even looked at.
    const member = masking?.isNamed(key) ? quote(masking.mask) : writeMember(state, object, key);
    if (member === undefined) continue;
    const shown = masking ? masking.text(key) : key;
    if (shown !== key) json += `${json === '' ? '{' : ','}${quote(shown)}:${member}`;
    else json = json === '' ? opening[i]! + member : json + following[i]! + member;
  }
  return json === '' ? '{}' : `${json}}`;
}

function writeMember(state: State, object: object, key: string | number): string | undefined {
  let value: unknown;
  try {
    value = (object as Record<string | number, unknown>)[key];
  } catch (error) {
    return quoteMasked(state, threwText(error));
  }
  return write(state, value, key);
}

function quoteMasked({ settings: { masking } }: State, text: string): string {
  return quote(masking ? masking.text(text) : text);
}

/** A number as it is, or in quotes if a part of it is masked. */
function unlessMasked({ settings: { masking } }: State, number: string): string {
  const shown = masking ? masking.text(number) : number;
  return shown === number ? number : quote(shown);
}
