/** A longer sequence is text, wherever it is cut. */
export const MOST_SEQUENCE_BYTES = 256;

export const ESC = 0x1b;
export const BRACKET = 0x5b;
/** U+009B, `ESC [` in one scalar value, is these two bytes. */
export const CSI_LEAD = 0xc2;
export const CSI = 0x9b;

const isParameter = (byte: number | undefined) => byte !== undefined && byte >= 0x20 && byte <= 0x3f;
const isFinal = (byte: number | undefined) => byte !== undefined && byte >= 0x40 && byte <= 0x7e;

/** Bytes before a border that belong to a control sequence which is not at its end there, an ESC alone included. */
export function openSequence(bytes: Uint8Array, border: number): number {
  let at = border;
  while (border - at < MOST_SEQUENCE_BYTES - 2 && isParameter(bytes[at - 1])) at--;
  if (at === border && bytes[at - 1] === ESC) return 1;
  const isOpen =
    (bytes[at - 1] === BRACKET && bytes[at - 2] === ESC) || (bytes[at - 1] === CSI && bytes[at - 2] === CSI_LEAD);
  return isOpen ? border - at + 2 : 0;
}

/** Bytes behind a border that belong to the control sequence that is open there; 0 if it does not end. */
export function restOfSequence(bytes: Uint8Array, border: number): number {
  if (openSequence(bytes, border) === 0) return 0;
  let at = border;
  if (bytes[border - 1] === ESC && bytes[at++] !== BRACKET) return 0;
  while (at - border < MOST_SEQUENCE_BYTES && isParameter(bytes[at])) at++;
  return isFinal(bytes[at]) ? at + 1 - border : 0;
}
