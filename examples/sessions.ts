// What a coding agent's tool does: start commands, read them window by window, answer what they ask, and end them. Every
// update is bounded, and no command waits for a reader.
import assert from 'node:assert/strict';
import { UnknownSessionError } from 'millrace';
import { ExecSessions, type ExecUpdate } from 'millrace/node';

const sessions = new ExecSessions({ onWarn: (count) => console.warn(`${count} sessions are open`) });
const show = ({ sessionId, output, exitCode }: ExecUpdate) => {
  console.log(sessionId === null ? `--- ended with ${exitCode}` : `--- session ${sessionId} goes on`);
  console.log(output);
};

// A command that is done within its window has no session.
const done = await sessions.exec([process.execPath, '-e', 'for (let i = 0; i < 1e5; i++) console.log("line", i)'], {
  maxOutputTokens: 50,
});
show(done);
assert.deepEqual([done.sessionId, done.exitCode, done.collected.totalLines], [null, 0, 100_000]);
assert.ok(Buffer.byteLength(done.output) <= 200, '50 tokens are 200 bytes, heading and marker included');

// A REPL waits for input. With `tty: true` it would have a terminal, and "\u0003" would be Ctrl-C.
const repl = await sessions.exec([process.execPath, '--interactive'], {
  stdin: true,
  yieldTimeMs: 10_000,
  idleMs: 1000,
});
show(repl);
const { sessionId } = repl;
assert.ok(sessionId !== null, 'it waits for input');
const answer = await sessions.write(sessionId, '"é🙂".repeat(3)\n', { yieldTimeMs: 10_000, idleMs: 3000 });
show(answer);
assert.match(answer.output, /'é🙂é🙂é🙂'/);
const ended = await sessions.write(sessionId, '', { endInput: true, yieldTimeMs: 10_000 });
show(ended);
assert.equal(ended.sessionId, null);
// Its last output was given, so that nobody can mistake silence for it.
await assert.rejects(sessions.write(sessionId, ''), UnknownSessionError);

// A server runs until it is ended, and all that it started with it.
const server = await sessions.exec([process.execPath, '-e', 'console.log("listening"); setInterval(() => {}, 1000)'], {
  idleMs: 1000,
});
show(server);
assert.deepEqual(
  sessions.list().map(({ running }) => running),
  [true],
);
await sessions.terminateAll();
assert.deepEqual(sessions.list(), []);
