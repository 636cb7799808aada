// Files, addresses, themes, keys and widths.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, expect, faintTexts, look, press, same, settled, sticksOut } from './checks.mjs';

const FILE_TEXT = `first line\n${'0123456789 漢字 🌊\n'.repeat(200)}last line é`;

export const moreSteps = {
  'a chosen file is read to its end, every byte counted': async (page, { folder }) => {
    const path = join(folder, 'chosen.log');
    await writeFile(path, FILE_TEXT);
    await page.click('input[value="file"]');
    same((await settled(page)).status, 'Waiting for a file.', 'status');
    await page.chooseFile('#file', path);
    await eventually(async () => (await look(page)).toggle === 'Again', 'the end of the file');
    const seen = await settled(page);
    same(seen.total, Buffer.byteLength(FILE_TEXT), 'bytes');
    expect(seen.headText.startsWith('first line\n'), 'the head of the file');
    expect(seen.tailText.endsWith('last line é'), 'the tail of the file');
    expect(seen.status.startsWith('chosen.log has ended'), seen.status);
  },

  'a file dropped on the page is taken from wherever one was': async (page) => {
    await page.click('input[value="cjk"]');
    await page.run(() => {
      const dataTransfer = new DataTransfer();
      const bytes = new Uint8Array(3000).map((_, index) => index % 256);
      dataTransfer.items.add(new File([bytes], 'dropped.bin'));
      const drag = (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.race').dispatchEvent(drag('dragover'));
      if (document.querySelector('#veil').hidden) throw new Error('nothing shows that a file can be dropped');
      document.querySelector('.race').dispatchEvent(drag('drop'));
    });
    await eventually(async () => (await look(page)).status.startsWith('dropped.bin has ended'), 'the end of the file');
    const seen = await settled(page);
    same(seen.total, 3000, 'bytes');
    expect(await page.run(() => document.querySelector('#veil').hidden), 'the veil is gone');
    expect(await page.run(() => document.querySelector('input[value="file"]').checked), 'the source is the file');
  },

  'a URL is fetched; one that is not there is told, and the page goes on': async (page) => {
    const script = await page.run(async () => (await (await fetch('main.js')).arrayBuffer()).byteLength);
    await page.click('input[value="url"]');
    await press(page, '#piece', 'End');
    await eventually(async () => (await look(page)).status.startsWith('main.js has ended'), 'the end of the script');
    same((await settled(page)).total, script, 'bytes');
    await page.run(() => {
      document.querySelector('#url').value = 'not-there.txt';
    });
    await press(page, '#url', 'Enter');
    const failed = 'not-there.txt could not be read: the server answered 404';
    await eventually(async () => (await look(page)).status === failed, 'the failure');
    await page.click('input[value="log"]');
    await eventually(async () => (await look(page)).total > 0, 'another source');
  },

  'dark and light by keyboard, every text with enough contrast': async (page) => {
    const paper = () => page.run(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.click('input[value="emoji"]');
    await eventually(async () => (await look(page)).omitted > 0, 'a full page');
    await press(page, '[name="theme"]:checked', 'ArrowRight');
    same(await paper(), 'rgb(244, 246, 245)', 'light');
    same((await faintTexts(page)).join(', '), '', 'faint texts in the light');
    await page.press('ArrowRight');
    same(await paper(), 'rgb(16, 24, 28)', 'dark');
    same((await faintTexts(page)).join(', '), '', 'faint texts in the dark');
    await page.press('ArrowRight');
  },

  'Tab reaches every control in the order of the page, and each shows that it has the focus': async (page) => {
    await page.run(() => {
      document.activeElement.blur();
      window.scrollTo(0, 0);
    });
    await page.click('h1');
    const reached = [];
    for (let i = 0; i < 14; i++) {
      await page.press('Tab');
      const { name, ring } = await page.run(() => {
        const at = document.activeElement;
        const shown = at.type === 'radio' ? at.nextElementSibling : at;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return { name: at.name || at.id, ring: `${outlineStyle} ${outlineWidth}` };
      });
      same(ring, 'solid 3px', `focus ring of ${name}`);
      reached.push(name);
    }
    const all =
      'theme source toggle step reset piece head head-text tail tail-text budget model-text preview-text records';
    same(reached.join(' '), all, 'order');
  },

  'every control has a name, and one region speaks': async (page) => {
    const found = await page.run(() => {
      const controls = [...document.querySelectorAll('input, button')];
      const named = (node) => (node.labels?.[0] ?? node).textContent.trim() !== '';
      const loud = [...document.querySelectorAll('[aria-live], output, [role="status"], [role="alert"], [role="log"]')];
      const levels = [...document.querySelectorAll('h1, h2, h3')].map((node) => Number(node.tagName[1]));
      return {
        nameless: controls.filter((node) => !named(node)).map((node) => node.id),
        loud: loud.map((node) => node.id).join(),
        skips: levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1),
        sliders: [...document.querySelectorAll('[type="range"]')].every((node) => node.getAttribute('aria-valuetext')),
      };
    });
    same(found.nameless.join(), '', 'controls without a name');
    same(found.loud, 'status', 'live regions');
    same(found.skips, false, 'a heading level is skipped');
    same(found.sliders, true, 'each slider says its value with its unit');
  },

  'nothing sticks out of a wide page or a narrow one': async (page, { url }) => {
    same((await sticksOut(page)).join(', '), '', 'at 1280 pixels');
    await page.resize(360, 780);
    await page.open(url);
    for (const id of ['cjk', 'ansi', 'url', 'file', 'log']) {
      await page.click(`input[value="${id}"]`);
      await settled(page);
      same((await sticksOut(page)).join(', '), '', `at 360 pixels, ${id}`);
    }
    await eventually(async () => (await look(page)).omitted > 100, 'a full page');
    same((await sticksOut(page)).join(', '), '', 'at 360 pixels, full');
    same(await page.run(() => window.innerWidth), 360, 'width');
    await page.resize(1280, 900);
    await page.open(url);
  },
};

/** For a browser whose system asks for a dark page without motion. */
export const calmSteps = {
  'a system set to dark and still: the page is dark, waits to be run, and its wheel stands': async (page, { url }) => {
    // WebKitGTK tells its pages a moment after it has started.
    const asks = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'];
    const isCalm = () => page.run((queries) => queries.every((query) => matchMedia(query).matches), asks);
    await eventually(isCalm, 'a browser that asks for a dark page without motion');
    await page.open(url);
    const seen = await settled(page);
    same(seen.total, 0, 'bytes before anyone asked');
    same(seen.toggle, 'Run', 'the button');
    same(await page.run(() => getComputedStyle(document.documentElement).backgroundColor), 'rgb(16, 24, 28)', 'paper');
    const wheel = () => page.run(() => document.querySelector('#wheel').getAttribute('transform'));
    const before = await wheel();
    await press(page, '#toggle', 'Enter');
    await eventually(async () => (await look(page)).omitted > 0, 'omitted bytes');
    same(await wheel(), before, 'wheel');
  },
};
