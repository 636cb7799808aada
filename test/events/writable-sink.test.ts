import { expect, test } from 'vitest';
import { eventToJsonLine, Instrumentation, WritableSink } from '../../src/events/index.js';
import { implementations } from '../helpers/streams.js';
import { settle } from '../helpers/turns.js';
import { fixedEvents, startEvent } from './helpers/events.js';

for (const { name, WritableStream } of implementations) {
  test(`WritableSink writes one line for each event, and closes when all is taken (${name})`, async () => {
    const chunks: Uint8Array[] = [];
    const acts: string[] = [];
    const writable = new WritableStream<Uint8Array>({
      async write(chunk) {
        await settle(2);
        chunks.push(chunk);
      },
      close: () => void acts.push('close'),
    });
    const sink = new WritableSink(writable, { mode: 'async' });
    const instrumentation = new Instrumentation({ sinks: [sink] });
    const { start } = fixedEvents();
    const events = [start('exec', { text: 'é\u2028' }), start('exec'), start('write')];
    for (const event of events) void instrumentation.emit(event);
    await instrumentation.close();
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual(events.map(eventToJsonLine));
    expect(acts).toEqual(['close']);
  });

  test(`WritableSink tells the error of the stream once (${name})`, async () => {
    const broken = new Error('broke');
    const writable = new WritableStream<Uint8Array>({ write: () => Promise.reject(broken) });
    const instrumentation = new Instrumentation({ sinks: [new WritableSink(writable)] });
    await expect(instrumentation.emit(startEvent())).rejects.toBe(broken);
    await instrumentation.close();
  });

  test(`WritableSink gives the stream back open if it is told to (${name})`, async () => {
    const writable = new WritableStream<Uint8Array>();
    const sink = new WritableSink(writable, { preventClose: true });
    expect(writable.locked).toBe(true);
    await sink.handle(startEvent());
    await Promise.all([sink.close(), sink.close()]);
    expect(writable.locked).toBe(false);
    await writable.getWriter().close();
  });
}

test('WritableSink refuses what is no stream', () => {
  expect(() => new WritableSink({} as never)).toThrow(/writable must be a WritableStream, got an object/);
  expect(() => new WritableSink(undefined as never)).toThrow(TypeError);
});
