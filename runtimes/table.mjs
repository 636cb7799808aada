/** The table of the README that says what was run on what. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './bundle.mjs';
import { footnotes, legs } from './matrix.mjs';

const readme = join(root, 'README.md');
const BLOCK = /(<!-- runtimes: .*? -->\n)([\s\S]*?)(<!-- \/runtimes -->)/;

const marksOf = ({ gaps = [] }) => gaps.map((name) => `[^${name}]`).join(' ');

/** `outcomes` has what each leg came to. */
export async function writeTable(outcomes) {
  const rows = legs.map((leg) => {
    const { version, passed } = outcomes.get(leg);
    return `| ${leg.name} | ${version} | ${passed} | ${marksOf(leg)} |`;
  });
  const used = Object.entries(footnotes).filter(([name]) => legs.some(({ gaps }) => gaps?.includes(name)));
  const lines = [
    '| runtime | version | tests passed | cannot |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...used.map(([name, text]) => `[^${name}]: ${text}`),
  ];
  const text = await readFile(readme, 'utf8');
  await writeFile(
    readme,
    text.replace(BLOCK, (_, start, _old, end) => `${start}\n${lines.join('\n')}\n\n${end}`),
  );
}

/** What is wrong with the table, without a look at its numbers: these are those of the run that wrote it. */
export async function checkTable() {
  const [, , block] = (await readFile(readme, 'utf8')).match(BLOCK) ?? [];
  if (block === undefined) return ['it has no table of runtimes'];
  const rows = block
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const found = cells.map(([, name, , , gaps]) => `${name} ${gaps}`.trim());
  const wanted = legs.map((leg) => `${leg.name} ${marksOf(leg)}`.trim());
  const problems = [];
  for (const row of wanted.filter((name) => !found.includes(name))) problems.push(`its table lacks "${row}"`);
  for (const row of found.filter((name) => !wanted.includes(name))) problems.push(`its table has "${row}"`);
  return problems;
}
