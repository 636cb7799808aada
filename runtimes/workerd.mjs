import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { built } from './bundle.mjs';
import { start } from './processes.mjs';

/** Starts workerd with modules of `build/`, the package's among them; `main` is the worker. */
export async function startWorkerd(command, { main, others = [], variables = {}, compatibilityDate = '2026-11-01' }) {
  const chunks = (await readdir(join(built, 'millrace'))).filter((file) => file.endsWith('.js'));
  const modules = [main, ...others, ...chunks.map((file) => `millrace/${file}`)];
  const bindings = Object.entries(variables).map(
    ([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`,
  );
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "loopback", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.map((file) => `(name = "${file}", esModule = embed "${file}")`).join(', ')}],
  compatibilityDate = "${compatibilityDate}",
  bindings = [${bindings.join(', ')}],
  globalOutbound = "loopback",
);
`;
  const file = join(built, `${main}.capnp`);
  await writeFile(file, config);
  const started = start(command, ['serve', file, '--control-fd=3'], { fds: ['pipe'] });
  const port = await new Promise((resolve, reject) => {
    let text = '';
    started.child.stdio[3].setEncoding('utf8').on('data', (piece) => {
      text += piece;
      const found = text.match(/"port":\s*(\d+)/);
      if (found) resolve(found[1]);
    });
    started.exited.then((code) => reject(new Error(`workerd ended with ${code}\n${started.errors()}`)));
  });
  return { ...started, origin: `http://127.0.0.1:${port}` };
}
