// Opens the page in Chromium, Firefox and WebKitGTK, and does there what a person would do.
// node examples/browser/test.mjs [--pictures] [chromium] [firefox] [webkit]
// A browser that is missing is a failure where CI is set. `--pictures` leaves pictures of each to look at.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, outDir } from './build.mjs';
import { serve } from './serve.mjs';
import { calmSteps, moreSteps } from './test/more-steps.mjs';
import { playwrightBrowser } from './test/playwright-page.mjs';
import { steps } from './test/steps.mjs';
import { webkitBrowser } from './test/webkit-page.mjs';

const BROWSERS = {
  chromium: () => playwrightBrowser('chromium'),
  firefox: () => playwrightBrowser('firefox'),
  webkit: webkitBrowser,
};
/** What each picture shows: width, theme, source, and how long it has flowed. */
const PICTURES = [
  ['wide-light', 1280, 1480, 'light', 'log', 4000],
  ['wide-dark', 1280, 1480, 'dark', 'emoji', 5000],
  ['narrow-light', 360, 1300, 'light', 'cjk', 3000],
  ['narrow-dark', 360, 1300, 'dark', 'ansi', 5500],
];
const pictures = fileURLToPath(new URL('screenshots/', import.meta.url));

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pictures: { type: 'boolean' } } });
const wantsPictures = values.pictures === true;

let passed = 0;
let failed = 0;
function tell(name, error, note = '') {
  if (error) failed++;
  else passed++;
  console.log(
    error
      ? `FAIL  ${name}\n      ${error.message.split('\n').slice(0, 6).join('\n      ')}`
      : `ok    ${name}${note ? ` (${note})` : ''}`,
  );
}

async function runSteps(page, browser, list, env) {
  for (const [name, step] of Object.entries(list)) {
    const outcome = await step(page, env).then(
      (note) => [undefined, note],
      (error) => [error],
    );
    tell(`${browser}: ${name}`, ...outcome);
  }
  const errors = [...page.errors, ...(await page.run(() => window.pageErrors))];
  tell(`${browser}: nothing in the console`, errors.length > 0 ? new Error(errors.join('\n      ')) : undefined);
}

async function picture(page, browser, url, [name, width, height, theme, source, flowMs]) {
  await page.resize(width, height);
  await page.open(url);
  await page.click(`input[value="${theme}"]`);
  await page.click(`input[value="${source}"]`);
  await sleep(flowMs);
  await mkdir(pictures, { recursive: true });
  await page.screenshot(join(pictures, `${browser}-${name}.png`));
}

async function testBrowser(browser, site) {
  const { missing, start } = await BROWSERS[browser]();
  if (missing) {
    const error = process.env.CI ? new Error(missing) : undefined;
    if (error) tell(`${browser} starts`, error);
    else console.log(`NOT RUN  ${browser}: ${missing}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'millrace-page-'));
  try {
    for (const [calm, lists] of [
      [false, [steps, moreSteps]],
      [true, [calmSteps]],
    ]) {
      const page = await start({ calm });
      try {
        if (!calm) console.log(`${browser} ${page.version}`);
        await page.resize(1280, 900);
        await page.open(site.url);
        await runSteps(page, browser, Object.assign({}, ...lists), { folder, url: site.url });
        if (!calm && wantsPictures) for (const one of PICTURES) await picture(page, browser, site.url, one);
      } finally {
        await page.close();
      }
    }
  } catch (error) {
    tell(`${browser} runs to the end`, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await build();
const html = await readFile(`${outDir}index.html`, 'utf8');
const frame = '<!doctype html><title>narrow</title><style>body{margin:0}iframe{border:0}</style>';
const site = await serve({
  extra: {
    'index.html': {
      type: 'text/html',
      body: html.replace('<script', '<script src="errors.js"></script>\n    <script'),
    },
    'errors.js': { type: 'text/javascript', body: await readFile(new URL('test/errors.js', import.meta.url)) },
    'frame.html': {
      type: 'text/html',
      body: `${frame}<iframe src="index.html" width="360" height="1300"></iframe>`,
      policy: "frame-src 'self'",
    },
  },
});
for (const browser of positionals.length > 0 ? positionals : Object.keys(BROWSERS)) await testBrowser(browser, site);
site.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
