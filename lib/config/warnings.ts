import { DAY_MS } from '../base/time.ts';
import { readSeverity, SEVERITIES } from '../posture/severity.ts';
import { authorityWarnings } from './authority-warnings.ts';
import type { Condition } from './condition.ts';
import { findDeadRoutes } from './dead-routes.ts';
import { dedupeWarnings } from './dedupe-warnings.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { escalationWarnings } from './escalation-warnings.ts';
import { withRouteName } from './route-names.ts';
import { placesOf } from './route-places.ts';
import { type Problem, quoted, toProblem } from './schema/config-problem.ts';
import { formatDuration } from './schema/duration.ts';
import type { Finding, Path } from './schema/read-unknown.ts';

/**
 * Settings of a valid configuration that are probably not intended. Only where the effect is certain: people stop reading
 * warnings after the first false one.
 */
export const findWarnings = (config: BridgeConfig, nowMs: number): Problem[] =>
  [
    ...futureStart(config, nowMs),
    ...unnamedDestinations(config),
    ...deafOps(config),
    ...onlyShadows(config),
    ...deadRoutes(config),
    ...config.routes.flatMap(({ when }, index) => unknownSeverities(when, ['routes', index, 'when'])),
    ...authorityWarnings(config),
    ...escalationWarnings(config),
    ...dedupeWarnings(config),
    ...shortTrail(config),
    ...shortArchive(config),
  ]
    .map((finding) => withRouteName(config, finding))
    .map(toProblem);

/** Not wrong, but seldom intended: for some time nobody could say who decided a case that still shows as decided. */
const shortTrail = ({ retention: { cases, trail } }: BridgeConfig): Finding[] =>
  trail < cases
    ? [
        {
          path: ['retention', 'trail'],
          message: `is shorter than retention.cases: who decided is forgotten after ${formatDuration(trail)}, though what was decided is kept for ${formatDuration(cases)}`,
        },
      ]
    : [];

/** The archive's lock ends before the table deletes the day. */
const shortArchive = ({ archive, retention: { trail } }: BridgeConfig): Finding[] =>
  archive && archive.days * DAY_MS < trail
    ? [
        {
          path: ['archive', 'days'],
          message: `is shorter than retention.trail: after ${archive.days} days the archived copy of a day can be deleted, though the table keeps that day for ${formatDuration(trail)}`,
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
  const named = new Set([...routes.flatMap(placesOf), ops?.to]);
  return Object.keys(destinations)
    .filter((name) => !named.has(name))
    .map((name) => ({
      path: ['destinations', name],
      message: 'no route names it, and ops does not either, so nothing is ever sent there',
    }));
}

/** `ops` cannot be told about a broken channel in that same channel. */
function deafOps({ ops, destinations, routes }: BridgeConfig): Finding[] {
  if (!ops) return [];
  const there = placeOf(destinations[ops.to]);
  if (there === null) return [];
  const routed = new Set(routes.filter(({ shadow }) => !shadow).flatMap(placesOf));
  const shared = [...routed].filter((name) => placeOf(destinations[name]) === there);
  return shared.map((name) => ({
    path: ['ops', 'to'],
    message: `is the channel of ${name}, where cases go: if it refuses messages, nobody is told. Name a channel of its own, best in another chat`,
  }));
}

/** The channel that a destination writes to; null if it names none. */
const placeOf = (destination: BridgeConfig['destinations'][string] | undefined): string | null =>
  destination && 'channel' in destination && destination.channel !== undefined
    ? `${destination.type} ${destination.channel}`
    : null;

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

/** The contract does not list severities, and a number may mean anything. A word that is nearly one is an error already. */
function unknownSeverities(condition: Condition, path: Path): Finding[] {
  const inside = (part: Condition, ...steps: PropertyKey[]) => unknownSeverities(part, [...path, ...steps]);
  const { severity = [], any = [], all = [], not } = condition;
  return [
    ...severity.flatMap((text, index) =>
      readSeverity(text) || /\d/.test(text)
        ? []
        : [{ path: [...path, 'severity', index], message: unknownSeverity(text) }],
    ),
    ...any.flatMap((part, index) => inside(part, 'any', index)),
    ...all.flatMap((part, index) => inside(part, 'all', index)),
    ...(not ? inside(not, 'not') : []),
  ];
}

const unknownSeverity = (text: string): string =>
  `is no severity that the bridge knows${quoted(text)}; known: ${SEVERITIES.join(', ')}`;
