/** `npm run security:tables`: writes the tables of docs/security.md that follow from the stack. */
import { readFile, writeFile } from 'node:fs/promises';
import { print, printAside } from '../../lib/base/terminal.ts';
import { withGenerated } from './write-generated.ts';

const PAGE = 'docs/security.md';
const USAGE = `npm run security:tables: writes the tables of ${PAGE}. It has no flags.`;

const [flag] = process.argv.slice(2);
if (flag === undefined) await writeTables();
else if (flag === '--help') print(USAGE);
else {
  printAside(`${flag} is no flag of this command.`, '', USAGE);
  process.exitCode = 2;
}

async function writeTables(): Promise<void> {
  const before = await readFile(PAGE, 'utf8');
  const after = await withGenerated(before);
  await writeFile(PAGE, after);
  print(before === after ? `${PAGE} is as it was.` : `Wrote the tables of ${PAGE}.`);
}
