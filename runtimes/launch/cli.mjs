// Run by Node, Deno and Bun: `cli.mjs KIND SUITE MODE ORIGIN`. The last line that it prints is the result.
const [kind, suite, mode, origin] = process.argv.slice(2);
globalThis.matrix = { kind, origin };
const { modes } = await import('../build/modes.js');
const lack = modes[mode]();
const { run } = await import(`../build/${suite}.js`);
const result = await run((file) => console.error(file), lack);
console.log(JSON.stringify(result));
process.exit(0);
