import { Omission, omissionText } from '../omission.js';
import { encodeUtf8 } from '../text/utf8.js';

/** What is left to give. */
export interface Rest {
  /** The next of it, as soon as there is something; undefined at the end. Rejects with the failure of a source. */
  next(): Promise<readonly (Uint8Array | Omission)[] | undefined>;
  cancel(reason: unknown): void;
}

/** Gives what is left as a stream that asks for it only when it is read. */
export function restStream(rest: Rest): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunks = await rest.next();
        if (!chunks) controller.close();
        for (const chunk of chunks ?? []) {
          controller.enqueue(chunk instanceof Omission ? encodeUtf8(omissionText(chunk)) : chunk);
        }
      },
      cancel: (reason) => rest.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
