import { expect, test } from 'vitest';
import { formatBytes, formatDuration, parseCount, parseDuration, parseSize } from '../../src/cli/units.js';

test('parseDuration takes a number with its unit', () => {
  const cases = { '500ms': 500, '2s': 2000, '1.5m': 90_000, '1h': 3_600_000, '0.25 s': 250, '596h': 2_145_600_000 };
  for (const [text, ms] of Object.entries(cases)) expect([text, parseDuration(text)]).toEqual([text, ms]);
});

test('parseDuration takes nothing else, nor what no timer can wait for', () => {
  for (const text of ['', '2', 's', '-1s', '1e3s', '2 days', '0s', '0.4ms', '597h', '1s2', 'Infinitys', '1,5s', '٣s']) {
    expect([text, parseDuration(text)]).toEqual([text, undefined]);
  }
});

test('parseSize takes bytes, thousands and powers of two', () => {
  const cases = { 0: 0, 4096: 4096, '64KiB': 65_536, '1MB': 1_000_000, '1.5kb': 1500, '2 GiB': 2 ** 31, '10B': 10 };
  for (const [text, bytes] of Object.entries(cases)) expect([text, parseSize(text)]).toEqual([text, bytes]);
  expect(parseSize('1.005MB')).toBe(1_005_000);
});

test('parseSize and parseCount take nothing else', () => {
  for (const text of ['', 'KiB', '-1', '1e6', '0x10', '10 000', '1K', '1toString', '99999999999GB', ' 1', '1\n']) {
    expect([text, parseSize(text)]).toEqual([text, undefined]);
    expect([text, parseCount(text)]).toEqual([text, undefined]);
  }
  expect([parseCount('10'), parseCount('1.5'), parseCount('10kB')]).toEqual([10, undefined, undefined]);
});

test('formatBytes shows at most four digits', () => {
  const cases = { 0: '0 B', 999: '999 B', 1000: '1.0 kB', 999949: '999.9 kB', 999950: '1.0 MB', 12345678: '12.3 MB' };
  for (const [bytes, text] of Object.entries(cases)) expect(formatBytes(Number(bytes))).toBe(text);
  expect(formatBytes(5e15)).toBe('5000.0 TB');
});

test('formatDuration shows two units at most', () => {
  const cases = { 0: '0.0 s', 3249: '3.2 s', 59999: '59.9 s', 60000: '1 min 00 s', 3599999: '59 min 59 s' };
  for (const [ms, text] of Object.entries(cases)) expect(formatDuration(Number(ms))).toBe(text);
  expect(formatDuration(7_440_000)).toBe('2 h 04 min');
});
