import { approxTokenCount, type Omission, type TruncationPolicy } from 'millrace';
import { modelText, preview, type Race, type Size } from './race.js';
import { count, element, plural, visible, write } from './show.js';

const MOST_RECORDS = 3;

/** All that shows what the race holds, in figures and in text. */
export class Panels {
  readonly #model = element('#model-text');
  readonly #records = element('#records');

  /** How full both ends are, from 0 to 1, and whether water goes on beyond the head. */
  levels = { head: 0, tail: 0, overflows: false };

  /** Figures and texts are written together: whoever reads them finds them in balance. */
  show(race: Race, size: Size, policy: TruncationPolicy): void {
    for (const [name, bytes] of Object.entries(race.counts)) write(element(`#count-${name}`), count(bytes));
    const { head, omission, tail } = race.ends();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    write(element('#head-bytes'), count(head.length));
    write(element('#head-text'), visible(decoder.decode(head)));
    write(element('#omitted-bytes'), count(omission?.bytes ?? 0));
    write(element('#omitted-more'), omittedText(omission));
    write(element('#tail-bytes'), count(tail.length));
    writeEnd(element('#tail-text'), visible(decoder.decode(tail)));
    this.levels = {
      head: size.headBytes > 0 ? Math.min(1, head.length / size.headBytes) : 0,
      tail: size.tailBytes > 0 ? Math.min(1, tail.length / size.tailBytes) : 0,
      overflows: tail.length > 0 || omission !== undefined,
    };

    const model = modelText({ head, omission, tail }, policy);
    const parts = [model.head, model.marker, model.tail];
    Array.from(this.#model.children).forEach((node, index) => {
      write(node, visible(parts[index] ?? ''));
    });
    const tokens = approxTokenCount(model.text);
    write(element('#model-caption'), `About ${plural(tokens, 'token')} of ${count(policy.limit)}, marker included.`);
    write(element('#preview-text'), visible(preview(model.text)));
  }

  record(line: string): void {
    const item = document.createElement('p');
    item.textContent = line.trimEnd();
    this.#records.append(item);
    while (this.#records.children.length > MOST_RECORDS) this.#records.firstElementChild?.remove();
    if (document.activeElement !== this.#records) this.#records.scrollTop = this.#records.scrollHeight;
  }

  clear(): void {
    this.#records.replaceChildren();
  }
}

function omittedText(omission: Omission | undefined): string {
  return omission
    ? `${plural(omission.lines, 'line end')}, ${plural(omission.scalars, 'character')}`
    : 'nothing so far';
}

/** Keeps the end in sight, unless a visitor is reading there. */
function writeEnd(node: HTMLElement, text: string): void {
  if (node.textContent === text) return;
  node.textContent = text;
  if (document.activeElement !== node) node.scrollTop = node.scrollHeight;
}
