import { firstStep, nextStep, type OpenSequence, SEQUENCE_START } from './ansi-states.js';
import { utf8ByteLength } from './utf8.js';

/** A string without an end is broken off behind so many units. Images come as strings, in base64. */
const MOST_STRING_UNITS = 1 << 20;
/** A sequence that is longer is not kept. */
const MOST_KEPT_UNITS = 128;
/** The sequences that may be kept. */
export const KEPT = {
  sgr: /^(?:\x1b\[|\x9b)[0-9;:]*m$/,
  moves: /^\x1b\[(?:\d{0,3}[ABEFGJK]|\?(?:25|7)[hl])$/,
};

/** Leaves escape sequences out, some kind excepted perhaps; only what may be of that kind is held until it ends. */
export class AnsiStripping {
  readonly #kept: RegExp | undefined;
  #open: OpenSequence | undefined;
  /** Units of the open sequence. */
  #units = 0;
  /** All of the open sequence, while it may be kept. */
  #held = '';
  omittedBytes = 0;

  constructor(kept?: RegExp) {
    this.#kept = kept;
  }

  get heldBytes(): number {
    return utf8ByteLength(this.#held);
  }

  write(text: string, textBytes: number): string {
    let at = this.#open ? 0 : nextStart(text, 0, textBytes);
    if (at === text.length) return text;
    let out = text.slice(0, at);
    while (at < text.length) {
      const end = this.#sequenceEnd(text, at);
      out += this.#takeSequence(text.slice(at, end));
      at = this.#open ? end : nextStart(text, end, textBytes);
      out += text.slice(end, at);
    }
    return out;
  }

  gap(): string {
    return this.end();
  }

  end(): string {
    this.#open = undefined;
    this.#drop(this.#held);
    this.#held = '';
    return '';
  }

  /** Where a sequence ends that begins, or goes on, at `at`; `#open` tells whether it goes on behind the text. */
  #sequenceEnd(text: string, at: number): number {
    let end = at;
    let open = this.#open;
    if (!open) {
      this.#units = 1;
      const step = firstStep(text.charCodeAt(end++));
      if (step === 'end') return end;
      open = step;
    }
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      const isTooLong = this.#units >= MOST_STRING_UNITS && (unit & 0xfc00) !== 0xdc00;
      const step: ReturnType<typeof nextStep> = isTooLong ? 'break' : nextStep(open, unit);
      this.#units++;
      if (step === 'end' || step === 'break') {
        this.#open = undefined;
        return step === 'end' ? end + 1 : end;
      }
      open = step;
    }
    this.#open = open;
    return end;
  }

  /** Gives a sequence that has ended, if it is one of those that are kept. */
  #takeSequence(part: string): string {
    const sequence = this.#held + part;
    this.#held = '';
    if (!this.#kept) this.#drop(part);
    else if (this.#open && this.#units <= MOST_KEPT_UNITS) this.#held = sequence;
    else if (sequence.length <= MOST_KEPT_UNITS && this.#kept.test(sequence)) return sequence;
    else this.#drop(sequence);
    return '';
  }

  #drop(text: string): void {
    this.omittedBytes += utf8ByteLength(text);
  }
}

/** Where the next sequence begins. In ASCII only ESC begins one, and the engine finds that faster. */
function nextStart(text: string, from: number, textBytes: number): number {
  if (textBytes === text.length) {
    const at = text.indexOf('\x1b', from);
    return at < 0 ? text.length : at;
  }
  SEQUENCE_START.lastIndex = from;
  return SEQUENCE_START.exec(text)?.index ?? text.length;
}
