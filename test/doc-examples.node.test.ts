import { spawn } from 'node:child_process';
import fs, { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import * as events from '../src/events/index.js';
import * as root from '../src/index.js';
import { allExamples, runExample } from './helpers/doc-examples.js';
import { pathOf, roomOf } from './helpers/source-files.js';

/** What an example may use: the front door and the events', that of its own room where it has one, and in Node's room some of Node. */
async function scopeOf(file: string): Promise<object> {
  const entry = pathOf(`src/${roomOf(file)}/index.ts`);
  const own = existsSync(entry) ? await import(pathToFileURL(entry).href) : {};
  return { ...root, ...events, ...own, ...(roomOf(file) === 'node' && { spawn, fs, os, path }) };
}

const examples = allExamples();

for (const [at, { name, file, code }] of examples.entries()) {
  const same = examples.slice(0, at).filter((other) => other.name === name && other.file === file).length;
  test(`${name}: example${same > 0 ? ` ${same + 1}` : ''} in ${file}`, async () => {
    const shown = await runExample(code, await scopeOf(file));
    expect(shown.map(({ expression, actual }) => `${expression}; // ${actual}`)).toEqual(
      shown.map(({ expression, expected }) => `${expression}; // ${expected}`),
    );
  });
}

test('@example: comments are compared with what came out, and with nothing but expressions', async () => {
  const code = "const n: number = await Promise.resolve(2);\nn + one; // 3\n[n, 'a']; // [ 9 ]\nn;";
  expect(await runExample(code, { one: 1 })).toEqual([
    { expression: 'n + one', expected: '3', actual: '3' },
    { expression: "[n, 'a']", expected: '[ 9 ]', actual: "[ 2, 'a' ]" },
  ]);
  await expect(runExample('const n = 1; // 1', {})).rejects.toThrow(SyntaxError);
  await expect(runExample("throw new Error('x');", {})).rejects.toThrow('x');
});

const doors = [pathOf('src/index.ts'), pathOf('src/node/index.ts')];
const program = ts.createProgram(doors, {
  noLib: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
});
const checker = program.getTypeChecker();
const doorSymbols = doors.map((door) => checker.getSymbolAtLocation(program.getSourceFile(door)!)!);

for (const symbol of doorSymbols.flatMap((door) => checker.getExportsOfModule(door))) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declarations = target.declarations ?? [];
  const isCalled = declarations.some((declaration) => {
    if (ts.isVariableDeclaration(declaration)) return ts.isArrowFunction(declaration.initializer ?? declaration);
    return ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration);
  });
  const docs = declarations.flatMap((declaration) => ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc));
  test(`${symbol.name} has a doc comment${isCalled ? ' with an example' : ''}`, () => {
    expect(declarations.length).toBeGreaterThan(0);
    expect(docs.some((doc) => doc.comment !== undefined)).toBe(true);
    const tags = docs.flatMap((doc) => (doc.tags ?? []).map((tag) => tag.tagName.text));
    if (isCalled) expect(tags).toContain('example');
  });
}
