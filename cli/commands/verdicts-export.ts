import { writeFileSync } from 'node:fs';
import { linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { asCsv, asJsonLines } from '../../lib/verdict/export-decisions.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { checkOut, explainWrite } from '../frame/out-file.ts';
import { DOMAIN_FLAG, pickDomains } from '../frame/pick.ts';
import { readMoment } from '../frame/time-words.ts';
import { readDecisions } from '../verdicts/decisions.ts';

export default defineCommand({
  name: 'verdicts export',
  group: 'Look',
  page: 'operations.md#how-it-is',
  summary: 'All decisions as CSV or as lines of JSON, for spreadsheets and other programs.',
  about:
    'In CSV, what a spreadsheet would take for a formula is a text. --json is the same as --format jsonl.',
  flags: {
    ...DOMAIN_FLAG,
    since: {
      type: 'string',
      value: 'WHEN',
      default: '30d',
      words: 'a day, a time, or how long ago; 30d unless given',
    },
    format: { type: 'string', value: 'FORMAT', default: 'csv', words: 'csv unless given, or jsonl' },
    out: {
      type: 'string',
      value: 'FILE',
      words: 'a new file that only you can read, instead of the terminal',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'verdicts export --since 30d --out verdicts.csv', words: 'A month for a spreadsheet.' },
    {
      line: 'verdicts export --since 2026-11-01 --format jsonl --domain acme',
      words: 'For another program.',
    },
  ],
  async run({ flags, json, bridge, config }) {
    const format = json ? 'jsonl' : flags.format;
    if (format !== 'csv' && format !== 'jsonl')
      throw new UsageError(`--format is csv or jsonl, not ${JSON.stringify(format)}`);
    if (flags.out !== undefined) checkOut(flags.out);
    const known = await config();
    const domains = pickDomains(known, flags.domain);
    const opened = await bridge();
    const verdicts = await readDecisions(
      opened,
      domains,
      readMoment('--since', flags.since, opened.clock.now()),
      known,
    );
    const text = format === 'csv' ? asCsv(verdicts) : asJsonLines(verdicts);
    if (flags.out === undefined) print(...(text === '' ? [] : linesOf(text.replaceAll('\r\n', '\n'))));
    else {
      writeFileSync(flags.out, text, { mode: 0o600, flag: 'wx' });
      printAside(`Wrote ${verdicts.length} decisions to ${flags.out}.`);
    }
    return undefined;
  },
  explain: (error) =>
    (error as NodeJS.ErrnoException)?.code === 'EEXIST'
      ? new CommandError('There is a file of this name already: choose another for --out.')
      : explainWrite(error),
});
