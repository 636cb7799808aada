/** Serves the bundles to browsers, takes what they report, and is the other side of the tests that cross a network. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';
import { built, here } from './bundle.mjs';

const TYPES = { html: 'text/html', js: 'text/javascript' };
const LINE = 'a line of a log, €😀\n';

/** Which connections to `/endless` were ended from the other side. */
const hungUp = new Set();

const routes = {
  /** 40,000 numbered lines, compressed as a server does it. */
  '/gzip'(_id, response) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    for (let line = 0; line < 40_000; line++) gzip.write(`${line} ${LINE}`);
    gzip.end();
  },
  /** Lines without an end. */
  '/endless'(id, response) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    const block = LINE.repeat(500);
    const more = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', more);
    response.on('close', () => hungUp.add(id));
    more();
  },
  /** A line, and then nothing. */
  '/silent'(_id, response) {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write(LINE);
  },
  '/hung-up'(id, response) {
    response.end(String(hungUp.has(id)));
  },
};

/** `pages` has a listener for each page that is open, by the name of its leg: it hears `result` and `progress`. */
export async function serve(pages) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    // A worker or another port asks across origins.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    // Without these a page has no SharedArrayBuffer.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    if (request.method === 'POST') {
      let text = '';
      request.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      request.on('end', () => {
        pages.get(url.searchParams.get('leg'))?.(url.pathname.slice(1), text);
        response.end();
      });
    } else if (routes[url.pathname]) {
      routes[url.pathname](url.searchParams.get('id'), response);
    } else {
      sendFile(url.pathname, response);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.closeAllConnections() };
}

function sendFile(pathname, response) {
  const path = normalize(pathname);
  const file = path.startsWith('/page') ? join(here, 'launch', path) : join(built, path);
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)];
  const stream = createReadStream(file);
  stream.once('open', () => {
    response.writeHead(200, { 'content-type': `${type ?? 'application/octet-stream'}; charset=utf-8` });
    stream.pipe(response);
  });
  stream.once('error', () => response.writeHead(404).end());
}
