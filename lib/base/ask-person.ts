import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { clearProgress, harmless } from './terminal.ts';

/** Whether there is a person at the terminal to ask. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Nothing was typed: the person pressed Ctrl-C or Ctrl-D. */
export class NotAnsweredError extends Error {
  override readonly name = 'NotAnsweredError';
}

/** Asks a person at the terminal, separately from the command's output. `hidden`: the typed text is not shown. */
export function ask(question: string, { hidden = false } = {}): Promise<string> {
  clearProgress();
  if (hidden) process.stderr.write(harmless(question));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    let answered = false;
    lines.question(hidden ? '' : harmless(question), (answer) => {
      answered = true;
      if (hidden) process.stderr.write('\n');
      resolve(answer);
      lines.close();
    });
    lines.on('SIGINT', () => lines.close());
    lines.on('close', () => {
      // The next output begins on a line of its own.
      if (!answered) process.stderr.write('\n');
      reject(new NotAnsweredError('Nothing was typed, and nothing was changed.'));
    });
  });
}

/** Reads everything that was piped in. */
export async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const part of process.stdin) text += part;
  return text;
}
