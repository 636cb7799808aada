import { expect, test } from 'vitest';
import { collect } from '../../src/index.js';
import { settle } from '../helpers/turns.js';

// Where programs are run, and turns have an order.
test('collect has what came in the turn behind an exit, as platforms tell of an exit before they look at pipes', async () => {
  const exited = Promise.resolve(7);
  async function* pipe() {
    await exited;
    await settle(2);
    yield 'last words';
  }
  const result = await collect(pipe(), { exited, graceMs: 0 });
  expect(result).toMatchObject({ text: 'last words', endedBy: 'exit', closed: true, exit: 7 });
});
