// `npm test`: what is light on all cores, beside it whole stacks one file at a time, and then the console in a browser.
// Arguments go to each. What the stacks say is printed when the light ones have ended.
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

const stacks = run(['system'], 'pipe');
const light = run(['unit', 'contract', 'stack', 'simulation']);
await light.ended;
for (const words of await stacks.said) process.stdout.write(words);
await stacks.ended;
const browser = run(['browser']);
process.exitCode = Math.max(...(await Promise.all([light.ended, stacks.ended, browser.ended])));
