import { expect, test } from 'vitest';
import {
  CallbackSink,
  ChainedSink,
  type EventSink,
  type FinishEvent,
  Instrumentation,
  type SinkOptions,
} from '../../src/events/index.js';
import { settle } from '../helpers/turns.js';
import { startEvent } from './helpers/events.js';
import { gate } from './helpers/gate.js';
import { casesOf, eventOf, type Layout, policiesOf, policyOf, reference, type SinkCase } from './helpers/vectors.js';

const optionsOf = ({ policy, mode = 'sync', on_error = 'raise' }: SinkCase): SinkOptions => ({
  mode,
  onError: on_error,
  ...(policy && { payloadPolicy: policyOf(policy) }),
});

const quiet = { log: () => {} };

test('Instrumentation gives each sink what the reference does, and inner sinks of nested chains their own', async () => {
  for (const each of [...casesOf('fan_out'), ...reference.nested_chain]) {
    const got: Record<string, string | null> = {};
    const build = (layout: Layout): EventSink =>
      'name' in layout
        ? new CallbackSink((event) => {
            got[layout.name] = (event as FinishEvent).stdout;
          }, optionsOf(layout))
        : new ChainedSink(layout.map(build));
    const sinks = each.sinks.map(build);
    const policies = { payloadPolicy: policyOf(each.default), payloadPolicyByOp: policiesOf(each.by_op) };
    await new Instrumentation({ sinks, ...policies }).emit(eventOf(each.event));
    const secretOf = (sink: SinkCase) => {
      const merged = { ...policyOf(each.default), ...policyOf(each.by_op?.exec), ...policyOf(sink.policy) };
      return merged.includeExecOutput ? 'secret' : null;
    };
    const nested = Object.fromEntries(leaves(each.sinks).map((sink) => [sink.name, secretOf(sink)]));
    expect(got, each.note).toEqual(reference.nested_chain.includes(each) ? nested : each.stdout_by_sink);
  }
});

const leaves = (layouts: readonly Layout[]): SinkCase[] =>
  layouts.flatMap((layout) => ('name' in layout ? [layout] : leaves(layout)));

test('Instrumentation waits for and rejects with what the reference does, but serves the sinks behind one that fails', async () => {
  for (const { note, sinks, chained, emit, done_when_emit_settles, after_flush } of casesOf('deliver')) {
    const failure = new Error('the sink failed');
    const { opened, open } = gate();
    const log: string[] = [];
    const built = sinks.map((sink) => {
      const isWaitedFor =
        chained || (sink.mode ?? 'sync') === 'sync' || (sink.mode === 'async' && sink.on_error === 'raise');
      const handle = async () => {
        log.push(`begin ${sink.name}`);
        await (isWaitedFor ? settle(1) : opened);
        log.push(`${sink.fails ? 'fail' : 'end'} ${sink.name}`);
        if (sink.fails) throw failure;
      };
      return new CallbackSink(handle, optionsOf(sink));
    });
    const instrumentation = new Instrumentation({ sinks: chained ? [new ChainedSink(built)] : built, ...quiet });
    const [result] = await Promise.allSettled([instrumentation.emit(startEvent())]);
    const done = log.filter((entry) => !entry.startsWith('begin'));
    const notCalled = Object.keys(after_flush).filter((name) => after_flush[name] === 'not called');
    open();
    await instrumentation.flush();
    expect(result, note).toEqual(
      emit === 'ok' ? { status: 'fulfilled', value: undefined } : { status: 'rejected', reason: failure },
    );
    expect(done, note).toEqual([...done_when_emit_settles, ...notCalled.map((name) => `end ${name}`)]);
    const ends = sinks.map(({ name, fails }) => `${fails ? 'fail' : 'end'} ${name}`);
    expect(log.filter((entry) => !entry.startsWith('begin')).sort(), note).toEqual([...ends].sort());
    if (chained) expect(log, note).toEqual(ends.flatMap((end, i) => [`begin ${sinks[i]!.name}`, end]));
  }
});
