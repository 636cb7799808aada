export type { EventFields, FinishEvent, SessionEvent, StartEvent } from './event.js';
export { eventToJsonLine } from './event-line.js';
export { EventError, parseSessionEvent } from './parse-event.js';
export type { EventPayloadPolicy } from './policy.js';
export { applyPolicy, mergePolicies } from './policy.js';
export type { EventSpan, FinishOutcome, SessionEvents, SessionEventsOptions } from './session-events.js';
export { createSessionEvents } from './session-events.js';
