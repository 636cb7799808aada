/** What the matrix runs, and how each runtime is found. No version is asked here: a leg prints what it ran on. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './bundle.mjs';

const modules = join(here, 'node_modules');

export function onPath(name) {
  try {
    return execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const installed = (path) => (existsSync(join(modules, path)) ? join(modules, path) : undefined);

const node = (major) => ({
  name: `Node ${major}`,
  kind: 'node',
  suite: 'suite-node',
  find: () => installed(`node${major}/bin/node`) ?? (process.versions.node.startsWith(`${major}.`) && process.execPath),
  how: 'node scripts/runtimes.mjs --install',
});

const oldest = node(20);

/** Debian has it in a folder that is not on the path. */
const miniBrowser = () =>
  ['4.1', '6.0', '4.0']
    .map(
      (version) =>
        `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
    )
    .find((path) => existsSync(path));

/** What a runtime cannot do, and where that is said or asked for. */
export const footnotes = {
  platform:
    'What has a stream of the platform’s own to give cannot be without one, as a polyfill [cannot replace those](https://github.com/MattiasBuelens/web-streams-polyfill/issues/20): `Response`, `Blob.stream`, `Collector.detach`.',
  bytes:
    'There are no byte streams before [WebKit’s of 2025](https://github.com/WebKit/WebKit/pull/51252). The package makes none; it reads those that it is given.',
  transfer:
    'Streams cannot be transferred to another thread ([Bun](https://github.com/oven-sh/bun/issues/11145), [WebKit](https://github.com/WebKit/standards-positions/issues/643)). Chunks can: `Collector.write` takes them there.',
  release:
    'A stream of the runtime’s own stays locked while a read of it is pending ([workerd](https://github.com/cloudflare/workerd/pull/1690)), so `collect` cannot give it back at a deadline. `Collector` goes on with it, window by window.',
};

/**
 * One leg each. `suite` is a bundle, `mode` what is done to the runtime before it is loaded, `gaps` the footnotes of what
 * the runtime cannot do: these tests have to fail there, and no others may.
 */
export const legs = [
  oldest,
  node(22),
  node(24),
  node(26),
  {
    name: 'Deno',
    kind: 'deno',
    suite: 'suite-deno',
    find: () => installed('@deno/linux-x64-glibc/deno') ?? onPath('deno'),
    how: 'node scripts/runtimes.mjs --install',
  },
  {
    name: 'Bun',
    kind: 'bun',
    suite: 'suite-bun',
    gaps: ['transfer'],
    find: () => installed('@oven/bun-linux-x64-baseline/bin/bun') ?? onPath('bun'),
    how: 'node scripts/runtimes.mjs --install',
  },
  {
    name: 'workerd',
    kind: 'workerd',
    suite: 'suite-workerd',
    gaps: ['release'],
    find: () => installed('@cloudflare/workerd-linux-64/bin/workerd'),
    how: 'node scripts/runtimes.mjs --install',
  },
  {
    name: 'Chromium',
    kind: 'chromium',
    suite: 'suite-browser',
    find: () => onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome'),
    how: 'apt-get install chromium',
  },
  {
    name: 'Firefox',
    kind: 'firefox',
    suite: 'suite-browser',
    find: () => onPath('firefox-esr') ?? onPath('firefox'),
    how: 'apt-get install firefox-esr',
  },
  {
    name: 'WebKitGTK',
    kind: 'webkit',
    suite: 'suite-browser',
    gaps: ['transfer', 'bytes'],
    find: () => onPath('xvfb-run') && miniBrowser(),
    how: 'apt-get install webkit2gtk-driver xvfb xauth',
  },
  { ...oldest, name: 'Node 20, without what is new', suite: 'suite', mode: 'bare' },
  { ...oldest, name: 'Node 20, streams passed in', suite: 'suite-ponyfill', mode: 'streamless', gaps: ['platform'] },
  { ...oldest, name: 'Node 20, streams replaced', suite: 'suite', mode: 'polyfilled' },
];
