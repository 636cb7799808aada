/** The kind of a sequence that is not at its end. */
export type OpenSequence = 'escape' | 'intermediate' | 'control' | 'string' | 'command';

const ESC = 0x1b;
const BEL = 0x07;
const LF = 0x0a;
const CAN = 0x18;
const SUB = 0x1a;
/** `ESC \` in one unit. */
const ST = 0x9c;

/** By what stands behind `ESC`; what is neither here nor an intermediate unit is a sequence of two units. */
const BEHIND_ESC: Readonly<Record<string, OpenSequence>> = {
  '[': 'control',
  ']': 'command',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
  // Not xterm's: the title of a window of screen and tmux.
  k: 'string',
};
const behindEsc = (unit: number) => BEHIND_ESC[String.fromCharCode(unit)];

/** What begins a sequence. NEL is not among the 8-bit forms: it is a line break. */
export const SEQUENCE_START = /[\x1b\x80-\x84\x86-\x9f]/g;

/** From text; an 8-bit form stands for `ESC` and the unit 64 below it. */
export function firstStep(unit: number): OpenSequence | 'end' {
  return unit === ESC ? 'escape' : (behindEsc(unit - 0x40) ?? 'end');
}

/**
 * From inside a sequence of ECMA-48 or xterm: on in it, to its end, or to a break, where the unit is no part of it. A
 * control of ASCII breaks it off, so that one that was cut takes nothing of the next line with it; strings are broken off
 * by LF and what cancels them.
 */
export function nextStep(from: OpenSequence, unit: number): OpenSequence | 'end' | 'break' {
  if (from === 'string' || from === 'command') {
    // A string is over at any ESC: with `\` behind it that is the terminator, which is a sequence of two units.
    if (unit === ESC) return 'escape';
    if (unit === ST || (unit === BEL && from === 'command')) return 'end';
    return unit === LF || unit === CAN || unit === SUB || (unit >= 0x80 && unit < 0xa0) ? 'break' : from;
  }
  if (unit < 0x20 || unit > 0x7e) return 'break';
  if (from === 'control') return unit >= 0x40 ? 'end' : from;
  if (unit < 0x30) return 'intermediate';
  return (from === 'escape' && behindEsc(unit)) || 'end';
}
