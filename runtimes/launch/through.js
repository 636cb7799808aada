// A worker that answers with the body of the request, cut between scalar values.
import { Utf8CarryTransform } from './millrace/index.js';

export default { fetch: (request) => new Response(request.body.pipeThrough(new Utf8CarryTransform())) };
