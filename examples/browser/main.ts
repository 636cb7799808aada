import { BytesView } from './bytes-view.js';
import { type Chosen, Controls } from './controls.js';
import { Flow, type FlowState } from './flow.js';
import { Panels } from './panels.js';
import { type Passage, Race } from './race.js';
import { Scene } from './scene.js';
import { count, element, plural, write } from './show.js';

/** Text is for reading: it changes less often than water does, and far less for those who asked for stillness. */
const TEXT_MS = 80;
const BYTES_MS = 400;
const STILL_MS = 1000;
const RATE_MS = 400;

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const scene = new Scene();
const bytesView = new BytesView();
const panels = new Panels();
const toggle = element<HTMLButtonElement>('#toggle');
const step = element<HTMLButtonElement>('#step');
const status = element('#status');

let chosen: Chosen | undefined;
let flow: Flow | undefined;
let race: Race;
let state: FlowState | 'waiting' = 'waiting';
/** The chunk to show: of those since the last look, one that was cut inside a character, if there is any. */
let passage: Passage | undefined;
let cameBytes = 0;
let inflow = 0;
let isStale = true;
let [frameAt, textAt, bytesAt] = [0, 0, 0];

function start(startsPaused: boolean): void {
  flow?.stop();
  race = new Race(chosen?.name ?? '', controls.size);
  passage = undefined;
  [cameBytes, inflow] = [0, 0];
  panels.clear();
  bytesView.clear();
  flow = undefined;
  if (!chosen) {
    changed('waiting');
    return;
  }
  const listener = { passed, recorded: (line: string) => panels.record(line), changed };
  flow = new Flow(race, () => controls.policy, listener, startsPaused);
  void flow.run(chosen.open, () => controls.pieceBytes);
}

function passed(next: Passage): void {
  const isCut = (of: Passage | undefined) => of !== undefined && of.held.length + of.before.length > 0;
  if (isCut(next) || !isCut(passage) || state === 'paused') passage = next;
  cameBytes += next.chunk.length;
  isStale = true;
  if (state === 'paused') changed('paused');
}

function changed(next: FlowState | 'waiting', error?: unknown): void {
  state = next;
  show();
  const isOver = state === 'ended' || state === 'failed';
  write(toggle, state === 'running' ? 'Pause' : isOver ? 'Again' : 'Run');
  // Disabled for real, they would drop the focus of whoever is on them.
  toggle.setAttribute('aria-disabled', `${state === 'waiting'}`);
  step.setAttribute('aria-disabled', `${isOver || state === 'waiting'}`);
  status.classList.toggle('failed', state === 'failed');
  write(status, statusText(error));
}

function statusText(error: unknown): string {
  const name = chosen?.name ?? '';
  const { total, kept, omitted } = race.counts;
  const sums = `${plural(total, 'byte')}: ${count(kept)} kept, ${count(omitted)} omitted.`;
  switch (state) {
    case 'waiting':
      return 'Waiting for a file.';
    case 'running':
      return `${name} is flowing.`;
    case 'paused':
      return total === 0 ? `${name} is ready: run it, or take it step by step.` : `Paused after ${sums}`;
    case 'ended':
      return `${name} has ended after ${sums}`;
    case 'failed':
      return `${name} could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Has the next frame show everything: what a visitor does is answered at once. */
function show(): void {
  isStale = true;
  [textAt, bytesAt] = [0, 0];
}

function frame(now: number): void {
  const elapsed = now - frameAt;
  frameAt = now;
  flow?.tick(elapsed);
  const still = stillness.matches;
  if (isStale && now - textAt >= (still ? STILL_MS : TEXT_MS)) {
    panels.show(race, controls.size, controls.policy);
    [isStale, textAt] = [false, now];
  }
  if (passage && now - bytesAt >= (still ? STILL_MS : BYTES_MS)) {
    bytesView.show(passage);
    [passage, bytesAt] = [undefined, now];
  }
  const rate = elapsed > 0 ? (cameBytes * 1000) / elapsed : 0;
  inflow = state === 'running' ? inflow + (rate - inflow) * Math.min(1, elapsed / RATE_MS) : 0;
  cameBytes = 0;
  scene.draw({ ...panels.levels, held: race.counts.held, inflow: Math.round(inflow) }, elapsed, still);
  requestAnimationFrame(frame);
}

const controls = new Controls({
  chosen(source) {
    chosen = source;
    start(stillness.matches);
  },
  resized() {
    race.resize(controls.size);
    show();
  },
  budgeted: show,
});

stillness.addEventListener('change', () => {
  if (stillness.matches) flow?.pause();
});
toggle.addEventListener('click', () => {
  if (state === 'running') flow?.pause();
  else if (state === 'paused') flow?.resume();
  else if (state !== 'waiting') start(false);
});
step.addEventListener('click', () => flow?.step());
element('#reset').addEventListener('click', () => start(true));

// Not every browser lets a keyboard scroll what is no control.
for (const node of document.querySelectorAll<HTMLElement>('.text, .records')) node.tabIndex = 0;
controls.choose();
requestAnimationFrame(frame);
