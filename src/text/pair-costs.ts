import { CLASS_COUNT, classesOfBytes } from './byte-classes.js';
import { COSTS, DIGITS } from './token-costs.js';
import { COSTS_AT, MOST_WASM_BYTES, wasm } from './wasm.js';

/** Adds up what each byte costs behind the one before, and the first behind `previous`. */
export type CostAdder = (bytes: Uint8Array, previous: number) => number;

const PAIRS = 0x10000;
/** Fewer are not worth a call. */
const LEAST_WASM_BYTES = 32;
/** Bytes whose costs are added up in 32 bits, which is fast: no byte costs more than 61. */
const MOST_BYTES = 2 ** 24;

/** Adds up in the module of scan.wat, twice as fast as in words; undefined where there is none. */
export function wasmAdder(): CostAdder | undefined {
  const module = wasm();
  if (module === undefined) return undefined;
  const { memory, cost } = module;
  const costs = memory.subarray(COSTS_AT, COSTS_AT + PAIRS);
  setCosts(costs);
  return (bytes, previous) => {
    if (bytes.length < LEAST_WASM_BYTES) return addEach(bytes, previous, costs);
    let units = 0;
    memory[0] = previous;
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + MOST_WASM_BYTES - 1);
      memory.set(bytes.subarray(from, to), 1);
      units += cost(to - from);
      memory[0] = bytes[to - 1]!;
      from = to;
    }
    return units;
  };
}

/** Adds up in words of JavaScript. */
export function wordAdder(): CostAdder {
  const costs = new Uint8Array(PAIRS);
  setCosts(costs);
  return (bytes, previous) => {
    let units = 0;
    for (let from = 0; from < bytes.length; from += MOST_BYTES) {
      const part = bytes.subarray(from, from + MOST_BYTES);
      units += addWords(part, from === 0 ? previous : bytes[from - 1]!, costs);
    }
    return units;
  };
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
      const row = previous === byte ? CLASS_COUNT : classes[previous]!;
      costs[(byte << 8) | previous] = DIGITS.indexOf(COSTS[row]![classes[byte]!]!);
    }
  }
}
