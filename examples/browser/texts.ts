/** The same numbers at every visit: a page that shows the same thing twice can be compared and tested. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pad = (value: number, width: number) => String(value).padStart(width, '0');

function clock(tenths: number): string {
  const seconds = Math.floor(tenths / 10);
  return `${pad(Math.floor(seconds / 3600) % 24, 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${tenths % 10}`;
}

/** A mill's log that never ends. */
export function* endlessLog(): Generator<string> {
  const pick = numbers(7);
  yield 'mill 4.2 starting: sluice open, two wheels, three stones\n';
  for (let tenths = 61_200; ; tenths += 1 + pick(30)) {
    const wheel = 1 + pick(2);
    const turns = `${4 + pick(5)}.${pick(10)} rpm`;
    const kind = pick(20);
    if (kind === 0) yield `${clock(tenths)} WARN  wheel ${wheel}  driftwood at the rack, flow ${pick(60) + 30} %\n`;
    else if (kind === 1)
      yield `${clock(tenths)} ERROR stone ${1 + pick(3)}  running dry, lifted by ${pick(4) + 1} mm\n`;
    else if (kind < 6)
      yield `${clock(tenths)} INFO  stone ${1 + pick(3)}  ${pick(900) + 100} kg ground, ${18 + pick(9)} °C\n`;
    else
      yield `${clock(tenths)} INFO  wheel ${wheel}  head 3.${pick(10)} m  flow 1.${pad(pick(100), 2)} m³/s  ${turns}\n`;
  }
}

const EMOJI = [
  ['🦊', 'a fox, four bytes'],
  ['👩‍🚀', 'an astronaut: woman, joiner, rocket'],
  ['👨‍👩‍👧‍👦', 'a family of four, 25 bytes'],
  ['🏳️‍🌈', 'a flag: white flag, selector, joiner, rainbow'],
  ['🇳🇱', 'two regional letters, one flag'],
  ['👍🏽', 'a thumb and its tone'],
  ['❤️‍🔥', 'a heart on fire'],
  ['🧑🏾‍🌾', 'a farmer with flour to grind'],
  ['🌊', 'a wave'],
];

/** Emoji whose bytes are to be cut; the last one never arrives whole. */
export function* emojiInPieces(): Generator<string | Uint8Array> {
  for (let round = 1; round <= 12; round++) {
    for (const [emoji, name] of EMOJI) yield `${round}. ${emoji} ${name}\n`;
  }
  yield 'and the stream breaks off inside a fox: ';
  yield Uint8Array.of(0xf0, 0x9f, 0xa6);
}

const CJK = [
  '水从上游来,经过水渠,推动水车,再流向下游。',
  '磨坊主只记得最早的一袋和最后的一袋,中间的数目写在账上。',
  '水は上から来て、水車を回し、下へ流れていく。',
  '粉屋は初めの袋と終わりの袋を残し、間の数を帳面に書く。',
  '물은 위에서 와서 물레방아를 돌리고 아래로 흘러간다.',
  '방앗간 주인은 처음과 끝의 자루를 남기고 사이의 수를 적는다.',
];

/** Three bytes to nearly every character: most cuts fall inside one. */
export function* cjk(): Generator<string> {
  for (let line = 1; line <= 96; line++) yield `${line}. ${CJK[(line - 1) % CJK.length]}\n`;
}

const CRATES = ['sluice', 'headrace', 'weir', 'wheel', 'axle', 'gear', 'stone', 'hopper', 'sieve', 'tailrace'];
const color = (code: number, text: string) => `\x1b[${code}m${text}\x1b[0m`;

/** A build that prints a lot, and says at its very end why it failed. */
export function* buildLog(): Generator<string> {
  const pick = numbers(42);
  yield `${color(1, 'mill build')} --release\n\n`;
  for (let step = 1; step <= 120; step++) {
    const crate = `${CRATES[step % CRATES.length]}-${1 + (step % 7)}`;
    yield `${color(32, ' Compiling')} ${crate} v0.${pick(9)}.${pick(20)}\n`;
    if (pick(4) === 0) yield `${color(33, 'warning')}: unused spindle in ${crate}/src/lib.rs:${1 + pick(400)}\n`;
    if (step % 12 === 0)
      for (let done = 0; done <= 100; done += 20) yield `\r${color(36, 'linking')} ${pad(done, 3)} %`;
    if (step % 12 === 0) yield '\n';
  }
  yield `${color(31, 'error')}[E0308]: mismatched teeth\n  --> gear-3/src/lib.rs:88:17\n`;
  yield `   ${color(34, '|')}\n${color(34, '88 |')}     let pinion: Gear<24> = wheel.drive();\n`;
  yield `   ${color(34, '|')}                            ${color(31, '^^^^^^^^^^^^^ expected 24 teeth, found 23')}\n`;
  yield `\n${color(31, 'error')}: could not build ${color(1, 'gear-3')} due to 1 previous error\n`;
}
