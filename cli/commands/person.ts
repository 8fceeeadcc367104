import { writeFileSync } from 'node:fs';
import { jsonLine, print, printAside } from '../../lib/base/terminal.ts';
import { mentionsInRow } from '../../lib/features/privacy/counted-cases.ts';
import type { Judged } from '../../lib/features/privacy/forget.ts';
import { type Mention, searchFor } from '../../lib/features/privacy/person.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { checkOut, explainWrite } from '../frame/out-file.ts';
import {
  adviseNames,
  checkSought,
  findInTable,
  identifiersOf,
  messagesIn,
  PERSON_FLAGS,
} from '../person/find-in-table.ts';

interface Held {
  readonly what: string;
  readonly row: string;
  /** When it expires; null: once it is done. */
  readonly keptUntil: string | null;
  /** All of it, if it is about the person. */
  readonly value?: unknown;
  /** Otherwise only the places that name them: the rest is about others. */
  readonly mentions?: readonly Mention[];
}

export default defineCommand({
  name: 'person',
  group: 'People',
  page: 'privacy.md#one-person-exported',
  summary: 'Everything that the ledger holds about one person. Reads only.',
  about: 'With --json there is a line for each row.',
  flags: {
    ...PERSON_FLAGS,
    out: {
      type: 'string',
      value: 'FILE',
      words: 'writes those lines to a file that only you can read, and none to the terminal',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'person --email dana@acme.com', words: 'How much there is, and where messages stand.' },
    {
      line: 'person --email dana@acme.com --out dana.jsonl',
      words: 'All of it, for the person who asked for it.',
    },
  ],
  async run({ flags, json, config, bridge }) {
    checkSought(flags);
    if (flags.out !== undefined) checkOut(flags.out);
    const bridgeConfig = await config();
    const { ledger } = await bridge();
    const { email, others } = await identifiersOf(flags, bridgeConfig, ledger);
    const how = { forget: false, leftovers: false };
    const person = searchFor(email, others);
    const { found, inConfig } = await findInTable(person, bridgeConfig, ledger, how);
    const lines = found.map(({ row, own }): Held => {
      const keptUntil = row.expiresAtMs === null ? null : new Date(row.expiresAtMs).toISOString();
      const about = { what: row.kind, row: `${row.pk} ${row.sk}`, keptUntil };
      const whole = own || row.kind === 'trail';
      return whole ? { ...about, value: row.value } : { ...about, mentions: mentionsInRow(row, person) };
    });
    if (flags.out !== undefined) {
      const text = lines.map((line) => `${jsonLine(line)}\n`).join('');
      writeFileSync(flags.out, text, { mode: 0o600, flag: 'wx' });
      printAside(`Wrote ${lines.length} rows to ${flags.out}.`);
    } else if (json) print(...lines.map(jsonLine));
    else summarize(found);
    if (inConfig.length > 0) printAside(`The configuration names this person, too: ${inConfig.join(', ')}.`);
    adviseNames(found, flags.also, printAside);
    return undefined;
  },
  explain: (error) =>
    (error as NodeJS.ErrnoException)?.code === 'EEXIST'
      ? new CommandError('There is a file of this name already: choose another for --out.')
      : explainWrite(error),
});

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
