/** Rules of what is masked, ready to be asked. Neither method throws. */
export interface Masking {
  readonly mask: string;
  /** True for a key whose value is masked, whatever it is. */
  isNamed(key: string): boolean;
  text(text: string): string;
}

/** Where something was found: code units, the end not included. */
export type Find = readonly [start: number, end: number];

/** Every place of a text in another, those that overlap too. */
export function* findText(text: string, wanted: string): Generator<Find> {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) yield [at, at + wanted.length];
}

/** Every match of a global pattern that is not empty. */
export function* findPattern(text: string, pattern: RegExp): Generator<Find> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found !== '') yield [index, index + found.length];
  }
}

/** Finds the values behind these names: `NAME=value`, `Name: value`, `"name":"value"`. Case does not count. */
export function findNamedValues(names: readonly string[]): (text: string) => Generator<Find> {
  const choice = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  // A value in quotes goes up to the next one; behind `=` up to a blank; behind `:`, as in a header, to the end of the line.
  const quoted = String.raw`[=:][ \t]*(?:\\?"((?:[^"\\]|\\.)+)|'([^']+))`;
  const bare = String.raw`=[ \t]*([^\s"'&;]+)|:[ \t]*([^\r\n"']+)`;
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${choice})\\?["']?[ \t]*(?:${quoted}|${bare})`, 'dgiu');
  return function* (text) {
    for (const { indices } of text.matchAll(pattern)) {
      const value = indices!.slice(1).find((place) => place !== undefined);
      if (value) yield value;
    }
  };
}

/** The text with a mask in place of each find; finds that overlap have one together. */
export function masked(text: string, finds: readonly Find[], mask: string): string {
  if (finds.length === 0) return text;
  let out = '';
  let end = 0;
  for (const [start, findEnd] of [...finds].sort(([a], [b]) => a - b)) {
    if (start >= end) out += text.slice(end, start) + mask;
    end = Math.max(end, findEnd);
  }
  return out + text.slice(end);
}
