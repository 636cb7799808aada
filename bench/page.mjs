/** The page of what was measured. Every number on it comes from the results. */
import { cellsOf } from './lib/suite.mjs';
import { CAPTIONS, plots } from './plots.mjs';
import { ROWS, targetCells, targetsOf } from './targets.mjs';

const INTRODUCTION = `# Benchmarks

<!-- Made by \`npm run bench\` from results.json; do not edit. -->

\`npm run bench\` runs the library and its alternatives in turns, round by round, so that a busy machine slows all of them
alike. Figures are medians. Absolute ones are those of one machine and its load: the ratios count. "ASCII" is a log of short
lines, "mixed" is Chinese, Japanese, Korean, Latin and emoji, "latin" is German and French.

Inside one process, times are processor time of all its threads. On a clock, a neighbour that takes the processor for a
moment is a part of whichever figure it hits; and garbage that other threads collect meanwhile costs nothing, though it is made
by what is measured, and takes a core from something else. A wait costs nothing in processor time, so where waits count (whole
processes, how late windows end, events to a file) times are those of the clock.`;

/** Why a target is missed, where it is: what the profiles and the tables below show. */
const EXPLANATIONS = [
  [
    /^10 MiB/,
    'So short a process spends most of its time on its own start, which all of them share, and on loading the library; the columns "of it loading" and "of it the stream" have the rest.',
  ],
  [
    /^1(00|024) MiB.*floor, time/,
    'What the stream costs beside the floor is the copy of each chunk to the scanner and to the ring, and the scan (profiles of 100 MiB and 1 GiB, beside that of the floor).',
  ],
  [
    /growth beyond the floor/,
    'What is kept has 1 MiB. Most of the growth is garbage, as that of the floor shows, which keeps nothing (table).',
  ],
  [
    /one identity|three identity/,
    'Most of the time belongs to the streams of the platform. Of the library it is the first touch of the bytes, which an identity never looks at: the copies and the scan (first profile).',
  ],
  [
    /5 kB of log text: encodeJsonLine \/ JSON.stringify/,
    'Nearly all of the time is `JSON.stringify` of the one long string, inside `quote` (profile). What is left over is the order of the keys, and a call of the engine for each long string in place of one for the whole.',
  ],
  [/HeadTailBuffer.push/, 'The rest is the checks and the counts of one call, which a bare copy does not have.'],
  [/TextDecoder, stream mode/, 'The profile of the core is that of `collect` below: the scan, and two copies.'],
  [
    /always-ready source|bare loop/,
    'Before it ends, a window lets in what has come, and a source that always has more gives 64 chunks more to each. A bare loop over as many chunks of the same stream (table) is what no window can be faster than; what goes beyond it is in the profile of these windows.',
  ],
  [
    /behind that of bare timers/,
    'All windows end in one turn and are cut one behind the other; those over a stream end a turn later, behind the others, because they let in what has come. Of what they need, the profile of 1,000 collectors tells.',
  ],
];

export function page(results) {
  const { machine, peers, suites } = results;
  const parts = [
    INTRODUCTION,
    `Measured with Node.js ${machine.node} (V8 ${machine.v8}) on ${machine.cores} cores.`,
    '## Measured beside target',
    targetTables(results),
    ...shortfalls(results),
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

function shortfalls(results) {
  const missed = targetsOf(results).filter(({ isMet }) => !isMet);
  const reasons = EXPLANATIONS.filter(([about]) => missed.some(({ what }) => about.test(what))).map(([about, why]) => {
    const which = missed.filter(({ what }) => about.test(what)).map(({ what }) => what);
    return `- ${which.join('; ')}. ${why}`;
  });
  return reasons.length > 0 ? ['### What falls short', reasons.join('\n')] : [];
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
