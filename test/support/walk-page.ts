import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readSamples } from '../structure/samples/read-samples.ts';

/** The commands of a page in its order, each on one line, with the headings above them. */
export function commandsOf(page: string): { readonly line: string; readonly under: string }[] {
  const markdown = readFileSync(page, 'utf8');
  const lines = markdown.split('\n');
  return readSamples(page, markdown)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text, line }) => {
      const under = lines.slice(0, line).findLast((one) => /^#+ /.test(one)) ?? '';
      const whole = text.replaceAll(/\\\n\s*/g, ' ').split('\n');
      return whole
        .filter((one) => one !== '')
        .map((one) => ({ line: one, under: under.replace(/^#+ /, '') }));
    });
}

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one line as a shell would, with this on its stdin. */
export function runLine(
  line: string,
  { cwd, env, input = '' }: { cwd: string; env: NodeJS.ProcessEnv; input?: string },
): Promise<Ended> {
  const child = spawn('bash', ['-c', line], { cwd, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ status: code ?? -1, ...said })));
}
