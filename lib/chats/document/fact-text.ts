import { cleanWithin } from '../../base/text/clean-text.ts';
import { counted } from '../../base/text/format.ts';
import type { ConnectorFact } from '../../case/case-facts.ts';
import { decidedWord } from '../../case/outcome-words.ts';
import { type PastFact, readPast, type Tally } from '../../case/past-fact.ts';
import type { Sentence } from '../../case/sentence.ts';
import { OUTCOMES } from '../../posture/schemas/verdict-schema.ts';
import type { CaseStory } from './case-story.ts';
import { ROOM } from './message-limits.ts';

const MOST_CONNECTORS = 3;

/** What the bridge knows besides the case, one line each: why it is here, what came before it, and what may be missing. */
export function factLines({
  why = null,
  who,
  facts = {},
}: Pick<CaseStory, 'why' | 'who' | 'facts'>): readonly Sentence[] {
  const { connectors = [] } = facts;
  const past = readPast(facts.past ?? '');
  return [
    ...(why === null ? [] : [[why]]),
    ...(past ? pastLine(past, who.name ?? who.email ?? 'This person') : []),
    ...(connectors.length > 0 ? [missingLine(connectors)] : []),
  ];
}

/**
 * `Ada Winter: 3 earlier cases in this channel in 90 days: 2 safe, 1 not decided here. This type: 14, 9 false positive.` The line
 * always names the channel. If it did so only where it leaves others out, it would tell that there are others.
 */
function pastLine({ days, person, type, atLeast }: PastFact, name: string): readonly Sentence[] {
  const least = atLeast ? 'at least ' : '';
  const earlier = ({ cases }: Tally) =>
    `${least}${counted(cases, 'earlier case')} in this channel in ${counted(days, 'day')}`;
  const ofType =
    type &&
    outcomesIn(type)
      .map((one) => `, ${one}`)
      .join('');
  if (person) {
    const decided = outcomesIn(person);
    const open = person.cases - decidedIn(person);
    const undecided = open > 0 ? [`${number(open)} not decided here`] : [];
    const words = decided.length > 0 ? `: ${[...decided, ...undecided].join(', ')}` : ', none decided here';
    const more = type ? ` This type: ${least}${number(type.cases)}${ofType}.` : '';
    return [[{ said: cleanWithin(name, ROOM.name) }, `: ${earlier(person)}${words}.${more}`]];
  }
  return type ? [[`This type: ${earlier(type)}${ofType}.`]] : [];
}

const decidedIn = ({ decided }: Tally): number =>
  OUTCOMES.reduce((sum, outcome) => sum + (decided[outcome] ?? 0), 0);

/** `9 false positive`, the most often decided first. */
const outcomesIn = ({ decided }: Tally): string[] =>
  OUTCOMES.map((outcome) => ({ outcome, count: decided[outcome] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ outcome, count }) => `${number(count)} ${decidedWord(outcome)}`);

const number = (count: number): string => count.toLocaleString('en-US');

const HOW: Readonly<Record<string, string>> = {
  degraded: ' keeps failing',
  disabled: ' is switched off',
  pending: ' has not brought anything yet',
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
  return [`Evidence may be missing: the ${what} `, ...named, more > 0 ? `, and ${number(more)} more.` : '.'];
}
