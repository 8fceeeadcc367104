import { inWords } from '../../lib/base/text/format.ts';
import type { RouteConfig } from '../../lib/config/define-bridge.ts';
import { SEVERITIES, type Severity } from '../../lib/posture/severity.ts';
import type { Configuration } from '../wire.ts';
import { listed } from './join-words.ts';

/** A route, with what it does besides sending. */
export const showRoute = ({
  name,
  when,
  to,
  final,
  shadow,
  broadcast,
  ...route
}: RouteConfig): ShownRoute => ({
  ...{ name, when, to, final, shadow, broadcast },
  does: [
    ...callsOf(route),
    ...(route.escalation ?? []).map(stepWords),
    ...dedupeWords(route),
    ...runbookWords(route),
  ],
});

type ShownRoute = Configuration['routes'][number];
type Step = NonNullable<RouteConfig['escalation']>[number];
type Mentions = NonNullable<Step['mention']>;

const callsOf = ({ mention = {} }: Pick<RouteConfig, 'mention'>): string[] =>
  bySeverity(mention, named).map(
    ([called, severities]) => `Calls ${called} when a new case is ${listed(severities, 'or')}`,
  );

function stepWords({ after, mention, to }: Step): string {
  const times = bySeverity(after, inWords).map(
    ([time, severities]) => `${time} when it is ${listed(severities, 'or')}`,
  );
  const deeds = [
    ...(mention ? [`calls ${named(mention)}`] : []),
    ...(to ? [`sends it to ${listed(to)}`] : []),
  ];
  return `When nobody answers a case for ${times.join(', or ')}: ${deeds.join(' and ')}`;
}

const dedupeWords = ({ dedupe }: Pick<RouteConfig, 'dedupe'>): string[] =>
  dedupe
    ? [
        `Posts only the first of what is alike by ${listed(dedupe.by)} within ${inWords(dedupe.for)}, and lists the others then`,
      ]
    : [];

const runbookWords = ({ runbook }: Pick<RouteConfig, 'runbook'>): string[] =>
  runbook ? [`Links its cases to the runbook ${runbook}`] : [];

/** The value for each severity, worst first; equal values are grouped. */
function bySeverity<Value>(
  says: Readonly<Partial<Record<Severity, Value | undefined>>>,
  inWordsOf: (value: Value) => string,
): [string, Severity[]][] {
  const groups = new Map<string, Severity[]>();
  for (const severity of SEVERITIES) {
    const value = says[severity];
    if (value === undefined) continue;
    const words = inWordsOf(value);
    groups.set(words, [...(groups.get(words) ?? []), severity]);
  }
  return [...groups];
}

const named = (mentions: Mentions): string =>
  listed(mentions.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.id})`)));
