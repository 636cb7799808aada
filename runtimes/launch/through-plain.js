// What `through.js` is measured against: a transform of the runtime's own that copies its chunks.
const copy = () =>
  new TransformStream({
    transform: (chunk, controller) => controller.enqueue(new Uint8Array(chunk)),
  });

export default { fetch: (request) => new Response(request.body.pipeThrough(copy())) };
