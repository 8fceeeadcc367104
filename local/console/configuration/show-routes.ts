import { inWords } from '../../../lib/chats/shared/format.ts';
import type { RouteConfig } from '../../../lib/config/define-bridge.ts';
import { SEVERITIES } from '../../../lib/posture/severity.ts';
import type { Configuration } from '../wire.ts';
import { listed } from './words.ts';

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
  does: [...callsOf(route), ...(route.unanswered ?? []).map(stepWords)],
});

type ShownRoute = Configuration['routes'][number];
type Step = NonNullable<RouteConfig['unanswered']>[number];
type Mentions = NonNullable<Step['mention']>;

const callsOf = ({ mention }: Pick<RouteConfig, 'mention'>): string[] =>
  SEVERITIES.flatMap((severity) => {
    const called = mention?.[severity];
    return called ? [`Calls ${named(called)} when a new case is ${severity}`] : [];
  });

function stepWords({ after, mention, to }: Step): string {
  const times = SEVERITIES.flatMap((severity) => {
    const afterMs = after[severity];
    return afterMs === undefined ? [] : [`${inWords(afterMs)} when it is ${severity}`];
  });
  const deeds = [
    ...(mention ? [`calls ${named(mention)}`] : []),
    ...(to ? [`sends it to ${listed(to)}`] : []),
  ];
  return `When nobody answers a case for ${listed(times, 'or')}: ${deeds.join(' and ')}`;
}

const named = (mentions: Mentions): string =>
  listed(mentions.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.id})`)));
