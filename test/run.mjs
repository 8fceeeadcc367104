// `npm test`: what is light on all cores, and beside it whole stacks. The console in a browser begins when one of the two has
// ended. Arguments go to each. What the stacks and the browser say is printed when the light ones have ended.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

function run(projects, output = 'inherit') {
  const chosen = projects.flatMap((name) => ['--project', name]);
  const args = [VITEST, 'run', '--passWithNoTests', ...chosen, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: ['inherit', output, output] });
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const said = output === 'pipe' ? Promise.all([text(child.stdout), text(child.stderr)]) : [];
  return { ended, said };
}

const light = run(['unit', 'simulation']);
const stacks = run(['system'], 'pipe');
const browser = Promise.race([light.ended, stacks.ended]).then(() => run(['browser'], 'pipe'));
await light.ended;
for (const words of await stacks.said) process.stdout.write(words);
for (const words of await (await browser).said) process.stdout.write(words);
process.exitCode = Math.max(await light.ended, await stacks.ended, await (await browser).ended);
