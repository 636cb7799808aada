import { expect, test } from 'vitest';
import * as events from '../src/events/index.js';
import * as root from '../src/index.js';

test('every function and class bears the name that it is exported by', () => {
  for (const entry of [root, events]) {
    const named = Object.entries(entry).filter(([, value]) => typeof value === 'function');
    expect(named.map(([, value]) => (value as { name: string }).name)).toEqual(named.map(([name]) => name));
    expect(named.length).toBeGreaterThan(8);
  }
});
