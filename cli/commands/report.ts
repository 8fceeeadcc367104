import { writeFileSync } from 'node:fs';
import { clearProgress } from '../../lib/base/terminal.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { checkOut, explainWrite } from '../frame/out-file.ts';
import { readMoment } from '../frame/time-words.ts';
import { statusOfDestinations } from '../look/status-of-destinations.ts';
import { figuresOf } from '../report/figures.ts';
import { gather } from '../report/gather.ts';
import { reportPage } from '../report/page.ts';

export default defineCommand({
  name: 'report',
  group: 'Look',
  page: 'operations.md#how-it-is',
  summary:
    'One HTML file with plots: volume, outcomes by type, false positives, who decides, how long, what mutes hid.',
  about:
    'The file needs nothing else, runs no script, and names analysts: it is for you alone to read, and yours to pass on. --json has the figures.',
  flags: {
    since: {
      type: 'string',
      value: 'WHEN',
      default: '30d',
      words: 'a day, a time, or how long ago; 30d unless given',
    },
    out: {
      type: 'string',
      value: 'FILE',
      default: 'posture-bridge-report.html',
      words: 'a new file; posture-bridge-report.html unless given',
    },
    force: { type: 'boolean', words: 'writes over a file that is there' },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'report --since 30d', words: 'The last month.' },
    { line: 'report --since 2026-10-01 --out october.html --name staging', words: 'Of another bridge.' },
  ],
  async run({ flags, json, bridge, config }) {
    if (!json) checkOut(flags.out);
    const settings = await config();
    const opened = await bridge();
    const fromMs = readMoment('--since', flags.since, opened.clock.now());
    const input = await gather(opened, settings, fromMs);
    clearProgress();
    const figures = figuresOf(input);
    if (json) return { value: { since: new Date(fromMs).toISOString(), ...figures }, lines: [] };
    const destinations = await statusOfDestinations(opened, settings);
    const page = reportPage(
      {
        bridge: opened.where,
        from: new Date(fromMs).toISOString().slice(0, 10),
        to: new Date(input.toMs).toISOString().slice(0, 10),
        open: destinations.filter(({ is }) => is === 'open').length,
        closed: destinations
          .filter(({ is }) => is === 'closed')
          .map(({ destination, because }) => `${destination} (${because})`),
      },
      figures,
    );
    writeFileSync(flags.out, page, { mode: 0o600, flag: flags.force ? 'w' : 'wx' });
    return {
      value: null,
      lines: [
        `Wrote ${flags.out}: ${figures.cases} cases, ${figures.decided} verdicts. Open it in a browser.`,
      ],
    };
  },
  explain: (error) =>
    (error as NodeJS.ErrnoException)?.code === 'EEXIST'
      ? new CommandError('There is a file of this name already: choose another for --out, or give --force.')
      : explainWrite(error),
});
