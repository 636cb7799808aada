import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ending, type Installed, install, switchboard } from './installed.js';

let millrace: Installed;
let board: Awaited<ReturnType<typeof switchboard>>;
beforeAll(async () => {
  millrace = await install();
});
afterAll(() => millrace.remove());
beforeEach(async () => {
  board = await switchboard();
});
afterEach(() => board.close());

/** Starts a program in JavaScript under the command; the source may use `line`, its connection to the test. */
const js = (source: string, ...options: string[]) =>
  millrace.start([...options, '--', process.execPath, '-e', `${board.connect}\n${source}`]);

test('millrace ends a program that never ends at the deadline, and prints what came', async () => {
  const running = ending(
    js("console.log('first'); setInterval(() => console.log('and on and on'), 1);", '--deadline', '2s', '--report'),
  );
  const line = await board.next();
  const gone = line.toArray();
  const { code, stdout, stderr } = await running;
  expect(code).toBe(124);
  expect(stdout).toMatch(/^first\nand on and on\n/);
  const report = JSON.parse(stderr);
  expect(report).toMatchObject({ ok: false, ended_by: 'deadline', signal: 'SIGTERM', exit_code: null });
  expect(report.duration_ms).toBeGreaterThanOrEqual(2000);
  expect(await gone).toEqual([]);
});

test('millrace prints what a program says when the deadline tells it to stop', async () => {
  const source = `process.on('SIGTERM', () => { console.log('last words'); process.exit(0); });
    console.log('started');`;
  const { code, stdout } = await ending(js(source, '--deadline', '2s'));
  expect([code, stdout]).toEqual([124, 'started\nlast words\n']);
});

test('millrace kills all that a program started if they do not stop at the deadline', async () => {
  const stubborn = `${board.connect} process.on('SIGTERM', () => line.write('told'));`;
  const source = `process.on('SIGTERM', () => {});
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' });`;
  const running = ending(js(source, '--deadline', '3s'));
  const lines = [await board.next(), await board.next()];
  const told = lines.map((line) => line.toArray().then((chunks) => chunks.join('')));
  expect((await running).code).toBe(124);
  // Both connections have ended; the one that was told of SIGTERM said so before.
  expect((await Promise.all(told)).sort()).toEqual(['', 'told']);
});

test('millrace does not wait for a process in the background that holds the pipes, and leaves it alone', async () => {
  const background = `${board.connect} line.on('data', () => line.end('still here'));`;
  const source = `require('node:child_process')
      .spawn(process.execPath, ['-e', ${JSON.stringify(background)}], { stdio: 'inherit' })
      .unref();
    console.log('done');
    process.exitCode = 4;`;
  const program = millrace.start(['--report', '--', process.execPath, '-e', source]);
  const { code, stdout, stderr } = await ending(program);
  expect([code, stdout]).toEqual([4, 'done\n']);
  expect(JSON.parse(stderr)).toMatchObject({ exit_code: 4, ended_by: 'exit', closed: false });
  const line = await board.next();
  line.write('are you there?');
  expect((await line.toArray()).join('')).toBe('still here');
});

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`millrace passes ${name} on to the program, and prints what came`, async () => {
    const child = js(`process.once('${name}', () => { console.log('stopping'); process.exit(6); });
      console.log('working');
      line.write('ready');`);
    const running = ending(child);
    await once(await board.next(), 'data');
    child.kill(name);
    const { code, stdout, stderr } = await running;
    expect([code, stdout, stderr]).toEqual([6, 'working\nstopping\n', '']);
  });
}

test('millrace has the code of the signal that it passed on', async () => {
  const child = js("process.stdout.write('working', () => line.write('ready'));");
  const running = ending(child);
  await once(await board.next(), 'data');
  child.kill('SIGINT');
  const { code, stdout } = await running;
  expect([code, stdout]).toEqual([128 + 2, 'working']);
});

test('millrace kills a program that does not listen at the second SIGINT', async () => {
  const child = js(`process.on('SIGINT', () => line.write('no'));
    process.stdout.write('working', () => line.write('ready'));`);
  const running = ending(child);
  const line = await board.next();
  await once(line, 'data');
  child.kill('SIGINT');
  await once(line, 'data');
  child.kill('SIGINT');
  const { code, stdout } = await running;
  expect([code, stdout]).toEqual([128 + 9, 'working']);
});

test('millrace tells the program of an interrupt once, also when a terminal tells its whole group', async () => {
  const child = millrace.start(
    [
      '--',
      process.execPath,
      '-e',
      `${board.connect}
      let interrupts = 0;
      process.on('SIGINT', () => { if (++interrupts === 1) line.write('told'); });
      line.on('data', () => { console.log(interrupts); process.exit(); });
      line.write('ready');`,
    ],
    { detached: true },
  );
  const running = ending(child);
  const line = await board.next();
  await once(line, 'data');
  process.kill(-child.pid!, 'SIGINT');
  await once(line, 'data');
  line.write('how often?');
  expect((await running).stdout).toBe('1\n');
});

test('millrace is not suspended for ever, nor is its program, where no shell could let it go on', async () => {
  const source = `process.on('SIGCONT', () => { console.log('went on'); process.exit(); });
    line.write('ready');`;
  // In a session of its own a process has no such shell.
  const child = millrace.start(['--', process.execPath, '-e', `${board.connect}\n${source}`], { detached: true });
  const running = ending(child);
  await once(await board.next(), 'data');
  child.kill('SIGTSTP');
  const { code, stdout } = await running;
  expect([code, stdout]).toEqual([0, 'went on\n']);
});
