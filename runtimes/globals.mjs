/** Finds the globals that the built package names, which `globals.json` must list: those that every runtime has, and others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { here, root } from './bundle.mjs';

/** What is wrong, as sentences: names of the platform-neutral entries that are not listed, and listed ones that are no more. */
export function unlistedGlobals() {
  const { language, everywhere, somewhere } = JSON.parse(readFileSync(join(here, 'globals.json'), 'utf8'));
  const platform = [...everywhere, ...Object.keys(somewhere)];
  const listed = [...language, ...platform];
  const found = new Map(
    ['index.js', 'compat.js', 'events.js'].flatMap((file) => [...globalsOf(join(root, 'dist', file))]),
  );
  return [
    ...[...found]
      .filter(([name]) => !listed.includes(name))
      .map(([name, place]) => `${name} (${place}) is not in runtimes/globals.json`),
    ...platform.filter((name) => !found.has(name)).map((name) => `${name} of runtimes/globals.json is not used`),
  ];
}

/** Every free name of the files that an entry consists of, and every `globalThis.name`, with the first place of each. */
function globalsOf(entry) {
  const program = ts.createProgram([entry], { allowJs: true, noLib: true, types: [], target: ts.ScriptTarget.ES2022 });
  const checker = program.getTypeChecker();
  const found = new Map();
  for (const file of program.getSourceFiles()) {
    const note = (name, node) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      if (!found.has(name)) found.set(name, `${file.fileName.slice(root.length)}:${line + 1}`);
    };
    const visit = (node) => {
      if (ts.isIdentifier(node) && isFree(checker, node)) note(node.text, node);
      if (isGlobalObject(node.expression) && ts.isPropertyAccessExpression(node)) note(node.name.text, node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

const isGlobalObject = (node) => node !== undefined && ts.isIdentifier(node) && node.text === 'globalThis';

const NOT_GLOBALS = new Set(['undefined', 'arguments', 'globalThis']);

/** True for a name that stands for a value and that no file declares. */
function isFree(checker, node) {
  const { parent } = node;
  const isMember =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) &&
      parent.name === node) ||
    ((ts.isBindingElement(parent) || ts.isExportSpecifier(parent) || ts.isImportSpecifier(parent)) &&
      parent.propertyName === node) ||
    ts.isAccessor(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isMetaProperty(parent);
  if (isMember || NOT_GLOBALS.has(node.text)) return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return symbol === undefined || symbol.declarations === undefined;
}
