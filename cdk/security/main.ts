/** `npm run security:tables`: writes the tables of docs/security.md that follow from the stack. */
import { readFile, writeFile } from 'node:fs/promises';
import { print } from '../../lib/platform/terminal.ts';
import { withGenerated } from './write-generated.ts';

const PAGE = 'docs/security.md';
const before = await readFile(PAGE, 'utf8');
const after = await withGenerated(before);
await writeFile(PAGE, after);
print(before === after ? `${PAGE} is as it was.` : `Wrote the tables of ${PAGE}.`);
