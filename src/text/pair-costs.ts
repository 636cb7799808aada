import { classesOfBytes } from './byte-classes.js';
import { COSTS, DIGITS } from './token-costs.js';
import { COSTS_AT, MOST_WASM_BYTES, wasm } from './wasm.js';

/** Adds up what each byte costs behind the one before. */
export interface CostAdder {
  /** Of bytes, the first behind `previous`. */
  ofBytes(bytes: Uint8Array, previous: number): number;
  /** Of a string, the first byte behind `previous`. */
  ofText(text: string, previous: number): number;
}

const PAIRS = 0x10000;
/** Fewer are not worth a call. */
const LEAST_WASM_BYTES = 32;
/** Bytes of a string that are looked at together without the module. */
const BLOCK_BYTES = 16_384;
/** Bytes whose costs are added up in 32 bits, which is fast: no byte costs more than 61. */
const MOST_BYTES = 2 ** 24;

let encoder: TextEncoder | undefined;

/** Adds up in the module of scan.wat, twice as fast as in words; undefined where there is none. */
export function wasmAdder(): CostAdder | undefined {
  const module = wasm();
  if (module === undefined) return undefined;
  const { memory, cost } = module;
  const costs = memory.subarray(COSTS_AT, COSTS_AT + PAIRS);
  setCosts(costs);
  // The byte before stands in front of it.
  const room = memory.subarray(1, MOST_WASM_BYTES);
  const ofRoom = (length: number, previous: number) => {
    memory[0] = previous;
    return cost(length);
  };
  const ofBytes = (bytes: Uint8Array, previous: number) => {
    if (bytes.length < LEAST_WASM_BYTES) return addEach(bytes, previous, costs);
    let units = 0;
    for (let from = 0; from < bytes.length; from += room.length) {
      const part = bytes.subarray(from, from + room.length);
      room.set(part);
      units += ofRoom(part.length, from === 0 ? previous : bytes[from - 1]!);
    }
    return units;
  };
  return { ofBytes, ofText: (text, previous) => addText(text, previous, room, ofRoom) };
}

/** Adds up in words of JavaScript. */
export function wordAdder(): CostAdder {
  const costs = new Uint8Array(PAIRS);
  setCosts(costs);
  const room = new Uint8Array(BLOCK_BYTES);
  const ofBytes = (bytes: Uint8Array, previous: number) => {
    let units = 0;
    for (let from = 0; from < bytes.length; from += MOST_BYTES) {
      const part = bytes.subarray(from, from + MOST_BYTES);
      units += addWords(part, from === 0 ? previous : bytes[from - 1]!, costs);
    }
    return units;
  };
  const ofRoom = (length: number, previous: number) => ofBytes(room.subarray(0, length), previous);
  return { ofBytes, ofText: (text, previous) => addText(text, previous, room, ofRoom) };
}

/** Adds up a string block by block, each encoded into `room`. */
function addText(
  text: string,
  before: number,
  room: Uint8Array,
  ofRoom: (length: number, previous: number) => number,
): number {
  encoder ??= new TextEncoder();
  let previous = before;
  let units = 0;
  for (let at = 0; at < text.length; ) {
    // A slice of what the room can hold at most: an engine might copy all that is left of a longer one. Half of a pair at
    // its end is not read, as three bytes more have no room.
    const { read, written } = encoder.encodeInto(text.slice(at, at + room.length), room);
    at += read;
    units += ofRoom(written, previous);
    previous = room[written - 1]!;
  }
  return units;
}

function addEach(bytes: Uint8Array, before: number, costs: Uint8Array): number {
  let previous = before;
  let units = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    units += costs[(byte << 8) | previous]!;
    previous = byte;
  }
  return units;
}

/** Four bytes at a time, which is more than twice as fast: each half of a word, and its middle, is an index. */
function addWords(bytes: Uint8Array, before: number, costs: Uint8Array): number {
  const first = Math.min(bytes.length, -bytes.byteOffset & 3);
  const count = isLittleEndian() ? (bytes.length - first) >>> 2 : 0;
  let units = addEach(bytes.subarray(0, first), before, costs);
  let previous = first > 0 ? bytes[first - 1]! : before;
  if (count === 0) return units + addEach(bytes.subarray(first), previous, costs);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, count);
  let more = 0;
  for (let i = 0; i < count; i++) {
    const word = words[i]! | 0;
    units = (units + costs[((word & 0xff) << 8) | previous]! + costs[word & 0xffff]!) | 0;
    more = (more + costs[(word >>> 8) & 0xffff]! + costs[word >>> 16]!) | 0;
    previous = word >>> 24;
  }
  return units + more + addEach(bytes.subarray(first + 4 * count), previous, costs);
}

const isLittleEndian = () => new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** What each byte costs behind each other one, at `byte * 256 + previous`. */
function setCosts(costs: Uint8Array): void {
  const classes = classesOfBytes();
  for (let previous = 0; previous < 256; previous++) {
    for (let byte = 0; byte < 256; byte++) {
      const row = previous === byte ? COSTS.at(-1)! : COSTS[classes[previous]!]!;
      costs[(byte << 8) | previous] = DIGITS.indexOf(row[classes[byte]!]!);
    }
  }
}
