// Runs them on the built package: `node examples/integrations/test.mjs`, after `npm ci` in this folder.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
// In a project of yours npm does this.
if (!existsSync(path('node_modules/millrace'))) symlinkSync(path('../..'), path('node_modules/millrace'), 'junction');

let failed = 0;
const examples = ['openai-agents.mjs', 'ai-sdk.mjs', 'mcp.mjs', 'tokenizers-use.mjs'];
for (const name of examples) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path(name)], { encoding: 'utf8', timeout: 120_000 });
  if (status === 0) continue;
  failed++;
  console.log(`FAIL ${name}\n${stdout}${stderr}`.trimEnd());
}
console.log(`${examples.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
