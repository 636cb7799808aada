// Makes the examples runnable by a Node that does not read TypeScript.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Writes them, without their types, to a folder inside the project: there `millrace` is the built package itself. */
export async function prepareExamples(names) {
  const { default: ts } = await import('typescript');
  mkdirSync(join(root, '.tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, '.tmp', 'examples-'));
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  for (const name of names) {
    const source = readFileSync(join(root, 'examples', name), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: name });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
