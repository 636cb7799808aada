// What is asked of the page again and again; functions given to `run` are sent to the page, and refer to nothing outside.
import { setTimeout as sleep } from 'node:timers/promises';

export function expect(condition, message) {
  if (!condition) throw new Error(message);
}

export function same(actual, expected, what) {
  expect(actual === expected, `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

/** Asks until the answer is yes; a late machine gets its time, a wrong page does not. */
export async function eventually(question, what, timeoutMs = 20_000) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await question()) return;
    await sleep(60);
  }
  throw new Error(`never came: ${what}`);
}

/** All that the page shows, at one moment. */
export function look(page) {
  return page.run(() => {
    const text = (selector) => document.querySelector(selector).textContent;
    const number = (selector) => Number(text(selector).replaceAll(',', ''));
    return {
      total: number('#count-total'),
      kept: number('#count-kept'),
      omitted: number('#count-omitted'),
      held: number('#count-held'),
      head: number('#head-bytes'),
      weir: number('#omitted-bytes'),
      tail: number('#tail-bytes'),
      headText: text('#head-text'),
      tailText: text('#tail-text'),
      model: [...document.querySelectorAll('#model-text > *')].map((node) => node.textContent),
      modelCaption: text('#model-caption'),
      preview: text('#preview-text'),
      records: [...document.querySelectorAll('#records > *')].map((node) => node.textContent),
      bytesCaption: text('#bytes-caption'),
      status: text('#status'),
      toggle: text('#toggle'),
      nodes: document.querySelectorAll('*').length,
    };
  });
}

export function inBalance(seen) {
  same(seen.kept + seen.omitted + seen.held, seen.total, 'kept + omitted + held');
  same(seen.head + seen.tail, seen.kept, 'head + tail');
  same(seen.weir, seen.omitted, 'omitted, over the wheel and in the sum');
}

/** The page after it has shown what was done: two frames and a moment for what is awaited. */
export async function settled(page) {
  await sleep(150);
  const seen = await look(page);
  inBalance(seen);
  return seen;
}

export const focus = (page, selector) => page.run((wanted) => document.querySelector(wanted).focus(), selector);

/** As a keyboard user: to the control, then the key. */
export async function press(page, selector, key, times) {
  await focus(page, selector);
  await page.press(key, times);
}

/** Chooses a source by its label, and has it wait at its beginning. */
export async function chooseAtRest(page, id) {
  await page.click(`input[value="${id}"]`);
  await page.click('#reset');
  return settled(page);
}

export const utf8 = (text) => Buffer.byteLength(text);

/** Parts of the page that stick out to the right of it. */
export function sticksOut(page) {
  return page.run(() => {
    const width = document.documentElement.clientWidth;
    const out = [...document.querySelectorAll('body *')]
      .filter((node) => node.getBoundingClientRect().right > width + 0.5 && !node.closest('svg, .unseen'))
      .map((node) => node.id || node.className || node.tagName);
    return document.documentElement.scrollWidth > width ? ['the page scrolls sideways', ...out] : out;
  });
}

/** Texts whose contrast with what is behind them is below 4.5, by WCAG's formula. */
export function faintTexts(page) {
  return page.run(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((v) =>
        v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (node) => {
      for (let at = node; at; at = at.parentElement) {
        const color = rgba(getComputedStyle(at).backgroundColor);
        if (color[3] === 255) return color;
      }
      return [255, 255, 255];
    };
    const contrast = (node) => {
      const [a, b] = [luminance(rgba(getComputedStyle(node).color)), luminance(behind(node))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const hasText = (node) =>
      [...node.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim() !== '');
    return [...document.querySelectorAll('body *')]
      .filter((node) => hasText(node) && node.checkVisibility() && !node.closest('[aria-disabled="true"]'))
      .filter((node) => contrast(node) < 4.5)
      .map((node) => `${node.id || node.className || node.tagName} ${contrast(node).toFixed(2)}`);
  });
}
