/** Bars as SVG, from the tables that ask for it; legible on light and on dark pages. */
import { showNumber } from './lib/suite.mjs';

/** What each plot shows. */
export const CAPTIONS = {
  process: 'Seconds for 10,000 tokens of a stream, a whole process each (logarithmic; shorter is better)',
  streams: 'Microseconds a chunk, as streams, ASCII (logarithmic; shorter is better)',
  core: 'GB/s pushed by hand, chunks of 64 KiB (logarithmic; longer is better)',
  json: 'Lines of JSON: speed as a share of plain JSON.stringify (longer is better)',
};
const LOGARITHMIC = ['process', 'streams', 'core'];

const WIDTH = 860;
const NAME_WIDTH = 330;
const VALUE_WIDTH = 70;
const BAR_HEIGHT = 14;
const BAR_STEP = 18;
const GROUP_GAP = 14;
const TITLE_HEIGHT = 20;
const TOP = 40;

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 14px }
.series { font-weight: 600 } .ours { fill: #0969da } .other { fill: #8c959f } .value { fill: #59636e }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .ours { fill: #4493f8 } .other { fill: #656c76 } .value { fill: #9198a1 } }`;

const OURS = /millrace|collect|carry|HeadTail|Budget|Utf8Carry|encodeJsonLine/i;

/** All plots, by file name. */
export function plots({ suites }) {
  const tables = suites.flatMap(({ tables }) => tables).filter(({ plot }) => plot);
  const files = [...new Set(tables.map(({ plot }) => plot.file))];
  return Object.fromEntries(
    files.map((file) => [
      file,
      drawn(
        file,
        tables.filter(({ plot }) => plot.file === file),
      ),
    ]),
  );
}

function drawn(file, tables) {
  const isLog = LOGARITHMIC.includes(file);
  const groups = tables.map(({ plot, rows }) => ({
    title: plot.series,
    bars: rows.map((row) => ({ name: row.name, shown: row[plot.column], value: row.least ?? row[plot.column] })),
  }));
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value)).filter(Number.isFinite);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = WIDTH - NAME_WIDTH - VALUE_WIDTH;
  /** The shortest bar of a logarithmic plot still has some length. */
  const lengthOf = (value) =>
    isLog ? (room * (1 + Math.log10(value / least))) / (1 + Math.log10(most / least)) : (room * value) / most;
  const parts = [];
  let y = TOP;
  for (const { title, bars } of groups) {
    parts.push(`<text class="series" x="0" y="${y + 12}">${escaped(title)}</text>`);
    y += TITLE_HEIGHT;
    for (const { name, shown, value } of bars) {
      const length = Number.isFinite(value) ? lengthOf(value) : 0;
      const kind = OURS.test(name) ? 'ours' : 'other';
      parts.push(
        `<text x="${NAME_WIDTH - 8}" y="${y + 11}" text-anchor="end">${escaped(name)}</text>`,
        `<rect class="${kind}" x="${NAME_WIDTH}" y="${y}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
        `<text class="value" x="${(NAME_WIDTH + length + 6).toFixed(1)}" y="${y + 11}">${escaped(showNumber(shown))}</text>`,
      );
      y += BAR_STEP;
    }
    y += GROUP_GAP;
  }
  const title = `<text class="title" x="0" y="16">${escaped(CAPTIONS[file])}</text>`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img">`;
  return `${[open, `<title>${escaped(CAPTIONS[file])}</title>`, `<style>${STYLE}</style>`, title, ...parts, '</svg>'].join('\n')}\n`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
