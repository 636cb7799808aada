// Session events as spans of OpenTelemetry: a sink that starts a span at the start of an operation, and ends it at its
// finish. It uses the API package alone; which tracer there is, and where its spans go, is the application's choice.
import assert from 'node:assert/strict';
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { BaseSink, createSessionEvents, Instrumentation, type SessionEvent } from 'millrace/events';

/** Operations that never finish must not fill the memory: past this many the oldest span is ended as it is. */
const MOST_OPEN_SPANS = 1000;

class SpanSink extends BaseSink {
  readonly #tracer: Tracer;
  readonly #open = new Map<string, Span>();

  constructor(tracer: Tracer) {
    // Telemetry never holds a program up, and never fails it.
    super('Cannot create SpanSink', { mode: 'best_effort', onError: 'log' });
    this.#tracer = tracer;
  }

  handle(event: SessionEvent): void {
    const at = new Date(event.ts);
    if (event.phase === 'start') {
      const parent = this.#open.get(event.parent_span_id ?? '');
      const within = parent ? trace.setSpan(context.active(), parent) : context.active();
      const attributes = { 'session.id': event.session_id, 'millrace.data': JSON.stringify(event.data) };
      const span = this.#tracer.startSpan(event.op, { kind: SpanKind.INTERNAL, startTime: at, attributes }, within);
      this.#open.set(event.span_id, span);
      const [oldest] = this.#open.keys();
      if (this.#open.size > MOST_OPEN_SPANS) this.#end(oldest!);
      return;
    }
    const span = this.#open.get(event.span_id);
    if (!span) return;
    for (const [name, value] of Object.entries(event.data)) {
      if (['string', 'number', 'boolean'].includes(typeof value))
        span.setAttribute(`millrace.${name}`, value as string);
    }
    if (event.ok) span.setStatus({ code: SpanStatusCode.OK });
    else {
      span.setAttribute('error.type', event.error_type ?? event.error_code ?? '_OTHER');
      span.setStatus({ code: SpanStatusCode.ERROR, ...(event.error_message && { message: event.error_message }) });
    }
    this.#end(event.span_id, at);
  }

  close(): void {
    for (const id of this.#open.keys()) this.#end(id);
  }

  #end(id: string, at?: Date): void {
    this.#open.get(id)?.end(at);
    this.#open.delete(id);
  }
}

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const instrumentation = new Instrumentation({ sinks: [new SpanSink(provider.getTracer('example'))] });
const events = createSessionEvents({ sessionId: 'demo' });

const turn = events.start('turn');
await instrumentation.emit(turn);
const exec = events.start('exec', { argv: ['make'] }, { parentSpanId: turn.span_id });
await instrumentation.emit(exec);
await instrumentation.emit(
  events.finish(exec, { data: { exit_code: 2 }, errorCode: 'nonzero', errorMessage: 'make failed' }),
);
await instrumentation.emit(events.finish(turn));
await instrumentation.emit(events.start('left open'));
await instrumentation.close();

const [execSpan, turnSpan, openSpan, ...more] = exporter.getFinishedSpans();
await provider.shutdown();
for (const span of [execSpan, turnSpan, openSpan]) console.log(span?.name, span?.status, span?.attributes);
assert.deepEqual([execSpan?.name, turnSpan?.name, openSpan?.name, more.length], ['exec', 'turn', 'left open', 0]);
assert.equal(execSpan?.parentSpanContext?.spanId, turnSpan?.spanContext().spanId, 'the one is inside of the other');
assert.equal(execSpan?.spanContext().traceId, turnSpan?.spanContext().traceId);
assert.deepEqual(execSpan?.status, { code: SpanStatusCode.ERROR, message: 'make failed' });
assert.equal(execSpan?.attributes['millrace.exit_code'], 2);
assert.equal(execSpan?.attributes['error.type'], 'nonzero');
assert.deepEqual(turnSpan?.status, { code: SpanStatusCode.OK });
