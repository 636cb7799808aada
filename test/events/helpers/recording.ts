import { CallbackSink, Instrumentation, recordTo, type SessionEvent } from '../../../src/events/index.js';
import { fixedEvents } from './events.js';

/** A recorder whose events are seen, output included, by a sink that may fail. */
export function recording(handle: (event: SessionEvent) => unknown = () => {}) {
  const seen: SessionEvent[] = [];
  const sink = new CallbackSink(
    (event) => {
      seen.push(event);
      return handle(event);
    },
    { payloadPolicy: { includeExecOutput: true } },
  );
  const instrumentation = new Instrumentation({ sinks: [sink] });
  return { seen, instrumentation, events: recordTo(instrumentation, fixedEvents()) };
}
