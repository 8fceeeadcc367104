// `npm test`: what is light on all cores, and beside it what is heavy (whole stacks and browsers), one file at a time.
// Arguments go to both. What the heavy ones say is printed when the light ones have ended.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const LIGHT = ['unit', 'contract', 'stack', 'simulation'];
const HEAVY = ['system', 'browser'];

function run(projects, output) {
  const chosen = projects.flatMap((name) => ['--project', name]);
  const args = [VITEST, 'run', '--passWithNoTests', ...chosen, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: ['inherit', output, output] });
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const said = output === 'pipe' ? Promise.all([text(child.stdout), text(child.stderr)]) : ['', ''];
  return { ended, said };
}

const heavy = run(HEAVY, 'pipe');
const light = run(LIGHT, 'inherit');
const lightCode = await light.ended;
const [out, err] = await heavy.said;
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = lightCode || (await heavy.ended);
