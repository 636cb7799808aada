/** Lines of JSON with sorted keys, beside plain `JSON.stringify` and the packages that sort keys. */
import canonicalize from 'canonicalize';
import fastStable from 'fast-json-stable-stringify';
import jsonStable from 'json-stable-stringify';
import { stringify as safeStable } from 'safe-stable-stringify';
import { interleaved, processorTime } from '../lib/measure.mjs';
import { isShort, Suite } from '../lib/suite.mjs';
import { textOf } from '../lib/texts.mjs';
import { encodeJsonLine } from '../millrace.mjs';

const PLAIN = 'JSON.stringify';
const OURS = 'encodeJsonLine';
const PEERS = {
  'safe-stable-stringify': safeStable,
  'fast-json-stable-stringify': fastStable,
  'json-stable-stringify': jsonStable,
  canonicalize,
};
const CONTENDERS = {
  [PLAIN]: (event) => `${JSON.stringify(event)}\n`,
  [OURS]: (event) => encodeJsonLine(event),
  ...Object.fromEntries(Object.entries(PEERS).map(([name, encode]) => [name, (event) => `${encode(event)}\n`])),
};
const EVENTS = isShort ? 500 : 5000;
const STDOUT_BYTES = 5000;

/** As the events of a tool's calls are: some 575 code units each. */
function eventOf(number, stdout) {
  return {
    version: 1,
    event_id: `3f2b8c1e-90aa-4c27-b6f1-${String(number).padStart(12, '0')}`,
    ts: '2026-03-01T09:14:07.120Z',
    session_id: 'a41c6b52-7e0d-4f63-9d39-52be07f6a9f4',
    seq: number,
    op: 'exec',
    phase: 'finish',
    span_id: `span-${number}`,
    parent_span_id: null,
    trace_id: '7bd0a3f1c55e4a0e9e1f2a6f3c1d8b27',
    data: {
      command: ['npm', 'run', 'build', '--workspace', 'web'],
      cwd: '/srv/app',
      alive: false,
      exit_code: number % 3,
    },
    ok: number % 3 === 0,
    duration_ms: 41.25 + number,
    error_code: null,
    error_type: null,
    error_message: null,
    stdout,
    stderr: '',
  };
}

const log = new TextDecoder().decode(textOf('ascii', STDOUT_BYTES));
const TEXTS = { 'typical events': 'compiled in 41 ms', 'events with 5 kB of log text': log };

const suite = new Suite('Lines of JSON');
for (const [what, stdout] of Object.entries(TEXTS)) {
  const events = Array.from({ length: EVENTS }, (_, number) => eventOf(number, stdout));
  const runs = Object.entries(CONTENDERS).map(([name, encode]) => [
    name,
    () => {
      const start = processorTime();
      for (const event of events) encode(event);
      return processorTime() - start;
    },
  ]);
  const ms = await interleaved(Object.fromEntries(runs), { rounds: isShort ? 2 : 11 });
  const rows = Object.keys(CONTENDERS).map((name) => ({
    name,
    usPerEvent: (ms[name] * 1000) / EVENTS,
    ofPlain: ms[PLAIN] / ms[name],
  }));
  suite.table({
    title: `${what}, ${CONTENDERS[PLAIN](events[0]).length} code units each`,
    columns: [
      { key: 'usPerEvent', label: 'us an event' },
      { key: 'ofPlain', label: 'x plain' },
    ],
    rows,
    plot: { file: 'json', column: 'ofPlain', series: what },
  });
  const isTypical = stdout !== log;
  const least = isTypical ? 0.55 : 0.95;
  suite.target({
    row: 7,
    what: `${what}: ${OURS} / ${PLAIN}, speed`,
    measured: ms[PLAIN] / ms[OURS],
    bound: 'least',
    goal: least,
  });
  const fastest = Math.min(...Object.keys(PEERS).map((name) => ms[name]));
  const ahead = `${what}: ${OURS} / the fastest package that sorts keys, speed`;
  suite.target({ row: 7, what: ahead, measured: fastest / ms[OURS], bound: 'least', goal: 1 });
}
suite.done();
