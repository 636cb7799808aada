/** How a leg is started: each gives `{ result, progress, stop }`, where `result` is what the suite has counted. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here } from './bundle.mjs';
import { start } from './processes.mjs';
import { startWorkerd } from './workerd.mjs';

const cli = join(here, 'launch/cli.mjs');

/** What the runtime calls itself; a browser with a window says it only where there is a screen. */
export function versionOf({ kind, command }) {
  const [program, args] = kind === 'webkit' ? onScreen(command, '--version') : [command, ['--version']];
  const printed = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return printed.match(/\d+([.-]\d+)+/)[0];
}

const onScreen = (...command) => ['xvfb-run', ['-a', ...command]];

function commandLine(flags = []) {
  return async ({ kind, command, suite, mode, origin }) => {
    const started = start(command, [...flags, cli, kind, suite, mode, origin]);
    return {
      result: started.exited.then((code) => {
        const last = started.output().trim().split('\n').pop();
        if (last.startsWith('{')) return JSON.parse(last);
        throw new Error(`ended with ${code}\n${started.output()}\n${started.errors().slice(-4000)}`);
      }),
      progress: () => started.errors().trim().split('\n').pop(),
      stop: started.stop,
    };
  };
}

function browser(argumentsFor) {
  return async ({ kind, command, name, suite, mode, origin, pages }) => {
    const profile = await mkdtemp(join(tmpdir(), 'millrace-browser-'));
    const query = new URLSearchParams({ leg: name, kind, suite, mode });
    const [program, args, env] = await argumentsFor(command, `${origin}/page.html?${query}`, profile);
    let file = 'the start';
    const posted = new Promise((resolve) => {
      pages.set(name, (what, text) => {
        if (what === 'result') resolve(JSON.parse(text));
        else file = text;
      });
    });
    const started = start(program, args, { env: { HOME: profile, ...env } });
    const early = started.exited.then((code) => {
      throw new Error(`the browser ended with ${code}\n${started.errors().slice(-4000)}`);
    });
    return {
      result: Promise.race([posted, early]),
      progress: () => file,
      async stop() {
        early.catch(() => {});
        pages.delete(name);
        await started.stop();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  };
}

// Besides what headless needs: nothing looks up a host outside.
const CHROMIUM_FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
const FIREFOX_PREFERENCES = {
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'browser.tabs.remote.autostart': true,
};

async function workerd({ command, origin }) {
  const worker = await startWorkerd(command, { main: 'worker.js', others: ['suite-workerd.js'] });
  return {
    result: fetch(`${worker.origin}/run?origin=${encodeURIComponent(origin)}`).then(async (response) => {
      if (response.ok) return response.json();
      throw new Error(`${response.status} ${await response.text()}\n${worker.errors().slice(-4000)}`);
    }),
    progress: () => worker.output().trim().split('\n').pop(),
    stop: worker.stop,
  };
}

export const launchers = {
  node: commandLine(),
  deno: commandLine(['run', '-A', '--no-check']),
  bun: commandLine(),
  workerd,
  chromium: browser((command, url, profile) => [command, [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, url], {}]),
  firefox: browser(async (command, url, profile) => {
    const lines = Object.entries(FIREFOX_PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
    await writeFile(join(profile, 'user.js'), lines.join(''));
    return [command, ['--headless', '--no-remote', '--profile', profile, url], {}];
  }),
  webkit: browser((command, url) => [...onScreen(command, url), { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }]),
};
