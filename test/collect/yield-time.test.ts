import { expect, test } from 'vitest';
import { clampYieldTime, resolveWriteYieldTime } from '../../src/index.js';

const TIMES = [
  Number.NEGATIVE_INFINITY,
  -1,
  0,
  0.5,
  249,
  250,
  251,
  4999,
  5000,
  5001,
  29_999,
  30_000,
  30_001,
  1e300,
  Infinity,
];

test('clampYieldTime keeps a time between 250 and 30,000 ms', () => {
  for (const ms of TIMES) {
    const clamped = clampYieldTime(ms);
    expect(clamped).toBeGreaterThanOrEqual(250);
    expect(clamped).toBeLessThanOrEqual(30_000);
    if (ms >= 250 && ms <= 30_000) expect(clamped).toBe(ms);
  }
  expect(TIMES.map(clampYieldTime)).toEqual(TIMES.map(clampYieldTime).sort((a, b) => a - b));
});

test('resolveWriteYieldTime clamps, and waits at least 5,000 ms when nothing is written', () => {
  for (const yieldTimeMs of TIMES) {
    expect(resolveWriteYieldTime({ yieldTimeMs, inputEmpty: false })).toBe(clampYieldTime(yieldTimeMs));
    const poll = resolveWriteYieldTime({ yieldTimeMs, inputEmpty: true });
    expect(poll).toBe(Math.max(5000, clampYieldTime(yieldTimeMs)));
  }
});

test('clampYieldTime and resolveWriteYieldTime refuse what is no time', () => {
  for (const [bad, error] of [
    [Number.NaN, RangeError],
    ['250', TypeError],
    [undefined, TypeError],
    [null, TypeError],
  ] as const) {
    expect(() => clampYieldTime(bad as number)).toThrow(error);
    expect(() => resolveWriteYieldTime({ yieldTimeMs: bad as number, inputEmpty: true })).toThrow(error);
  }
  for (const bad of [undefined, null, {}, { yieldTimeMs: 250 }, { yieldTimeMs: 250, inputEmpty: '' }]) {
    expect(() => resolveWriteYieldTime(bad as never)).toThrow(TypeError);
  }
});
