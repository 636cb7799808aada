import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPolicy, eventToJsonLine, mergePolicies } from '../../src/events/index.js';
import { finishEvent, startEvent } from './helpers/events.js';
import { casesOf, eventOf, policyOf, textOf } from './helpers/vectors.js';

const DEFAULTS = { includeExecOutput: false, maxStdoutChars: 8000, maxStderrChars: 8000, includeWriteLen: true };

test('mergePolicies gives the field to the last policy that sets it, as the reference does', () => {
  expect(casesOf('merge').length).toBeGreaterThan(30);
  for (const { note, op, sink, effective, ...layers } of casesOf('merge')) {
    const merged = mergePolicies(policyOf(layers.default), policyOf(layers.by_op?.[op]), policyOf(sink));
    expect({ ...DEFAULTS, ...merged }, note).toEqual(policyOf(effective));
  }
});

test('mergePolicies passes over what is missing, and gives fields that are set and no others', () => {
  expect(
    mergePolicies(undefined, {}, { maxStdoutChars: 3, other: 1 } as object, { includeWriteLen: undefined! }),
  ).toEqual({
    maxStdoutChars: 3,
  });
});

test('applyPolicy lets through what the reference does, and caps text as it caps bytes', () => {
  for (const { note, policy, event, result } of casesOf('redact')) {
    const given = eventOf(event);
    const before = structuredClone(given);
    const applied = applyPolicy(given, policyOf(policy));
    expect(given, note).toEqual(before);
    expect(applied.data, note).toEqual(result.data);
    if (applied.phase === 'start') continue;
    const caps = { ...DEFAULTS, ...policyOf(policy) };
    for (const [name, cap] of [
      ['stdout', caps.maxStdoutChars],
      ['stderr', caps.maxStderrChars],
    ] as const) {
      const expected = result[name] == null ? result[name] : textOf(result[name]);
      // The reference caps raw output alone.
      expect(applied[name], note).toBe(
        event[`${name}_b64`] === undefined && expected ? capped(expected, cap) : expected,
      );
      expect(applied[`${name}_bytes`] !== undefined, note).toBe(result[`raw_${name}_kept`]);
    }
    expect(eventToJsonLine(applied), note).not.toMatch(/_bytes"/);
  }
});

function capped(text: string, cap: number): string {
  const scalars = [...text];
  return scalars.length > cap ? `${scalars.slice(0, cap).join('')}…` : text;
}

test('applyPolicy caps scalar values, the same for text and for its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(12), (stdout, maxStdoutChars) => {
      const policy = { includeExecOutput: true, maxStdoutChars };
      const raw = new TextEncoder().encode(stdout);
      const expected = capped(stdout.toWellFormed(), maxStdoutChars);
      expect(applyPolicy(finishEvent({ stdout }), policy).stdout?.toWellFormed()).toBe(expected);
      expect(applyPolicy(finishEvent({ stdout: raw }), policy).stdout).toBe(expected);
    }),
  );
});

test('applyPolicy gives data of its own', () => {
  const event = startEvent({ argv: ['ls'] });
  const applied = applyPolicy(event, {});
  applied.data.more = 1;
  expect(event.data).toEqual({ argv: ['ls'] });
});

test('a policy that makes no sense is refused by name', () => {
  expect(() => applyPolicy(startEvent(), { maxStdoutChars: -1 })).toThrow(
    new RangeError('applyPolicy: maxStdoutChars must be an integer >= 0, got -1'),
  );
  expect(() => mergePolicies({}, { includeExecOutput: 1 } as never)).toThrow(
    new TypeError('mergePolicies: includeExecOutput must be true or false, got 1'),
  );
});
