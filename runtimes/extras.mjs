/** What is run on a runtime besides its suite: examples, and what needs a client outside. Each throws if it fails. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { built, root, shared } from './bundle.mjs';
import { start } from './processes.mjs';
import { startWorkerd } from './workerd.mjs';

const MIB = 1 << 20;

/** An example that asserts its own output. */
const example = (folder, ...flags) => ({
  name: `examples/${folder}`,
  async run({ command }) {
    const started = start(command, [...flags, join(root, 'examples', folder, 'main.ts')]);
    const code = await started.exited;
    assert.equal(code, 0, started.errors() + started.output());
  },
});

const worker = {
  name: 'examples/worker',
  async run({ command, origin }) {
    const { main, compatibility_date: compatibilityDate } = JSON.parse(
      await readFile(join(root, 'examples/worker/wrangler.json'), 'utf8'),
    );
    await build({
      ...shared,
      entryPoints: [join(root, 'examples/worker', main)],
      outfile: join(built, 'example-worker.js'),
      alias: { millrace: './millrace/index.js' },
      external: ['./millrace/index.js'],
    });
    const options = { main: 'example-worker.js', variables: { UPSTREAM: origin }, compatibilityDate };
    const { origin: url, stop } = await startWorkerd(command, options);
    try {
      const whole = await (await fetch(`${origin}/gzip`)).text();
      const response = await fetch(`${url}/gzip`);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      const [head, tail, trailer] = (await response.text()).split(/\n\[\.\.\.\]\n|\n(?=\[\d)/);
      const size = (text) => Buffer.byteLength(text);
      assert.ok(whole.startsWith(head) && size(head) > 4000 && size(head) <= 4096, 'a true beginning');
      assert.ok(whole.endsWith(tail) && size(tail) > 4000 && size(tail) <= 4096, 'a true end');
      assert.equal(trailer, `[${size(whole) - size(head) - size(tail)} of ${size(whole)} bytes left out]\n`);
    } finally {
      await stop();
    }
  },
};

const slowClient = {
  name: 'a slow client of a worker holds the body of its request back',
  async run({ command }) {
    // Garbage counts as resident, too, so the measure is a transform of the runtime's own that copies as well.
    const plain = await throughWorker(command, 'through-plain.js');
    const ours = await throughWorker(command, 'through.js');
    assert.ok(ours < 1.5 * plain + 32 * MIB, `${ours} bytes more were held, by a plain transform ${plain}`);
  },
};

/** Sends a long body through a worker, reads nothing until it stands, then all; gives how much more was resident at most. */
async function throughWorker(command, main) {
  const { origin, child, stop } = await startWorkerd(command, { main });
  try {
    const block = Buffer.from('é€😀 '.repeat(6000));
    const total = block.length * 4000;
    const outgoing = request(origin, { method: 'POST' });
    const answered = new Promise((resolve, reject) => outgoing.once('response', resolve).once('error', reject));
    let sent = 0;
    const send = () => {
      while (sent < total) {
        sent += block.length;
        if (!outgoing.write(block)) return void outgoing.once('drain', send);
      }
      outgoing.end();
    };
    send();
    const response = await answered;
    const before = await residentBytes(child.pid);
    // It stands when the sockets and the streams between them are full.
    for (let [last, still] = [-1, 0]; still < 10; still = sent === last ? still + 1 : 0) {
      last = sent;
      await delay(50);
    }
    assert.ok(sent < 32 * MIB, `${sent} of ${total} bytes were taken while nobody read`);
    let [received, chunks, most] = [0, 0, 0];
    for await (const chunk of response) {
      received += chunk.length;
      if (++chunks % 50 === 0) most = Math.max(most, await residentBytes(child.pid));
    }
    assert.equal(received, total);
    return most - before;
  } finally {
    await stop();
  }
}

async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(status.match(/VmRSS:\s+(\d+) kB/)[1]) * 1024;
}

export const extras = {
  deno: [example('deno', 'run', '--no-check', '--allow-run')],
  bun: [example('bun')],
  workerd: [worker, slowClient],
};
