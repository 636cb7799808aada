/** What may not stand as it is between quotes. Of surrogates only lone ones may not, which takes a closer look. */
const ESCAPED = /[\x00-\x1f"\\\u0085\u2028\u2029\ud800-\udfff]/;

/** Texts longer than this mostly have lines; an LF is found in less time than it takes to call the test. */
const LONG_UNITS = 256;

/** A string of JSON that holds no line break of any kind, each lone surrogate in it U+FFFD. */
export function quote(text: string): string {
  // The engine is slower than the test, which gives up at the first place where it is needed.
  const hasLines = text.length > LONG_UNITS && text.includes('\n');
  if (!hasLines && !ESCAPED.test(text)) return `"${text}"`;
  const json = JSON.stringify(text.toWellFormed());
  // Not looked for in the JSON, which engines give in parts and would have to put together for it.
  const breaks = text.includes('\u0085') || text.includes('\u2028') || text.includes('\u2029');
  return breaks ? escapeEach(json, /[\u0085\u2028\u2029]/g) : json;
}

/** Ends the line; in `ascii` all that is not printable ASCII is escaped, in lower case. */
export function finishLine(json: string, ascii: boolean): string {
  return ascii ? escapeEach(`${json}\n`, /[\x7f-\uffff]/g) : `${json}\n`;
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
