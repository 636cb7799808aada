import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Collector, collect } from '../../src/index.js';
import { childOutput } from '../../src/node/index.js';

const PIPES = ['ignore', 'pipe', 'pipe'] as const;

test('childOutput gives both pipes by their names, for collect', async () => {
  const child = spawn('sh', ['-c', 'echo out; echo err >&2'], { stdio: [...PIPES] });
  const { sources, closed } = await collect(childOutput(child));
  expect([sources!.stdout!.text, sources!.stderr!.text, closed]).toEqual(['out\n', 'err\n', true]);
});

test.each([
  ['stdout', ''],
  ['stderr', '>&2'],
])(
  'childOutput: a child that writes 200 kB to %s alone ends, and so does one that fills both in turns',
  async (label, to) => {
    const child = spawn('sh', ['-c', `head -c 200000 /dev/zero ${to}; echo x; echo x >&2`], { stdio: [...PIPES] });
    const collector = new Collector(childOutput(child));
    expect(await once(child, 'exit')).toEqual([0, null]);
    const { sources } = await collector.collect();
    expect(sources![label]!.totalBytes).toBe(200_002);

    const turns = 'for i in 1 2 3; do head -c 100000 /dev/zero; head -c 100000 /dev/zero >&2; done';
    const both = await collect(childOutput(spawn('sh', ['-c', turns], { stdio: [...PIPES] })));
    expect([both.totalBytes, both.closed]).toEqual([600_000, true]);
  },
);

test('childOutput leaves out a pipe that the child does not have, and refuses a child without any', async () => {
  const child = spawn('echo', ['out'], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(Object.keys(childOutput(child))).toEqual(['stdout']);
  expect((await collect(childOutput(child))).text).toBe('out\n');
  expect(() => childOutput(spawn('true', { stdio: 'ignore' }))).toThrow(TypeError);
  // As Bun has what was not asked for, and Deno.
  expect(() => childOutput({ stdout: undefined, stderr: 7 })).toThrow(TypeError);
  const denos = {
    stdout: new Blob(['x']).stream(),
    get stderr(): never {
      throw new TypeError('stderr is not piped');
    },
  };
  expect(Object.keys(childOutput(denos))).toEqual(['stdout']);
  expect(() => childOutput(undefined as never)).toThrow(TypeError);
});
