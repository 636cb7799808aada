import { inspect } from 'node:util';
import ts from 'typescript';
import { read, sourceFiles } from './source-files.js';

export interface Example {
  /** Of the class, function, method or constant that the example stands at. */
  readonly name: string;
  readonly file: string;
  readonly code: string;
}

const parse = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);

/** The examples of every doc comment of the library. */
export function allExamples(): Example[] {
  return sourceFiles.flatMap((file) => {
    const source = parse(file, read(file));
    const found: Example[] = [];
    const visit = (node: ts.Node) => {
      for (const doc of ts.getJSDocCommentsAndTags(node)) {
        if (!ts.isJSDoc(doc) || doc.parent !== node) continue;
        for (const tag of doc.tags ?? []) {
          if (tag.tagName.text === 'example') found.push({ name: nameOf(node), file, code: codeOf(source.text, tag) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function nameOf(node: ts.Node): string {
  const named = ts.isVariableStatement(node) ? node.declarationList.declarations[0]! : (node as ts.NamedDeclaration);
  const name = named.name?.getText() ?? ts.SyntaxKind[node.kind];
  return ts.isClassElement(node) ? `${nameOf(node.parent)}.${name}` : name;
}

/** The text behind the tag, without the margin of the comment. */
function codeOf(text: string, tag: ts.JSDocTag): string {
  const lines = text.slice(tag.tagName.end, tag.end).split('\n');
  return lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
}

/** Something that an example shows: what its comment says, and what came out. */
export interface Shown {
  readonly expression: string;
  readonly expected: string;
  readonly actual: string;
}

/** Runs an example with these names in scope; `expression; // expected` is noted, all else is just run. */
export async function runExample(code: string, scope: object): Promise<Shown[]> {
  const expected: { expression: string; expected: string }[] = [];
  const source = parse('example.ts', code);
  const statements = source.statements.map((statement) => {
    const [comment] = ts.getTrailingCommentRanges(code, statement.end) ?? [];
    if (comment === undefined) return statement.getText(source);
    if (!ts.isExpressionStatement(statement)) {
      throw new SyntaxError(`Only an expression can be compared with a comment: ${statement.getText(source)}`);
    }
    const expression = statement.expression.getText(source);
    expected.push({ expression, expected: code.slice(comment.pos + 2, comment.end).trim() });
    return `$show(${expression});`;
  });
  const { outputText } = ts.transpileModule(statements.join('\n'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const shown: Shown[] = [];
  const $show = (value: unknown) => {
    shown.push({
      ...expected[shown.length]!,
      actual: inspect(value, { depth: 10, breakLength: Number.POSITIVE_INFINITY }),
    });
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction('$show', ...Object.keys(scope), outputText)($show, ...Object.values(scope));
  return shown;
}
