/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` would do, but browsers have it on secure pages alone. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [0, 8, 12, 16, 20].map((at, i, all) => hex.slice(at, all[i + 1])).join('-');
}
