/** What may not stand as it is between quotes. Of surrogates only lone ones may not, which the engine tells apart. */
const ESCAPED = /[\x00-\x1f"\\\ud800-\udfff]/;

/** A string of JSON as the engine writes it; {@link finishLine} does the rest for a whole line at once. */
export function quote(text: string): string {
  // The engine is slower than the test, which gives up at the first place where it is needed.
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * Makes one line of a JSON text: lone surrogates become U+FFFD, which the engine has written as escapes, and no line break
 * but the final LF stays raw. In `ascii` all that is not printable ASCII is escaped, in lower case.
 *
 * Done once for the line, where the search is cheap, and not for each string.
 */
export function finishLine(json: string, ascii: boolean): string {
  // The LF comes first: the search makes one flat string of all parts, which is done once then.
  const line = `${json}\n`;
  const text = line.includes(SURROGATE_ESCAPE) ? withoutSurrogateEscapes(line) : line;
  if (ascii) return escapeEach(text, /[\x7f-\uffff]/g);
  const breaks = text.includes('\u0085') || text.includes('\u2028') || text.includes('\u2029');
  return breaks ? escapeEach(text, /[\u0085\u2028\u2029]/g) : text;
}

const SURROGATE_ESCAPE = '\\ud';

function withoutSurrogateEscapes(line: string): string {
  let text = '';
  let from = 0;
  for (let at = line.indexOf(SURROGATE_ESCAPE); at !== -1; at = line.indexOf(SURROGATE_ESCAPE, at + 1)) {
    let before = at;
    while (line[before - 1] === '\\') before--;
    // Behind an odd number of backslashes this one is escaped itself, and "ud800" is text.
    if ((at - before) % 2 === 1) continue;
    text += `${line.slice(from, at)}\ufffd`;
    from = at + '\\udxxx'.length;
  }
  return text + line.slice(from);
}

/** Code units that are looked at in one go: the engine keeps a list of all that it finds. */
const MOST_UNITS = 1 << 20;

function escapeEach(text: string, unit: RegExp): string {
  let escaped = '';
  for (let at = 0; at < text.length; at += MOST_UNITS) {
    escaped += text.slice(at, at + MOST_UNITS).replace(unit, escapeUnit);
  }
  return escaped;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
