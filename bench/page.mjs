/** The page of what was measured. Every number on it comes from the results. */
import { cellsOf } from './lib/suite.mjs';
import { CAPTIONS, plots } from './plots.mjs';
import { ROWS, targetCells, targetsOf } from './targets.mjs';

const INTRODUCTION = `# Benchmarks

<!-- Made by \`npm run bench\` from results.json; do not edit. -->

\`npm run bench\` runs the library and its alternatives in turns, round by round, so that a busy machine slows all of them
alike. Figures are medians. Absolute ones are those of one machine and its load: the ratios count. "ASCII" is a log of short
lines, "mixed" is Chinese, Japanese, Korean, Latin and emoji, "latin" is German and French.`;

export function page(results) {
  const { machine, peers, suites } = results;
  const parts = [
    INTRODUCTION,
    `Measured with Node.js ${machine.node} (V8 ${machine.v8}) on ${machine.cores} cores.`,
    '## Measured beside target',
    targetTables(results),
    '## Plots',
    ...Object.keys(plots(results)).map((file) => `![${CAPTIONS[file]}](plots/${file}.svg)`),
    '## What it is measured beside',
    markdownTable(
      ['package', 'version', 'what it does less or more'],
      peers.map(({ name, version, note }) => [`\`${name}\``, version, note]),
    ),
    ...suites.flatMap(({ title, tables }) => [`## ${title}`, ...tables.map(tablePart)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function targetTables(results) {
  const targets = targetsOf(results);
  const rows = targets.map((target) => {
    const { name, measured, target: goal } = targetCells(target);
    return [ROWS[target.row], name, measured, goal, target.isMet ? 'met' : '**short**'];
  });
  // A heading once, then what belongs to it.
  const shown = rows.map(([row, ...cells], i) => [i > 0 && rows[i - 1][0] === row ? '' : row, ...cells]);
  return markdownTable(['', 'ratio', 'measured', 'target', ''], shown);
}

function tablePart({ title, columns, rows }) {
  const head = ['', ...columns.map(({ label }) => label)];
  const failed = rows.filter(({ error }) => error).map(({ name, error }) => `${name} fails: ${error}.`);
  return [
    `**${title}**`,
    markdownTable(
      head,
      rows.map((row) => cellsOf(row, columns)),
    ),
    ...failed,
  ].join('\n\n');
}

function markdownTable(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
