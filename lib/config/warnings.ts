import { readSeverity, SEVERITIES } from '../posture/severity.ts';
import { schemaOf } from './chat-schemas.ts';
import { CHATS, type ChatName, sectionOf } from './chats.ts';
import type { Condition } from './condition.ts';
import { findDeadRoutes } from './dead-routes.ts';
import type { BridgeConfig, VerdictsConfig } from './define-bridge.ts';
import { formatDuration } from './schema/duration.ts';
import { nearest } from './schema/nearest.ts';
import { type Problem, quoted, toProblem } from './schema/problem.ts';
import type { Finding, Path } from './schema/read-unknown.ts';

/**
 * What can never work in a configuration that is otherwise fine. Only what is certain: people stop reading warnings
 * after the first that was none.
 */
export const findWarnings = (config: BridgeConfig, nowMs: number): Problem[] =>
  [
    ...futureStart(config, nowMs),
    ...unnamedDestinations(config),
    ...onlyShadows(config),
    ...deadRoutes(config),
    ...config.routes.flatMap(({ when }, index) => unknownSeverities(when, ['routes', index, 'when'])),
    ...loneDeciders(config),
    ...shortTrail(config),
  ].map(toProblem);

/** Not wrong, but seldom meant: for some time nobody could say who decided a case that the bridge still shows as decided. */
const shortTrail = ({ retention: { cases, trail } }: BridgeConfig): Finding[] =>
  trail < cases
    ? [
        {
          path: ['retention', 'trail'],
          message: `is shorter than retention.cases: who decided is forgotten after ${formatDuration(trail)}, though what was decided is kept for ${formatDuration(cases)}`,
        },
      ]
    : [];

function futureStart({ poll: { start } }: BridgeConfig, nowMs: number): Finding[] {
  if (typeof start === 'string' || Date.parse(start.since) <= nowMs) return [];
  return [
    {
      path: ['poll', 'start', 'since'],
      message: 'is in the future: until then the poller takes every item for history, and tells nobody',
    },
  ];
}

function unnamedDestinations({ destinations, routes, ops }: BridgeConfig): Finding[] {
  const named = new Set([...routes.flatMap(({ to }) => to), ops?.to]);
  return Object.keys(destinations)
    .filter((name) => !named.has(name))
    .map((name) => ({
      path: ['destinations', name],
      message: 'no route names it, and ops does not either, so nothing is ever sent there',
    }));
}

const onlyShadows = ({ routes }: BridgeConfig): Finding[] =>
  routes.every(({ shadow }) => shadow)
    ? [{ path: ['routes'], message: 'all of them are shadow routes, so nothing is sent anywhere' }]
    : [];

const deadRoutes = (config: BridgeConfig): Finding[] =>
  findDeadRoutes(config).map(({ index, behind }) => ({
    path: ['routes', index],
    message:
      behind.length > 0
        ? `is never looked at: ${behind.map((name) => `"${name}"`).join(' and ')} before it is final and takes everything`
        : 'never matches: no list that is polled can meet its conditions',
  }));

/** The contract does not list them, and numbers may mean anything. A word that means no severity is a typo. */
function unknownSeverities(condition: Condition, path: Path): Finding[] {
  const inside = (part: Condition, ...steps: PropertyKey[]) => unknownSeverities(part, [...path, ...steps]);
  const { severity = [], any = [], all = [], not } = condition;
  return [
    ...severity.flatMap((text, index) =>
      readSeverity(text) || /\d/.test(text)
        ? []
        : [{ path: [...path, 'severity', index], ...unknownSeverity(text) }],
    ),
    ...any.flatMap((part, index) => inside(part, 'any', index)),
    ...all.flatMap((part, index) => inside(part, 'all', index)),
    ...(not ? inside(not, 'not') : []),
  ];
}

function unknownSeverity(text: string): Omit<Finding, 'path'> {
  const suggestion = nearest(text, SEVERITIES);
  const instead =
    suggestion === undefined ? `known: ${SEVERITIES.join(', ')}` : `did you mean "${suggestion}"?`;
  return { message: `is no severity that the API sends${quoted(text)}; ${instead}`, suggestion };
}

/** Who agrees has to be in the same chat: in another one it may be the same person under another id. */
function loneDeciders({ verdicts, destinations }: BridgeConfig): Finding[] {
  if (!verdicts || verdicts.allow === 'anyone-in-channel') return [];
  const { allow, outcomes } = verdicts;
  const chats = CHATS.filter((chat) =>
    Object.values(destinations).some((one) => one.type === chat && schemaOf(chat).needsApp(one)),
  );
  if (chats.length > 0 && chats.every((chat) => decidersIn(chat, allow) === 0)) {
    const labels = chats.map((chat) => sectionOf(chat).label).join(' and ');
    return [
      { path: ['verdicts', 'allow'], message: `names nobody in ${labels}, so nobody can decide a case` },
    ];
  }
  return chats
    .filter((chat) => decidersIn(chat, allow) === 1)
    .flatMap((chat) =>
      Object.entries(outcomes)
        .filter(([, { approval }]) => approval)
        .map(([outcome]) => ({
          path: ['verdicts', 'outcomes', outcome, 'approval'],
          message: `only one person may decide in ${sectionOf(chat).label}, and only another one there could agree: name one more in verdicts.allow, or take approval out`,
        })),
    );
}

/** How many may decide there; more than can be counted with a group. */
function decidersIn(chat: ChatName, allow: Exclude<VerdictsConfig['allow'], string>): number {
  const { users, groups } = sectionOf(chat).namedIn(allow);
  return groups.length > 0 ? Number.POSITIVE_INFINITY : new Set(users.map((id) => id.toLowerCase())).size;
}
