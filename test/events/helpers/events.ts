import {
  createSessionEvents,
  type FinishEvent,
  type FinishOutcome,
  type StartEvent,
} from '../../../src/events/index.js';

/** Ids and times that are the same in every run. */
export function fixedEvents(sessionId = 's1') {
  let ids = 0;
  let now = 1000;
  return createSessionEvents({ sessionId, newId: () => `id${++ids}`, clock: { now: () => now++ } });
}

export const startEvent = (data?: Record<string, unknown>): StartEvent => fixedEvents().start('exec', data);

export function finishEvent(outcome?: FinishOutcome): FinishEvent {
  const events = fixedEvents();
  return events.finish(events.start('exec'), outcome);
}
