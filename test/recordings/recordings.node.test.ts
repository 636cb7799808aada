import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { AnsiStrip, CarriageReturnCollapse, compose, LineCap, Redact } from '../../src/index.js';
import { byteLength, concat, decode } from '../helpers/bytes.js';
import { cut } from '../helpers/cuts.js';
import { run } from '../helpers/run.js';
import { record } from './recorder.js';

const folder = mkdtempSync(join(tmpdir(), 'millrace-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const stages = () => [
  new Redact({ secrets: ['hunter2hunter2'] }),
  new AnsiStrip({ keep: 'moves' }),
  new CarriageReturnCollapse(),
  new LineCap({ maxLineBytes: 200 }),
];
const pipeline = (all = stages()) => compose(all[0]!, all[1]!, all[2]!, all[3]!);

/** The text that is left of a recording: the same however it is cut, with all that is missing counted. */
function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = concat(...chunks);
  const all = stages();
  const text = run(pipeline(all), [bytes]).join('');
  for (const pieces of [chunks, cut(bytes, [1]), cut(bytes, [3, 1, 70]), cut(decode(bytes), [2])]) {
    expect(run(pipeline(), pieces).join('')).toBe(text);
  }
  expect(text).not.toMatch(/[\x1b\x07\b\r]/);
  const omitted = all.reduce((sum, stage) => sum + stage.omittedBytes, 0);
  if (!text.includes('bytes truncated')) expect(byteLength(text) + omitted).toBe(bytes.length);
  return text;
}

const stripped = (chunks: readonly Uint8Array[]) => run(new AnsiStrip(), chunks).join('');

test('AnsiStrip leaves the names of ls --color', async () => {
  for (const name of ['folder', 'plain.txt', 'naïve漢.txt']) mkdirSync(join(folder, 'ls', name), { recursive: true });
  const chunks = await record('ls -1 --color=always', join(folder, 'ls'));
  expect(concat(...chunks).includes(0x1b)).toBe(true);
  expect(textOf(chunks).split('\n').filter(Boolean).sort()).toEqual(['folder', 'naïve漢.txt', 'plain.txt']);
  expect(stripped(chunks)).toBe(stripVTControlCharacters(decode(concat(...chunks))));
});

test('AnsiStrip leaves the text of git log --color', async () => {
  const cwd = join(folder, 'git');
  mkdirSync(cwd);
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd });
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n');
  execFileSync('git', ['add', '.'], { cwd });
  execFileSync('git', [...identity, 'commit', '-q', '-m', 'First ünïcode'], { cwd });
  const chunks = await record('git --no-pager log --color=always -p', cwd);
  expect(concat(...chunks).includes(0x1b)).toBe(true);
  const plain = execFileSync('git', ['--no-pager', 'log', '--color=never', '--decorate', '-p'], {
    cwd,
    encoding: 'utf8',
  });
  expect(textOf(chunks)).toBe(plain);
  expect(stripped(chunks)).toBe(stripVTControlCharacters(decode(concat(...chunks))));
});

test('CarriageReturnCollapse leaves what npm install says in the end', async () => {
  const cwd = join(folder, 'npm');
  mkdirSync(join(cwd, 'dependency'), { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{"name":"recorded","version":"1.0.0"}');
  writeFileSync(join(cwd, 'dependency', 'package.json'), '{"name":"dependency","version":"1.0.0"}');
  const command = 'npm install --offline --no-audit --no-fund --no-update-notifier --progress=true ./dependency';
  const chunks = await record(command, cwd, {
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_color: 'always',
  });
  expect(textOf(chunks)).toMatch(/^\s*(added|up to date)[^\n]*\n$/);
});

test('CarriageReturnCollapse leaves the last frame of a bar of cli-progress and of progress', async () => {
  const bar = textOf(await record(`${process.execPath} ${here('bars.mjs')} one`, folder));
  expect(bar.match(/\d+%/g)).toEqual(['100%', '100%']);
});

test('CarriageReturnCollapse leaves the last frame alone of several bars of cli-progress', async () => {
  for (const kind of ['several', 'hidden']) {
    const bars = textOf(await record(`${process.execPath} ${here('bars.mjs')} ${kind}`, folder));
    const lines = bars.split('\n').filter((line) => line.trim() !== '');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['a', 'b', 'c', 'done']);
    expect(bars.match(/\d+%/g)).toEqual(['100%', '100%', '100%']);
    expect(bars.endsWith('done\n')).toBe(true);
  }
});

test('AnsiStrip leaves no sequence of vim, from start to quit', async () => {
  writeFileSync(join(folder, 'file.txt'), 'the text in vim: hunter2hunter2\n');
  const chunks = await record("vim -u NONE -N -c 'redraw' -c 'quit' file.txt", folder);
  const text = textOf(chunks);
  expect(decode(concat(...chunks))).toContain('\x1b[?1049h');
  expect(text).not.toContain('hunter2');
  expect(stripped(chunks)).not.toMatch(/[\x1b\x07]|\[[\d?>]|\]\d/);
});
