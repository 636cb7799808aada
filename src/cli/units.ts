const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** A longer timer fires at once. */
const MOST_MS = 2 ** 31 - 1;

/** Milliseconds of `500ms`, `2s`, `1.5m` or `1h`; undefined for what is none, is zero, or is longer than a timer can be. */
export function parseDuration(text: string): number | undefined {
  const ms = parseAmount(text, MS);
  return ms !== undefined && ms > 0 && ms <= MOST_MS ? ms : undefined;
}

/** Bytes of `4096`, `64KiB` or `1MB`, in any case of letters; undefined for what is none. */
export function parseSize(text: string): number | undefined {
  return parseAmount(text.toLowerCase(), BYTES);
}

/** A whole number in digits; undefined for what is none. */
export function parseCount(text: string): number | undefined {
  return /^\d+$/.test(text) ? whole(Number(text)) : undefined;
}

function parseAmount(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/.exec(text) ?? [];
  if (number === undefined || unit === undefined || !Object.hasOwn(units, unit)) return undefined;
  // 1.005 * 1e6 is 1004999.9999999999.
  return whole(Math.round(Number(number) * units[unit]!));
}

const whole = (amount: number) => (Number.isSafeInteger(amount) ? amount : undefined);

/** `999 B`, `12.3 MB`: for people, so rounded. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 'B';
  for (const larger of ['kB', 'MB', 'GB', 'TB']) {
    // 999.95 would be shown as 1000.0.
    if (amount < (unit === 'B' ? 1000 : 999.95)) break;
    amount /= 1000;
    unit = larger;
  }
  return unit === 'B' ? `${amount} B` : `${amount.toFixed(1)} ${unit}`;
}

/** `3.2 s`, `4 min 05 s`, `2 h 04 min`. */
export function formatDuration(ms: number): string {
  const tenths = Math.floor(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

const twoDigits = (count: number) => String(count).padStart(2, '0');
