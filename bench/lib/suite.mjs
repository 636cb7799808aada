/** What a suite finds: tables, and targets that decide the exit code. It is printed, and sent to whoever started it. */

/** `--short` shows that a suite works, in seconds; it judges no speed. */
export const isShort = process.argv.includes('--short');

export const NONE = '–';

export function showNumber(value, digits = 2) {
  if (typeof value === 'string') return value;
  return Number.isFinite(value) ? value.toFixed(digits) : NONE;
}

export class Suite {
  #tables = [];
  #targets = [];
  #title;

  constructor(title) {
    this.#title = title;
  }

  /**
   * A row has a `name`, and a number or a word for the `key` of each column. With `plot` (`file`, `column`) the page shows
   * the column as bars; tables with the same file share it.
   */
  table({ title, columns, rows, plot }) {
    this.#tables.push({ title, columns, rows, plot });
    printTable(title, columns, rows);
  }

  /** `row` is the row of the table of targets; `bound` is 'least' or 'most'. What could not be measured falls short. */
  target({ row, what, measured, bound, goal, digits = 2 }) {
    const isMet = bound === 'least' ? measured >= goal : measured <= goal;
    const target = { row, what, measured: measured ?? null, bound, goal, digits, isMet };
    this.#targets.push(target);
    console.log(`${isMet ? 'met  ' : isShort ? 'short' : 'SHORT'}  ${showTarget(target)}`);
  }

  /** Something that must hold at any speed. @throws {Error} If it does not. */
  check(what, holds) {
    if (!holds) throw new Error(`Not so: ${what}`);
  }

  done() {
    process.send?.({ title: this.#title, tables: this.#tables, targets: this.#targets });
  }
}

export function showTarget({ what, measured, bound, goal, digits }) {
  return `${what}: ${showNumber(measured, digits)} (at ${bound} ${goal})`;
}

/** Prints rows of cells: the names to the left, the others to the right. */
export function printTable(title, columns, rows) {
  const lines = [['', ...columns.map(({ label }) => label)], ...rows.map((row) => cellsOf(row, columns))];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const show = (line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  console.log([`\n${title}`, show(lines[0]), rule, ...lines.slice(1).map(show)].join('\n'));
}

export function cellsOf(row, columns) {
  return [row.name, ...columns.map(({ key, digits }) => showNumber(row[key], digits))];
}
