/** The targets, each a ratio in one run, and how what was measured stands to them. */
import { printTable, showNumber } from './lib/suite.mjs';

/** The rows of the table, by number. */
export const ROWS = {
  1: 'Bounded text of 10 MiB, a whole process',
  2: 'Bounded text of 100 MiB and 1 GiB, a whole process',
  3: 'Carry, buffer and truncate in one TransformStream',
  4: 'Carry, buffer and truncate as three piped stages',
  5: 'The synchronous core at 64 KiB',
  6: 'HeadTailBuffer.push at 64 KiB',
  7: 'encodeJsonLine, sorted keys',
  8: 'Windows of a collector',
  9: 'Worst cases',
  10: 'A long life, and many at once',
};

export const targetsOf = ({ suites }) => suites.flatMap(({ targets }) => targets).sort((a, b) => a.row - b.row);

/** The cells of one target: what it is about, what was measured, and what it should be. */
export function targetCells({ what, measured, bound, goal, digits }) {
  const sign = bound === 'least' ? '>=' : '<=';
  return { name: what, measured: showNumber(measured, digits), target: `${sign} ${goal}` };
}

/** Prints all of them, and gives how many were missed. */
export function printTargets(results, isShort) {
  const targets = targetsOf(results);
  const rows = targets.map((target) => ({
    ...targetCells(target),
    verdict: target.isMet ? 'met' : isShort ? 'not judged' : 'SHORT',
  }));
  const columns = ['measured', 'target', 'verdict'].map((key) => ({ key, label: key }));
  printTable('Measured beside target', columns, rows);
  const missed = targets.filter(({ isMet }) => !isMet).length;
  console.log(
    isShort ? `\n${targets.length} targets could be measured` : `\n${targets.length - missed} met, ${missed} short`,
  );
  return missed;
}
