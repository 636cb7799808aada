/** What may not stand before a name: the rest of a longer one. */
const BOUNDARY = '[^A-Za-z0-9_]';
/** The quote that closes a name, inside text that is quoted itself perhaps. */
const CLOSING = '\\\\{0,7}["\']';
const BLANKS = '[ \\t]{0,8}';
/** Units of the closing quote and the blanks. */
const MOST_BEHIND = 16;

/** A name with what stands around it, in any case: before, closing quote, separator. */
export function nameHeader(names: readonly string[]): RegExp {
  return new RegExp(`(${BOUNDARY})(?:${names.map(escaped).join('|')})(${CLOSING})?${BLANKS}([=:])`, 'gi');
}

/** What could become a header at the end of a text, with the unit before it. */
export function partialHeader(names: readonly string[]): { pattern: RegExp; mostUnits: number } {
  const behind = `(?:\\\\{0,7}|(?:${CLOSING})?${BLANKS})$`;
  const beginnings = names.map((name) => {
    const units = name.split('').map(escaped);
    return units.reduceRight((rest, unit) => `${unit}(?:$|${rest})`, behind);
  });
  const mostUnits = 1 + Math.max(...names.map((name) => name.length)) + MOST_BEHIND;
  return { pattern: new RegExp(`${BOUNDARY}(?:${beginnings.join('|')})`, 'i'), mostUnits };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
