import { TruncationPolicy } from 'millrace';
import type { Size } from './race.js';
import { element, plural } from './show.js';
import { FIRST_PIECE, isTextSource, type Open, openFile, openText, openUrl, type SourceId } from './sources.js';

const PIECES = [1, 2, 3, 5, 8, 16, 48, 96, 256, 1024, 4096, 16_384, 32_768, 65_536];

export interface Chosen {
  name: string;
  open: Open;
}

export interface ControlListener {
  chosen(source: Chosen | undefined): void;
  resized(): void;
  budgeted(): void;
}

/** What a visitor sets, read from the page's own controls. */
export class Controls {
  readonly #listener: ControlListener;
  #file: File | undefined;

  constructor(listener: ControlListener) {
    this.#listener = listener;
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="source"]')) {
      radio.addEventListener('change', () => this.#choose());
    }
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
      radio.addEventListener('change', () => {
        document.documentElement.dataset.theme = radio.value;
      });
    }
    element('#url-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.choose();
    });
    const file = element<HTMLInputElement>('#file');
    file.addEventListener('change', () => this.#take(file.files?.[0]));
    this.#acceptDrops();
    this.#slider('#piece', () => plural(this.pieceBytes, 'byte'));
    this.#slider(
      '#head',
      () => plural(this.size.headBytes, 'byte'),
      () => listener.resized(),
    );
    this.#slider(
      '#tail',
      () => plural(this.size.tailBytes, 'byte'),
      () => listener.resized(),
    );
    this.#slider(
      '#budget',
      () => plural(this.policy.limit, 'token'),
      () => listener.budgeted(),
    );
  }

  get source(): SourceId {
    return element<HTMLInputElement>('input[name="source"]:checked').value as SourceId;
  }

  get pieceBytes(): number {
    return PIECES[this.#value('#piece')] ?? 1;
  }

  get size(): Size {
    return { headBytes: this.#value('#head'), tailBytes: this.#value('#tail') };
  }

  get policy(): TruncationPolicy {
    return TruncationPolicy.tokens(this.#value('#budget'));
  }

  /** Tells of the source that is chosen, as at a visitor's choice. */
  choose(): void {
    const id = this.source;
    element('#url-form').hidden = id !== 'url';
    element('#file-row').hidden = id !== 'file';
    const name = document.querySelector(`input[value="${id}"] + span`)?.textContent ?? id;
    this.#listener.chosen(this.#chosen(id, name));
  }

  #chosen(id: SourceId, name: string): Chosen | undefined {
    if (isTextSource(id)) return { name, open: openText(id) };
    if (id === 'file') return this.#file && { name: this.#file.name, open: openFile(this.#file) };
    const url = element<HTMLInputElement>('#url').value.trim();
    return { name: url, open: openUrl(url) };
  }

  #choose(): void {
    this.#set('#piece', PIECES.indexOf(FIRST_PIECE[this.source]));
    this.choose();
  }

  #take(file: File | undefined): void {
    if (!file) return;
    this.#file = file;
    element<HTMLInputElement>('input[name="source"][value="file"]').checked = true;
    this.#choose();
  }

  #acceptDrops(): void {
    const veil = element('#veil');
    document.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      veil.hidden = false;
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) veil.hidden = true;
    });
    document.addEventListener('drop', (event) => {
      veil.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.#take(file);
    });
  }

  #slider(selector: string, text: () => string, changed: () => void = () => {}): void {
    const input = element<HTMLInputElement>(selector);
    const output = element(`${selector}-value`);
    const show = () => {
      output.textContent = text();
      input.setAttribute('aria-valuetext', text());
    };
    input.addEventListener('input', () => {
      show();
      changed();
    });
    show();
  }

  #value(selector: string): number {
    return Number(element<HTMLInputElement>(selector).value);
  }

  #set(selector: string, value: number): void {
    const input = element<HTMLInputElement>(selector);
    input.value = `${value}`;
    input.dispatchEvent(new Event('input'));
  }
}
