import { outcomeName } from '../../lib/case/outcome-words.ts';
import type { DecisionView } from '../../lib/verdict/decision-views.ts';
import { defineCommand } from '../frame/definition.ts';
import { DOMAIN_FLAG, pickDomains } from '../frame/pick.ts';
import { table } from '../frame/table.ts';
import { readMoment } from '../frame/time-words.ts';
import { readDecisions } from '../verdicts/decisions.ts';

export default defineCommand({
  name: 'verdicts',
  group: 'Look',
  page: 'operations.md#how-it-is',
  summary: 'What was decided lately, by whom, and whether the platform has it.',
  about: 'Ends with 1 if one of them failed. verdicts export writes all of them for other programs.',
  flags: {
    ...DOMAIN_FLAG,
    since: {
      type: 'string',
      value: 'WHEN',
      default: '24h',
      words: 'a day, a time, or how long ago; 24h unless given',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'verdicts', words: 'Those of the last day.' },
    { line: 'verdicts --since 7d --domain acme --json', words: 'Those of a week, for a program.' },
  ],
  async run({ flags, bridge, config }) {
    const known = await config();
    const domains = pickDomains(known, flags.domain);
    const opened = await bridge();
    const verdicts = await readDecisions(
      opened,
      domains,
      readMoment('--since', flags.since, opened.clock.now()),
      known,
    );
    return { value: { verdicts }, lines: tell(verdicts), well: verdicts.every(({ is }) => is !== 'failed') };
  },
});

function tell(verdicts: readonly DecisionView[]) {
  if (verdicts.length === 0) return ['Nothing was decided in this time.'];
  const rows = verdicts.map((one) => [
    one.requestedAt ?? '',
    one.domain,
    one.caseId,
    one.outcome ? outcomeName(one.outcome) : '',
    { text: one.is, as: one.is === 'failed' ? ('bad' as const) : ('good' as const) },
    one.by ? `${one.by.name} (${one.by.chat})` : '',
    one.secondsFromClick === null ? '' : `${one.secondsFromClick} s`,
  ]);
  return table(['asked for', 'domain', 'case', 'outcome', 'is', 'by', 'from the click'], rows, 50);
}
