// The module that workerd starts with.
import { run } from './suite-workerd.js';

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/run') return new Response('not found', { status: 404 });
    globalThis.matrix = { kind: 'workerd', origin: searchParams.get('origin') };
    return Response.json(await run((file) => console.log(file)));
  },
};
