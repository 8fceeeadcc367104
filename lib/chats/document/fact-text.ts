import { cleanWithin } from '../../base/text/clean-text.ts';
import { counted, grouped } from '../../base/text/format.ts';
import type { ConnectorFact } from '../../case/case-facts.ts';
import { decidedWord } from '../../case/outcome-words.ts';
import { type PastFact, readPast, type Tally } from '../../case/past-fact.ts';
import type { Sentence } from '../../case/sentence.ts';
import { OUTCOMES } from '../../posture/schemas/verdict-schema.ts';
import type { CaseStory } from './case-story.ts';
import { ROOM } from './message-limits.ts';

const MOST_CONNECTORS = 3;

/** What the bridge knows besides the case, one line each: why it is here, what came before it, what may be missing, and what to do. */
export function factLines({
  why = null,
  who,
  facts = {},
  runbook = null,
}: Pick<CaseStory, 'why' | 'who' | 'facts' | 'runbook'>): readonly Sentence[] {
  const { connectors = [] } = facts;
  const past = readPast(facts.past ?? '');
  return [
    ...(why === null ? [] : [[why]]),
    ...(past ? pastLine(past, who.name ?? who.email ?? 'This person') : []),
    ...(connectors.length > 0 ? [missingLine(connectors)] : []),
    ...(runbook ? [['What to do: ', { said: 'Runbook', link: runbook }]] : []),
  ];
}

/**
 * `Ada Winter: 3 earlier cases here in 90 days: 2 safe, 1 not decided here. 14 similar cases here: 9 false positive.` The line
 * always says `here`. If it did so only where it leaves others out, it would tell that there are others.
 */
function pastLine({ days, person, type, atLeast }: PastFact, name: string): readonly Sentence[] {
  const within = ` in ${counted(days, 'day')}`;
  const cases = (tally: Tally, which: string) =>
    `${grouped(tally.cases)}${atLeast ? '+' : ''} ${which} case${tally.cases === 1 && !atLeast ? '' : 's'} here`;
  const outcomes = (tally: Tally) => outcomesIn(tally).join(', ');
  const ofType = (tally: Tally, when = '') =>
    `${cases(tally, 'similar')}${when}${outcomes(tally) && `: ${outcomes(tally)}`}`;
  if (person) {
    const open = person.cases - decidedIn(person);
    const undecided = open > 0 ? [`${grouped(open)} not decided here`] : [];
    const decided = outcomesIn(person);
    const words = decided.length > 0 ? `: ${[...decided, ...undecided].join(', ')}` : ', none decided here';
    const more = type ? `. ${ofType(type)}` : '';
    return [
      [{ said: cleanWithin(name, ROOM.name) }, `: ${cases(person, 'earlier')}${within}${words}${more}`],
    ];
  }
  return type ? [[ofType(type, within)]] : [];
}

const decidedIn = ({ decided }: Tally): number =>
  OUTCOMES.reduce((sum, outcome) => sum + (decided[outcome] ?? 0), 0);

/** `9 false positive`, the most often decided first. */
const outcomesIn = ({ decided }: Tally): string[] =>
  OUTCOMES.map((outcome) => ({ outcome, count: decided[outcome] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ outcome, count }) => `${grouped(count)} ${decidedWord(outcome)}`);

const HOW: Readonly<Record<string, string>> = {
  degraded: ' keeps failing',
  disabled: ' is switched off',
  pending: ' has sent nothing yet',
};

/** `Evidence may be missing: the connector Cloud Directory keeps failing.` */
function missingLine(connectors: readonly ConnectorFact[]): Sentence {
  const shown = connectors.slice(0, MOST_CONNECTORS);
  const more = connectors.length - shown.length;
  const named = shown.flatMap(
    ({ name, status }, at): Sentence => [
      ...(at === 0 ? [] : [', ']),
      { said: cleanWithin(name, ROOM.source) },
      HOW[status] ?? ' does not work',
    ],
  );
  const what = connectors.length === 1 ? 'connector' : 'connectors';
  return [`Evidence may be missing: the ${what} `, ...named, more > 0 ? `, and ${grouped(more)} more.` : '.'];
}
