// Run by Node, Deno and Bun: `cli.mjs KIND SUITE MODE ORIGIN`. The last line that it prints is the result.
const [kind, suite, mode, origin] = process.argv.slice(2);
globalThis.matrix = { kind, origin };
const { modes } = await import('../build/modes.js');
modes[mode]();
const { run } = await import(`../build/${suite}.js`);
const result = await run((file) => console.error(file));
console.log(JSON.stringify(result));
process.exit(0);
