import { SCAN_WASM } from './scan-wasm.js';

/** The module of scan.wat, and what its functions look at. */
export interface Wasm {
  readonly memory: Uint8Array;
  scan(length: number, checks: 0 | 1): number;
  cost(length: number): number;
}

/** What `scan` takes at a time, and, with the byte before, `cost`. */
export const MOST_WASM_BYTES = 65_536;
/** Where `scan` finds the bytes; `cost` has them at the beginning. */
export const SCANNED_AT = 16;
/** Where `cost` finds what each pair of bytes costs. */
export const COSTS_AT = 131_072;

let module: Wasm | undefined;
let isForbidden = false;

/**
 * Undefined where there is no WebAssembly with SIMD instructions, or where the platform does not let a module be made of
 * bytes (a strict Content-Security-Policy, Workers). Made when it is first asked for.
 */
export function wasm(): Wasm | undefined {
  if (module === undefined && !isForbidden) {
    try {
      module = makeModule();
    } catch {
      isForbidden = true;
    }
  }
  return module;
}

function makeModule(): Wasm {
  const binary = Uint8Array.from(atob(SCAN_WASM), (unit) => unit.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
  return {
    memory: new Uint8Array((exports.memory as WebAssembly.Memory).buffer),
    scan: exports.scan as Wasm['scan'],
    cost: exports.cost as Wasm['cost'],
  };
}
