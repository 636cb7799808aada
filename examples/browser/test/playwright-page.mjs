// Chromium and Firefox, as a person's hands: keys, clicks, files, screenshots.
import { execFileSync } from 'node:child_process';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];
const FIREFOX_PREFS = {
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};
const FIREFOX_CALM_PREFS = { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': 1 };

export function which(...names) {
  for (const name of names) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // The next name may be there.
    }
  }
  return undefined;
}

/** Says what is missing, or gives a function that starts the browser; `calm` is a system set to dark and still. */
export async function playwrightBrowser(name) {
  const executablePath =
    name === 'chromium' ? which('chromium', 'chromium-browser', 'google-chrome') : which('firefox-esr');
  if (!executablePath)
    return { missing: name === 'chromium' ? 'chromium is not installed' : 'firefox-esr is not installed' };
  const playwright = await import('playwright').catch(() => undefined);
  if (!playwright) return { missing: 'playwright is not installed: npm ci --prefix examples/browser' };
  const start = async ({ calm = false } = {}) => {
    const isChromium = name === 'chromium';
    const browser = isChromium
      ? await playwright.chromium.launch({ executablePath, args: CHROMIUM_ARGS })
      : await playwright.firefox.launch({
          executablePath,
          channel: 'moz-firefox',
          firefoxUserPrefs: { ...FIREFOX_PREFS, ...(calm ? FIREFOX_CALM_PREFS : {}) },
        });
    const emulated = calm && isChromium ? { colorScheme: 'dark', reducedMotion: 'reduce' } : {};
    return pageOf(browser, await browser.newPage({ viewport: { width: 1280, height: 900 }, ...emulated }));
  };
  return { start };
}

function pageOf(browser, page) {
  const errors = [];
  page.setDefaultTimeout(5000);
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    errors,
    version: browser.version(),
    open: (url) => page.goto(url),
    resize: (width, height) => page.setViewportSize({ width, height }),
    run: (fn, ...args) =>
      page.evaluate(([source, values]) => new Function(`return (${source})`)()(...values), [`${fn}`, args]),
    click: (selector) => page.click(selector),
    async press(key, times = 1) {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    },
    chooseFile: (selector, path) => page.setInputFiles(selector, path),
    // Playwright hides the caret with a style of its own, which the page's policy would report.
    screenshot: (path) => page.screenshot({ path, caret: 'initial' }),
    close: () => browser.close(),
  };
}
