/**
 * Everything that the ledger holds about one person: `npm run --silent person -- --email dana@acme.com --json`.
 * Reads only.
 */
import { writeFileSync } from 'node:fs';
import { jsonLine, linesOf, print, printAside } from '../lib/platform/terminal.ts';
import { mentionsInRow } from '../lib/privacy/counted-cases.ts';
import type { Judged } from '../lib/privacy/forget.ts';
import type { Mention } from '../lib/privacy/person.ts';
import { checkOut, explainWrite, readFlags, run } from './command.ts';
import {
  adviseNames,
  explained,
  findInTable,
  messagesIn,
  PERSON_FLAGS,
  PERSON_USAGE,
} from './person-command.ts';

const USAGE = `npm run person -- --email X [flags]
${PERSON_USAGE}
  --json         one line of JSON for each row
  --out FILE     writes those lines to a file that only you can read, and none to the terminal`;

interface Held {
  readonly what: string;
  readonly row: string;
  /** When it goes by itself; null: when it is done with. */
  readonly keptUntil: string | null;
  /** All of it, where it is about the person. */
  readonly value?: unknown;
  /** Otherwise only where it names them: the rest is about others. */
  readonly mentions?: readonly Mention[];
}

async function main(): Promise<void> {
  const flags = readFlags({
    ...PERSON_FLAGS,
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
  });
  if (flags.help) return print(...linesOf(USAGE));
  if (flags.out !== undefined) checkOut(flags.out);
  const { found, person, inConfig } = await findInTable(flags, { forget: false, leftovers: false });
  const lines = found.map(({ row, own }): Held => {
    const keptUntil = row.expiresAtMs === null ? null : new Date(row.expiresAtMs).toISOString();
    const about = { what: row.kind, row: `${row.pk} ${row.sk}`, keptUntil };
    const whole = own || row.kind === 'trail';
    return whole ? { ...about, value: row.value } : { ...about, mentions: mentionsInRow(row, person) };
  });
  if (flags.out !== undefined) {
    writeFileSync(flags.out, lines.map((line) => `${jsonLine(line)}\n`).join(''), {
      mode: 0o600,
      flag: 'wx',
    });
    printAside(`Wrote ${lines.length} rows to ${flags.out}.`);
  } else if (flags.json) print(...lines.map(jsonLine));
  else summarize(found);
  if (inConfig.length > 0) printAside(`The configuration names this person, too: ${inConfig.join(', ')}.`);
  adviseNames(found, flags.also ?? [], printAside);
}

function summarize(found: readonly Judged[]): void {
  if (found.length === 0) {
    print('The ledger holds nothing about this person.');
    return;
  }
  const kinds = [...new Set(found.map(({ row }) => row.kind))];
  print('The ledger holds about this person:');
  for (const kind of kinds) {
    const rows = found.filter(({ row }) => row.kind === kind);
    const own = rows.filter((judged) => judged.own).length;
    print(`  ${kind}: ${own} about them, ${rows.length - own} that name them`);
  }
  const { main, notes } = messagesIn(found);
  print(
    '',
    `${main.length} messages and ${notes.length} replies in threads:`,
    ...[...main, ...notes].map((line) => `  ${line}`),
  );
  print(
    '',
    'With --json or --out you get all of it. The platform, the chats and the logs hold more: ask there, too.',
  );
}

// A reader that went away, as `| head` does, is no error.
process.stdout.on('error', () => process.exit(0));

run(USAGE, main, (error) => {
  if ((error as NodeJS.ErrnoException)?.code === 'EEXIST')
    return 'There is a file of this name already: choose another for --out.';
  return explainWrite(explained(error));
});
