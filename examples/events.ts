// An audit trail of what a session did: one line of JSON for each start and finish, with secrets masked before any sink
// sees them, whatever happens to one of the sinks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect } from 'millrace';
import { CallbackSink, createSessionEvents, Instrumentation, parseSessionEvent, recordTo } from 'millrace/events';
import { JsonlFileSink } from 'millrace/node';

const folder = mkdtempSync(join(tmpdir(), 'millrace-events-'));
const file = join(folder, 'audit.jsonl');
const failures: string[] = [];

const instrumentation = new Instrumentation({
  sinks: [
    // Every record is in the file before `emit` goes on; with its output, up to 8,000 characters of it.
    new JsonlFileSink(file, { payloadPolicy: { includeExecOutput: true }, rotate: { maxBytes: 64 * 1024 * 1024 } }),
    // This one fails always. That costs the others nothing, and is told once.
    new CallbackSink(() => Promise.reject(new Error('offline')), { mode: 'best_effort', onError: 'log' }),
  ],
  redact: { names: ['API_KEY'], patterns: ['sk-\\w+'] },
  log: (message, reason) => failures.push(`${message}: ${reason}`),
});
const events = recordTo(instrumentation, createSessionEvents({ sessionId: 'demo' }));

// By hand, with what there is to tell of it ...
const program = 'console.log("using API_KEY=sk-abc123"); process.exitCode = 3';
const finish = events.start('exec', { argv: ['node', '-e', program] });
const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
// ... and by collect, which records its windows itself.
const { text, exit } = await collect({ stdout: child.stdout }, { exited, events });
await finish({ ok: exit === 0, data: { exit_code: exit }, stdout: text });
await instrumentation.close();

const records = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => parseSessionEvent(JSON.parse(line)));
rmSync(folder, { recursive: true });
for (const { seq, op, phase, ...rest } of records) console.log(seq, op, phase, 'stdout' in rest ? rest.stdout : '');
console.log(failures.join('\n'));

assert.deepEqual(
  records.map(({ seq, op, phase }) => `${seq} ${op} ${phase}`),
  ['1 exec start', '2 collect start', '3 collect finish', '4 exec finish'],
);
assert.equal(text, 'using API_KEY=sk-abc123\n', 'what the program gets to see is as it was');
assert.ok(!JSON.stringify(records).includes('sk-abc123'), 'what is kept is masked');
const last = records.at(-1);
assert.equal(last?.phase === 'finish' && last.stdout, 'using API_KEY=[masked]\n');
assert.equal(failures.length, 1);
