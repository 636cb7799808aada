// WebKitGTK, driven by plain WebDriver calls, on a screen of its own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { which } from './playwright-page.mjs';

const KEYS = {
  Tab: '\ue004',
  Enter: '\ue007',
  Space: ' ',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
};
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const CALM = '[Settings]\ngtk-enable-animations=0\n';

export async function webkitBrowser() {
  const driver = which('WebKitWebDriver');
  const screen = which('Xvfb');
  if (!driver || !screen) return { missing: `${driver ? 'xvfb' : 'webkit2gtk-driver'} is not installed` };
  const files = execFileSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' });
  const binary = files.split('\n').find((path) => path.endsWith('/MiniBrowser'));
  if (!binary) return { missing: 'libwebkit2gtk-4.1-0 has no MiniBrowser' };
  return { start: ({ calm = false } = {}) => start(driver, screen, binary, calm) };
}

async function start(driver, screen, binary, calm) {
  const home = await mkdtemp(join(tmpdir(), 'millrace-webkit-'));
  await mkdir(join(home, 'gtk-3.0'));
  if (calm) await writeFile(join(home, 'gtk-3.0', 'settings.ini'), CALM);
  const x = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    x.once('exit', () => reject(new Error('Xvfb ended at once')));
    x.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  const port = await freePort();
  // GTK tells the page of its theme; that it is calm comes from the settings file.
  const env = {
    ...process.env,
    ...(calm ? { GTK_THEME: 'Adwaita:dark' } : {}),
    DISPLAY: display,
    XDG_CONFIG_HOME: home,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const process_ = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  const base = `http://127.0.0.1:${port}`;

  const call = async (method, path, body) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const { value } = await (await fetch(base + path, init)).json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; tries++) {
    const isUp = await call('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (tries > 200) throw new Error('WebKitWebDriver does not answer');
    await sleep(50);
  }
  const options = { binary, args: ['--automation'] };
  const session = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const at = `/session/${session.sessionId}`;
  const find = (selector) => call('POST', `${at}/element`, { using: 'css selector', value: selector });
  let width = 0;
  const run = (fn, ...args) => call('POST', `${at}/execute/sync`, { script: `return (${fn})(...arguments)`, args });

  return {
    errors: [],
    version: session.capabilities.browserVersion,
    /** A window has a least width: below it the page is opened in a frame of that width. */
    async open(url) {
      await call('POST', `${at}/frame`, { id: null });
      const isFramed = (await run(() => window.innerWidth)) > width;
      await call('POST', `${at}/url`, { url: isFramed ? `${url}frame.html` : url });
      if (isFramed) await call('POST', `${at}/frame`, { id: 0 });
    },
    run,
    /** Sets the size of the page, not of the window around it; to be called before `open`. */
    async resize(wanted, height) {
      width = wanted;
      await call('POST', `${at}/frame`, { id: null });
      for (let tries = 0; tries < 3; tries++) {
        const rect = await call('GET', `${at}/window/rect`);
        const [w, h] = await run(() => [window.innerWidth, window.innerHeight]);
        if (w === width && h === height) return;
        await call('POST', `${at}/window/rect`, {
          x: 0,
          y: 0,
          width: rect.width + width - w,
          height: rect.height + height - h,
        });
        await sleep(300);
      }
    },
    click: async (selector) => call('POST', `${at}/element/${(await find(selector))[ELEMENT]}/click`, {}),
    async press(key, times = 1) {
      const value = KEYS[key];
      const stroke = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
      const actions = Array.from({ length: times }, () => stroke).flat();
      await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    chooseFile: async (selector, path) =>
      call('POST', `${at}/element/${(await find(selector))[ELEMENT]}/value`, { text: path }),
    async screenshot(path) {
      await writeFile(path, Buffer.from(await call('GET', `${at}/screenshot`), 'base64'));
    },
    async close() {
      await call('DELETE', at).catch(() => undefined);
      process_.kill();
      x.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
