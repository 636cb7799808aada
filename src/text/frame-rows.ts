import { ownedText, utf8ByteLength } from './utf8.js';

/** Lines that can be gone back to. */
const MOST_ROWS = 64;
/** A longer line is no progress bar: it is given as it comes. */
const MOST_ROW_UNITS = 8192;

interface Row {
  text: string;
  /** True if its text went out, or it has none that would show. */
  isGiven: boolean;
  /** True if it was too long to wait, so that what is added to it goes out at once. */
  isLong: boolean;
  /** True if its text is in memory of its own: a slice would keep the chunk alive that it is of. */
  isOwned: boolean;
}

const blankRow = (isGiven = false): Row => ({ text: '', isGiven, isLong: false, isOwned: true });

/**
 * The last lines of a text, with a cursor that can go back to them. A line waits until the cursor has left it, and as many
 * lines as the cursor once went up wait behind it; in a part that is told to be live, all lines wait until the cursor has
 * shown how far up it goes. What went out before cannot be taken back: it shows, and so does what is written over it.
 */
export class FrameRows {
  #rows: Row[] = [blankRow()];
  #at = 0;
  /** So many lines wait above the last row. */
  #reach = 0;
  /** How far above the last row something was written over since that row began; undefined if nothing was. */
  #rewritten: number | undefined;
  /** True while what is written is going to be written over. */
  isLive = false;
  /** True if the reach is that of a live part. */
  #isLiveReach = false;
  /** Lines that went out, as far as the cursor may go up. */
  #rowsAbove = 0;
  #out = '';
  /** True at the beginning of a row: what is written next replaces it. */
  isFresh = false;

  /** Gives what can go out. */
  take(): string {
    for (const row of this.#rows) {
      if (!row.isOwned) row.text = ownedText(row.text);
      row.isOwned = true;
    }
    const out = this.#out;
    this.#out = '';
    return out;
  }

  get heldBytes(): number {
    return utf8ByteLength(this.#rest());
  }

  /** Text without a control that moves the cursor. */
  print(text: string): void {
    if (this.isFresh) this.#replace();
    const row = this.#rows[this.#at]!;
    row.isGiven = false;
    row.text += text;
    row.isOwned = false;
    if (row.isLong || row.text.length > MOST_ROW_UNITS) this.#giveLong(row);
  }

  lineFeed(): void {
    this.#at++;
    this.isFresh = true;
    if (this.#at < this.#rows.length) return;
    this.#rows.push(blankRow());
    this.#settleReach();
    while (this.#rows.length - 1 > this.#reach) this.#settleFirst();
  }

  backspace(): void {
    const row = this.#rows[this.#at]!;
    if (this.isFresh || row.isLong) return;
    row.text = row.text.replace(/.$/su, '');
  }

  /** Up, or down with a negative number; never beyond the last row. */
  up(count: number): void {
    const above = Math.min(count - this.#at, this.#rowsAbove, MOST_ROWS - this.#rows.length);
    for (let i = 0; i < above; i++) {
      this.#rows.unshift(blankRow(true));
      this.#at++;
      this.#rowsAbove--;
    }
    this.#at = Math.min(this.#rows.length - 1, Math.max(0, this.#at - count));
    this.#markRewritten();
  }

  eraseRow(): void {
    const row = this.#rows[this.#at]!;
    if (row.text !== '') this.#markRewritten();
    if (!row.isLong) this.#rows[this.#at] = blankRow();
  }

  eraseBelow(): void {
    this.#rows.length = this.#at + 1;
  }

  /** Gives all that is held. */
  end(): string {
    const rest = this.#rest();
    this.#rows = [blankRow()];
    this.#at = 0;
    this.#reach = 0;
    this.#rewritten = undefined;
    this.isLive = false;
    this.#rowsAbove = 0;
    this.isFresh = false;
    return this.take() + rest;
  }

  #markRewritten(): void {
    const above = this.#rows.length - 1 - this.#at;
    this.#rewritten = Math.max(this.#rewritten ?? 0, above);
    this.#reach = Math.max(this.#reach, above);
  }

  /** A row was added: how many wait now. */
  #settleReach(): void {
    if (this.isLive) {
      // Until something is written over, any of the rows may be.
      const waiting = this.#rewritten ?? this.#reach;
      this.#reach = Math.min(MOST_ROWS - 1, waiting + 1);
    } else if (this.#isLiveReach) this.#reach = 0;
    this.#isLiveReach = this.isLive;
    this.#rewritten = undefined;
  }

  #replace(): void {
    this.isFresh = false;
    if (this.#rows[this.#at]!.text !== '') this.#markRewritten();
    if (this.#rows[this.#at]!.isLong) {
      // It cannot be taken back: a line feed stands where it begins anew.
      this.#out += '\n';
      this.#rowsAbove = Math.min(MOST_ROWS, this.#rowsAbove + 1);
    }
    this.#rows[this.#at] = blankRow();
  }

  #giveLong(row: Row): void {
    while (this.#at > 0) this.#settleFirst();
    this.#out += row.text;
    row.text = '';
    row.isLong = true;
  }

  #settleFirst(): void {
    const row = this.#rows.shift()!;
    if (!row.isGiven) this.#out += `${row.text}\n`;
    this.#at = Math.max(0, this.#at - 1);
    this.#rowsAbove = Math.min(MOST_ROWS, this.#rowsAbove + 1);
  }

  /** Blank rows below the cursor do not show. */
  #rest(): string {
    const rows = this.#rows;
    let end = rows.length;
    while (end - 1 > this.#at && (rows[end - 1]!.isGiven || rows[end - 1]!.text === '')) end--;
    const shown = rows.slice(0, end).map((row, index) => {
      if (row.isGiven) return '';
      return index < end - 1 ? `${row.text}\n` : row.text;
    });
    return shown.join('');
  }
}
