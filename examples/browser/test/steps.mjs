// What a person does on the page, step by step, and what must then be true. Each step begins on its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAtRest, eventually, expect, inBalance, look, press, same, settled, utf8 } from './checks.mjs';

const BUILD_LOG_BYTES = 7760;

function framesInTwoSeconds(page) {
  return page.run(
    () =>
      new Promise((resolve) => {
        let count = 0;
        const next = () => {
          count++;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
        setTimeout(() => resolve(count), 2000);
      }),
  );
}

export const steps = {
  'the endless log flows: the head fills, then the tail, then bytes are omitted': async (page) => {
    await eventually(async () => (await look(page)).omitted > 500, 'bytes over the wheel');
    for (let i = 0; i < 20; i++) {
      const seen = await look(page);
      inBalance(seen);
      expect(seen.head >= 509 && seen.head <= 512, `head: ${seen.head}`);
      expect(seen.tail >= 509 && seen.tail <= 512, `tail: ${seen.tail}`);
    }
    const seen = await look(page);
    expect(seen.headText.startsWith('mill 4.2 starting'), 'the head is the beginning');
    await eventually(async () => (await look(page)).total > seen.total, 'more bytes');
    same((await look(page)).headText, seen.headText, 'the head, later');
  },

  'a pause by keyboard stops the source, and says what came': async (page) => {
    await press(page, '#toggle', 'Space');
    const seen = await settled(page);
    await sleep(400);
    same((await look(page)).total, seen.total, 'bytes after the pause');
    const sums = `${seen.total.toLocaleString('en')} bytes: ${seen.kept.toLocaleString('en')} kept`;
    expect(seen.status.startsWith(`Paused after ${sums}`), seen.status);
    same(seen.toggle, 'Run', 'the button');
    await press(page, '#toggle', 'Enter');
    await eventually(async () => (await look(page)).total > seen.total, 'bytes after going on');
  },

  'one step is one chunk, of the size that the slider says': async (page) => {
    await chooseAtRest(page, 'log');
    await press(page, '#piece', 'ArrowRight');
    same(await page.run(() => document.querySelector('#piece').getAttribute('aria-valuetext')), '48 bytes', 'slider');
    await press(page, '#step', 'Space');
    await press(page, '#step', 'Enter');
    await eventually(async () => (await look(page)).total === 96, 'two chunks');
  },

  'byte by byte, a fox is held until it is whole': async (page) => {
    await chooseAtRest(page, 'emoji');
    await press(page, '#piece', 'Home');
    // "1. ", then F0 9F A6 8A: what is held grows to three, and goes on with the fourth.
    for (const [index, held] of [0, 0, 0, 1, 2, 3, 0].entries()) {
      await press(page, '#step', 'Space');
      await eventually(async () => (await look(page)).total === index + 1, `byte ${index + 1}`);
      same((await settled(page)).held, held, `held after byte ${index + 1}`);
    }
    const seen = await settled(page);
    same(seen.bytesCaption, '1 byte came and joined 3 held bytes; 4 went on whole, none waits.', 'caption');
    same(seen.headText, '1. 🦊', 'head');
    same(await page.run(() => document.querySelectorAll('#bytes .was-held').length), 3, 'cells that were held');
  },

  'head and tail change under way, and no byte loses its count': async (page) => {
    await chooseAtRest(page, 'log');
    await press(page, '#toggle', 'Space');
    await eventually(async () => (await look(page)).omitted > 100, 'omitted bytes');
    await press(page, '#toggle', 'Space');
    const before = await settled(page);
    await press(page, '#head', 'Home');
    const headless = await settled(page);
    same(headless.head, 0, 'head');
    same(headless.omitted, before.omitted + before.head, 'omitted without the head');
    await press(page, '#tail', 'Home');
    const empty = await settled(page);
    same(empty.omitted, before.kept + before.omitted, 'omitted without both');
    await press(page, '#tail', 'ArrowRight', 4);
    same(await page.run(() => document.querySelector('#tail-value').textContent), '64 bytes', 'tail limit');
    await press(page, '#toggle', 'Space');
    await eventually(async () => (await look(page)).tail > 60, 'a tail again');
    inBalance(await look(page));
    // Back to what they were, for whoever comes next.
    await press(page, '#head', 'ArrowRight', 32);
    await press(page, '#tail', 'ArrowRight', 28);
  },

  'the text for the model is a true beginning, an exact marker, a true end, within its budget': async (page) => {
    await chooseAtRest(page, 'log');
    await press(page, '#budget', 'Home');
    same((await settled(page)).model.join(''), '', 'a text of no tokens');
    await press(page, '#budget', 'ArrowRight', 10);
    await press(page, '#toggle', 'Space');
    await eventually(async () => (await look(page)).omitted > 1000, 'omitted bytes');
    await press(page, '#toggle', 'Space');
    const seen = await settled(page);
    const [head, marker, tail] = seen.model;
    expect(utf8(seen.model.join('')) <= 160, `${utf8(seen.model.join(''))} bytes for 40 tokens`);
    expect(seen.headText.startsWith(head) && head !== '', `no beginning: ${head}`);
    expect(seen.tailText.endsWith(tail) && tail !== '', `no end: ${tail}`);
    const missing = seen.total - seen.held - utf8(head) - utf8(tail);
    same(marker, `…${Math.ceil(missing / 4)} tokens truncated…`, 'marker');
    expect(/^About (39|40) tokens of 40/.test(seen.modelCaption), seen.modelCaption);
    expect(seen.preview.split('\n').length <= 5 && utf8(seen.preview) <= 240 + 28, 'preview within its caps');
    expect(seen.preview.startsWith(head.slice(0, 40)), 'the preview begins as the text does');
    await press(page, '#budget', 'ArrowRight', 30);
  },

  'each window is one line of JSON, and the next one has what the last one held': async (page) => {
    await chooseAtRest(page, 'emoji');
    await press(page, '#piece', 'Home');
    await press(page, '#piece', 'ArrowRight', 4);
    for (let i = 1; i <= 3; i++) {
      await press(page, '#step', 'Space');
      await eventually(async () => (await look(page)).records.length === i, `record ${i}`);
    }
    const records = (await look(page)).records.map((line) => JSON.parse(line));
    // 8 bytes each: "1. 🦊 " whole; the rest is ASCII, so nothing waits.
    same(records.map((record) => record.window).join(), '1,2,3', 'windows');
    same(records[0].preview, '1. 🦊 ', 'the first window');
    let carried = 0;
    for (const record of records) {
      same(record.total_bytes, 8 + carried, 'bytes of a window');
      carried = record.pending_bytes;
    }
  },

  'the build log ends with its error in sight, and can be run again': async (page) => {
    await page.click('input[value="ansi"]');
    await press(page, '#piece', 'End');
    await eventually(async () => (await look(page)).toggle === 'Again', 'the end');
    const seen = await settled(page);
    same(seen.total, BUILD_LOG_BYTES, 'bytes');
    same(seen.held, 0, 'held at the end');
    expect(seen.tailText.includes('could not build'), 'the error is in the tail');
    expect(seen.model[2].includes('could not build'), 'the error is in what the model gets');
    expect(!/[\x00-\x09\x0b-\x1f]/.test(seen.headText + seen.tailText), 'a control character in the page');
    expect(seen.status.startsWith('ANSI build log has ended after 7,760 bytes'), seen.status);
    same(JSON.parse(seen.records.at(-1)).closed, true, 'the last window');
    await press(page, '#toggle', 'Enter');
    await eventually(async () => (await look(page)).records.length > 0, 'the second run');
    await eventually(async () => (await look(page)).toggle === 'Again', 'the second end');
    same((await settled(page)).total, BUILD_LOG_BYTES, 'bytes of the second run');
  },

  'a stream that breaks off inside a character gives its bytes, and one U+FFFD': async (page) => {
    await page.click('input[value="emoji"]');
    await press(page, '#piece', 'End');
    await eventually(async () => (await look(page)).toggle === 'Again', 'the end');
    const seen = await settled(page);
    same(seen.held, 0, 'held at the end');
    expect(seen.model[2].endsWith('inside a fox: \ufffd'), seen.model[2].slice(-40));
    expect(!seen.model[0].includes('\ufffd'), 'U+FFFD elsewhere');
  },

  'a flood leaves the page small, and answering': async (page) => {
    await page.click('input[value="log"]');
    await press(page, '#piece', 'End');
    await eventually(async () => (await look(page)).total > 1_000_000, 'a million bytes');
    const { nodes } = await look(page);
    // How many there are is the machine's affair, and told; that they go on, and that a key is heard, is the page's.
    const frames = await framesInTwoSeconds(page);
    expect(frames > 1, `${frames} frames in two seconds`);
    const seen = await look(page);
    inBalance(seen);
    expect(Math.abs(seen.nodes - nodes) < 120 && seen.nodes < 800, `${nodes}, then ${seen.nodes} elements`);
    await press(page, '#toggle', 'Space');
    await eventually(async () => (await look(page)).toggle === 'Run', 'the rest after a key');
    const { total } = await settled(page);
    same((await settled(page)).total, total, 'bytes at rest');
    return `${Math.round(frames / 2)} frames a second at two megabytes a second`;
  },
};
