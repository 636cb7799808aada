import type { OperationRecorder } from '../collect/types.js';
import type { Instrumentation } from './instrumentation.js';
import { createSessionEvents, type EventSpan, type FinishOutcome, type SessionEvents } from './session-events.js';

/** Records operations as events of one session. */
export interface SessionRecorder extends OperationRecorder {
  start(op: string, data?: Record<string, unknown>, span?: EventSpan): (outcome?: FinishOutcome) => Promise<void>;
}

/**
 * Emits a start event when an operation begins, and a finish event when it is told how that ended. The promise of the latter
 * settles when both are delivered, and rejects if a sink raises. `collect` and others take this as their `events`.
 *
 * @example
 * const seen: unknown[] = [];
 * const sink = new CallbackSink(({ phase, op, data }) => seen.push([phase, op, data.total_bytes]));
 * const events = recordTo(new Instrumentation({ sinks: [sink] }), createSessionEvents({ sessionId: 's1' }));
 * await collect(['some ', 'text'], { events });
 * seen; // [ [ 'start', 'collect', undefined ], [ 'finish', 'collect', 9 ] ]
 */
export function recordTo(
  instrumentation: Instrumentation,
  events: SessionEvents = createSessionEvents(),
): SessionRecorder {
  return {
    start(op, data, span) {
      const start = events.start(op, data, span);
      const begun = instrumentation.emit(start);
      // It is told by the finish.
      begun.catch(() => {});
      return async (outcome) => {
        const finished = instrumentation.emit(events.finish(start, outcome));
        const [first, second] = await Promise.allSettled([begun, finished]);
        for (const result of [first, second]) if (result.status === 'rejected') throw result.reason;
      };
    },
  };
}
