import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import { listPlaces } from '../../config/dead-routes.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { said } from '../entry-points/command/answer-words.ts';
import type { AskedDomain } from '../entry-points/command/command-context.ts';
import { type HealthAnswer, headlineOf, type ShownProblem } from './health-answer.ts';

export type StatusConfig = Pick<BridgeConfig, 'domains' | 'destinations' | 'poll' | 'routes'>;

const MOST_SHOWN = 20;

/** How the bridge is. What is wrong with domains that the person may not ask about is neither named nor counted. */
export function answerStatus(
  { problems }: HealthAnswer,
  domains: readonly AskedDomain[],
  config: StatusConfig,
): CommandAnswer {
  const own = domains.map(({ name }) => name);
  const others = Object.keys(config.domains).filter((name) => !own.includes(name));
  const told = problems.filter(({ of }) => !isOfOthers(of, own, others, config));
  const shown = told.slice(0, MOST_SHOWN);
  const isAll = others.length === 0 || told.length > 0;
  return {
    title: [isAll ? headlineOf(told.length) : 'Everything you can ask about is healthy.'],
    parts: [
      ...(shown.length > 0
        ? [{ is: 'list' as const, items: shown.map((one) => ({ words: tell(one) })) }]
        : []),
      { is: 'lines', lines: [[`You can ask about: ${own.join(', ')}.`]] },
    ],
    more: [],
  };
}

/** A subject is a domain, one of its feeds, a destination, or a part of the bridge that serves everybody. */
function isOfOthers(
  subject: string,
  own: readonly string[],
  others: readonly string[],
  config: StatusConfig,
): boolean {
  if (others.length === 0) return false;
  const sends = (domain: string): boolean =>
    (['cases', 'threats'] as const).some((feed) => listPlaces(config, { domain, feed }).some.has(subject));
  if (Object.hasOwn(config.destinations, subject) && (own.some(sends) || others.some(sends)))
    return !own.some(sends);
  const [domain = ''] = subject.split(/[ /]/);
  return !own.includes(domain) && others.some((name) => subject.includes(name));
}

const tell = ({ heading, of, sinceMs, note }: ShownProblem) => [
  { said: heading },
  '  ·  ',
  ...said(of),
  ...(sinceMs === null ? [] : ['  ·  since ', { atMs: sinceMs }]),
  ...(note ? [`  ·  ${note}`] : []),
];
