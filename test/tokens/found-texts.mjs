// Texts that were not made for this: what the estimate of tokens is tried on beside those of texts.mjs.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Texts that were there before: the messages of the TypeScript compiler in its languages, and what the project has; whether
 * each stays the same while the project changes.
 */
export function foundTexts() {
  const root = new URL('../../', import.meta.url);
  const read = (path) => readFileSync(new URL(path, root), 'utf8');
  const messages = 'cs de es fr it ja ko pl pt-br ru tr zh-cn zh-tw'.split(' ').map((language) => {
    const file = `node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`;
    return [`messages, ${language}`, Object.values(JSON.parse(read(file))).join('\n')];
  });
  const tests = readdirSync(new URL('test/transforms/', root)).map((name) => read(`test/transforms/${name}`));
  const compiler = read('node_modules/typescript/lib/typescript.js');
  return [
    ...messages,
    ['compiled code', compiler.slice(3e6, 3.2e6)],
    ['docs', read('README.md') + read('ARCHITECTURE.md')],
    ['tests', tests.join('\n')],
    ['lock file', read('package-lock.json')],
  ].map(([name, text], n) => [name, text.slice(0, 100_000), n <= messages.length]);
}

/** Pieces of about so many code units each, none cut inside a pair. */
export function piecesOf(text, units) {
  const count = Math.floor(text.length / units);
  return Array.from({ length: count }, (_, n) =>
    text.slice(n * units, (n + 1) * units).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ''),
  );
}
