import { type Bytes, checkTextChunk } from './bytes.js';
import { Omission } from './omission.js';
import { TextCarry } from './text/text-carry.js';
import { ChunkTransform } from './transform.js';

/** What a {@link TextTransform} does with well-formed text. Each method gives what can be given now. */
export interface TextEngine {
  write(text: string, textBytes: number): string;
  /** Something is missing here: nothing before it belongs together with what comes. */
  gap(): string;
  end(): string;
  /** Bytes of text that are held: neither given nor left out before more comes. */
  readonly heldBytes: number;
  /** Bytes of text that were left out. */
  readonly omittedBytes: number;
}

/**
 * Text in, text out, with an `Omission` passed on where it stands. Bytes are counted in the decoded text, where each U+FFFD
 * of an ill-formed input has three: `totalBytes` is what came out of the input, what was left out, and what is pending.
 */
export abstract class TextTransform extends ChunkTransform<Bytes | string | Omission, string | Omission> {
  readonly #name: string;
  readonly #engine: TextEngine;
  readonly #carry = new TextCarry();
  #textBytes = 0;
  #missingBytes = 0;

  /** @internal */
  protected constructor(name: string, engine: TextEngine) {
    super();
    this.#name = name;
    this.#engine = engine;
  }

  /** Bytes of all text that came, omissions and pending ones included. */
  get totalBytes(): number {
    return this.#textBytes + this.#missingBytes + this.#carry.pendingBytes;
  }

  /** Bytes of text that are held until more comes. */
  get pendingBytes(): number {
    return this.#engine.heldBytes + this.#carry.pendingBytes;
  }

  /** Bytes of text that came and did not come out, here or before: what an `Omission` counts is among them. */
  get omittedBytes(): number {
    return this.#engine.omittedBytes + this.#missingBytes;
  }

  override push(chunk: Bytes | string | Omission): readonly (string | Omission)[] {
    if (chunk instanceof Omission) {
      if (chunk.bytes === 0) return [];
      this.#missingBytes += chunk.bytes;
      return [...nonEmpty(this.#release() + this.#engine.gap()), chunk];
    }
    checkTextChunk(this.#name, chunk);
    let out = '';
    this.#carry.write(chunk, (text, textBytes) => {
      out += this.#write(text, textBytes);
    });
    return nonEmpty(out);
  }

  override flush(): readonly (string | Omission)[] {
    return nonEmpty(this.#release() + this.#engine.end());
  }

  #release(): string {
    let out = '';
    this.#carry.flush((text, textBytes) => {
      out += this.#write(text, textBytes);
    });
    return out;
  }

  #write(text: string, textBytes: number): string {
    this.#textBytes += textBytes;
    return this.#engine.write(text, textBytes);
  }
}

const nonEmpty = (text: string) => (text === '' ? [] : [text]);
