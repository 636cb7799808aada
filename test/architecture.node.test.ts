import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { bundle } from './helpers/bundle.js';
import { read, roomOf, sourceFiles } from './helpers/source-files.js';

/** The rooms that each room may import from, itself included where its files may import each other. */
const DOWNHILL: Record<string, readonly string[]> = {
  text: ['text'],
  root: ['text', 'root'],
  keep: ['text', 'root', 'keep'],
  transforms: ['text', 'root', 'keep'],
  collect: ['text', 'root', 'keep', 'transforms', 'collect'],
  events: ['text', 'root', 'keep', 'transforms', 'collect', 'events'],
  sessions: ['root', 'sessions'],
  node: ['text', 'root', 'keep', 'transforms', 'collect', 'sessions', 'events', 'node'],
  surfaces: ['text', 'root', 'keep', 'transforms', 'surfaces'],
  compat: ['text', 'root', 'keep', 'transforms', 'surfaces', 'compat'],
  cli: ['text', 'root', 'keep', 'transforms', 'collect', 'sessions', 'events', 'surfaces', 'node', 'cli', 'front door'],
};
/** Only these know Node. */
const NODE_ROOMS = ['node', 'cli'];
/** Packages that a file may import: one that is optional for whoever installs this one, and what the build takes in. */
const SDK = '@modelcontextprotocol/sdk';
const PACKAGES: Record<string, readonly string[]> = {
  'src/node/node-terminal.ts': ['@lydell/node-pty'],
  'src/cli/serve.ts': [`${SDK}/server/stdio.js`],
  'src/cli/tools.ts': [`${SDK}/server/mcp.js`, `${SDK}/types.js`, 'zod/v4'],
};

const importsOf = new Map(
  sourceFiles.map((file) => {
    const specifiers = ts.preProcessFile(read(file), true, true).importedFiles.map((found) => found.fileName);
    const relative = specifiers.filter((specifier) => specifier.startsWith('.'));
    return [
      file,
      {
        packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
        files: relative.map((specifier) => posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')),
      },
    ];
  }),
);
const isIndex = (file: string) => file.endsWith('/index.ts');

test('src: imports run downhill only', () => {
  const uphill: string[] = [];
  for (const [file, { files }] of importsOf) {
    const allowed = DOWNHILL[roomOf(file)];
    expect(allowed, `the room of ${file}: say here what it may import`).toBeDefined();
    for (const target of files) {
      expect(sourceFiles, `imported by ${file}`).toContain(target);
      const room = target === 'src/index.ts' ? 'front door' : roomOf(target);
      if (!isIndex(file) && !allowed!.includes(room)) uphill.push(`${file} imports ${target}`);
    }
  }
  expect(uphill).toEqual([]);
});

test('src: no file imports itself in a circle', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of importsOf.get(file)?.files ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sourceFiles) visit(file, []);
  expect(circles).toEqual([]);
});

test('src: nothing but src/node and src/cli imports node:, and no other package is imported', () => {
  const wrong: string[] = [];
  for (const [file, { packages }] of importsOf) {
    const isNodes = (name: string) => name.startsWith('node:') && NODE_ROOMS.includes(roomOf(file));
    const foreign = packages.filter((name) => !isNodes(name) && !PACKAGES[file]?.includes(name));
    wrong.push(...foreign.map((name) => `${file} imports ${name}`));
  }
  expect(wrong).toEqual([]);
});

test('src: an index re-exports and does nothing else', () => {
  for (const file of sourceFiles.filter(isIndex)) {
    const { statements } = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022);
    const others = statements.filter((statement) => !ts.isExportDeclaration(statement) || !statement.moduleSpecifier);
    expect(others.map((statement) => `${file}: ${ts.SyntaxKind[statement.kind]}`)).toEqual([]);
  }
});

test('src: every file has under 200 lines and a kebab-case name', () => {
  const long = sourceFiles.filter((file) => read(file).trimEnd().split('\n').length >= 200);
  expect(long).toEqual([]);
  expect(sourceFiles.filter((file) => !/^src(\/[a-z0-9]+(-[a-z0-9]+)*)+\.ts$/.test(file))).toEqual([]);
});

test('package.json: the root has no dependency and no side effect', () => {
  const manifest = JSON.parse(read('package.json'));
  expect([manifest.dependencies ?? {}, manifest.sideEffects]).toEqual([{}, false]);
});

test('src: an import that uses nothing leaves nothing of the library behind', async () => {
  for (const entry of sourceFiles.filter((file) => isIndex(file) && !NODE_ROOMS.includes(roomOf(file)))) {
    expect((await bundle(`import '/${entry}';`)).trim(), entry).toBe('');
  }
});

/** Run before anything else: takes the streams away, and notes what the runtime is like. */
const PREPARE = `
  for (const name of Object.getOwnPropertyNames(globalThis)) if (/Stream|QueuingStrategy/.test(name)) delete globalThis[name];
  const listeners = () => process.eventNames().map((name) => [String(name), process.listenerCount(name)]);
  process.state = () => JSON.stringify([Object.getOwnPropertyNames(globalThis), process.getActiveResourcesInfo(), listeners()]);
  process.before = process.state();
`;
const PROGRAM = `
  import * as root from '/src/index.ts';
  const untouched = process.state() === process.before;
  const policy = root.TruncationPolicy.bytes(40);
  const whole = root.compose(
    new root.Utf8CarryTransform(),
    new root.HeadTailBuffer({ maxBytes: 64, marker: 'chunk' }),
    new root.BudgetTruncate(policy),
  );
  const pieces = [];
  for (let n = 0; n < 100; n++) pieces.push(...whole.push(Uint8Array.of(0xe2, 0x82)), ...whole.push(Uint8Array.of(0xac)));
  pieces.push(...whole.flush());
  let message;
  try { pieces.push(whole.readable); } catch (error) { message = String(error); }
  const streams = [typeof ReadableStream, typeof TransformStream, typeof TextDecoderStream];
  console.log(JSON.stringify({ untouched, pieces, streams, message }));
`;

test('src: imported where there are no streams, the root touches nothing, and push works', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(PREPARE)}`;
  const input = await bundle(PROGRAM);
  const output = execFileSync(process.execPath, ['--import', preload, '--input-type=module', '-'], {
    input,
    encoding: 'utf8',
  });
  const { message, ...rest } = JSON.parse(output);
  expect(rest).toEqual({
    untouched: true,
    pieces: ['€€…288 bytes truncated…€€'],
    streams: ['undefined', 'undefined', 'undefined'],
  });
  expect(message).toMatch(/^TypeError: Cannot make streams of .*: this runtime has no TransformStream/);
});
