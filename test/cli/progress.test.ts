import { expect, test } from 'vitest';
import { Progress } from '../../src/cli/progress.js';
import { install } from './installed.js';

/** Time that passes when the test says so. */
class ManualClock {
  #now = 1_000_000;
  #timers: { at: number; fn: () => void }[] = [];
  now = () => this.#now;
  setTimeout = (fn: () => void, ms: number) => {
    const timer = { at: this.#now + ms, fn };
    this.#timers.push(timer);
    return timer;
  };
  clearTimeout = (timer: unknown) => {
    this.#timers = this.#timers.filter((other) => other !== timer);
  };
  get pending() {
    return this.#timers.length;
  }
  pass(ms: number) {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.clearTimeout(next);
      this.#now = next.at;
      next.fn();
    }
    this.#now = end;
  }
}

function terminal(columns?: number) {
  const writes: string[] = [];
  return { writes, write: (text: string) => writes.push(text), ...(columns !== undefined && { columns }) };
}

test('Progress shows bytes, lines, what will be omitted and the time on one line', () => {
  const clock = new ManualClock();
  const { writes, ...stream } = terminal();
  const progress = new Progress(stream, 1000, clock);
  for (let i = 0; i < 12_345; i++) progress.count(Buffer.from('ten bytes\n'));
  clock.pass(3200);
  expect(writes.at(-1)).toBe('\rmillrace: 123.5 kB, 12,345 lines, 122.5 kB omitted, 3.2 s\x1b[K');
  progress.stop();
});

test('Progress draws ten times a second at most, however much comes', () => {
  const clock = new ManualClock();
  const { writes, ...stream } = terminal();
  const progress = new Progress(stream, 1000, clock);
  for (let i = 0; i < 2000; i++) {
    progress.count(Buffer.from('x'));
    clock.pass(1);
  }
  expect(writes.length).toBe(20);
  progress.stop();
});

test('Progress erases its line and leaves no timer', () => {
  const clock = new ManualClock();
  const { writes, ...stream } = terminal();
  const progress = new Progress(stream, 1000, clock);
  clock.pass(100);
  progress.stop();
  expect(writes.at(-1)).toBe('\r\x1b[K');
  expect(clock.pending).toBe(0);
});

test('Progress writes nothing when all is over before its first line', () => {
  const clock = new ManualClock();
  const { writes, ...stream } = terminal();
  const progress = new Progress(stream, 1000, clock);
  clock.pass(99);
  progress.stop();
  expect(writes).toEqual([]);
  expect(clock.pending).toBe(0);
});

test('Progress fits a narrow terminal, so that it can be erased', () => {
  const clock = new ManualClock();
  const { writes, ...stream } = terminal(20);
  const progress = new Progress(stream, 1000, clock);
  clock.pass(100);
  expect(writes).toEqual([`\r${'millrace: 0 B, 0 lines'.slice(0, 19)}\x1b[K`]);
  progress.stop();
});

test('millrace shows its progress on a terminal, erased before the text comes', async () => {
  const millrace = await install();
  const program = "console.log('one'); setTimeout(() => console.log('two'), 1500);";
  const command = [process.execPath, millrace.cli, '--', process.execPath, '-e', program].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  // The terminal comes from `script`, of the base system.
  const { code, stdout } = await millrace.run('--', 'script', '-qec', command.join(' '), '/dev/null');
  millrace.remove();
  expect(code).toBe(0);
  expect(stdout).toMatch(/\rmillrace: 4 B, 1 lines, 0 B omitted, \d+\.\d s\x1b\[K/);
  expect(stdout.split('\r\x1b[K').at(-1)).toBe('one\r\ntwo\r\n');
});
