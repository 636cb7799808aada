// Builds the page and serves it on this machine alone: node examples/browser/serve.mjs [port]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, FILES, outDir } from './build.mjs';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

// No inline script or style and nothing from elsewhere, but for the URL that a visitor asks for.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src *; base-uri 'none'; form-action 'none'";

/** Serves the built page; `extra` adds files of the caller's, by path, as `{ type, body, policy }`. */
export async function serve({ port = 0, extra = {} } = {}) {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    const isOurs = name === 'main.js' || FILES.includes(name);
    const found = Object.hasOwn(extra, name) ? extra[name] : isOurs ? { type: TYPES[extname(name)] } : undefined;
    if (!found) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    const body = found.body ?? (await readFile(outDir + name));
    response.writeHead(200, {
      'content-type': `${found.type}; charset=utf-8`,
      'content-security-policy': found.policy ?? POLICY,
      'cache-control': 'no-store',
    });
    response.end(body);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build();
  const { url } = await serve({ port: Number(process.argv[2] ?? 8080) });
  console.log(`millrace in the browser: ${url}`);
}
