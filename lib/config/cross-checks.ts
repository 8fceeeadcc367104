import { checkCanary } from './canary.ts';
import { CASE_ONLY_FIELDS, MAX_CONDITION_DEPTH } from './condition.ts';
import { checkDedupe } from './dedupe.ts';
import { checkEscalation } from './escalation.ts';
import { checkMentions } from './mention-schema.ts';
import { POLL_DEFAULTS } from './poll-settings.ts';
import { DELIVERIES_DEFAULT_MS, RETENTION_DEFAULT_MS } from './retention.ts';
import { defaultRouteName } from './routes.ts';
import { unknownName } from './schema/config-problem.ts';
import { readDuration } from './schema/duration.ts';
import { entriesOf, type Finding, listOf, objectOf, type Path } from './schema/read-unknown.ts';
import { nameProblem } from './schema/setting-fields.ts';

/**
 * Compares the parts of a configuration with each other. Reads raw input and tolerates wrong types: zod skips the checks
 * on an object that has a wrong field, and every problem should be reported at once.
 */
export const crossCheck = (input: unknown): Finding[] => {
  const { domains, destinations, routes, people, poll, retention, ops, verdicts } = objectOf(input);
  return [
    ...wrongNames('domains', domains),
    ...wrongNames('destinations', destinations),
    ...shortSweep(poll),
    ...shortRetention(retention, poll),
    ...repeatedRouteNames(routes),
    ...listOf(routes).flatMap((route, index) => {
      const { to, when, mention, escalation } = objectOf(route);
      return [
        ...entriesOf(mention).flatMap(([severity, named]) =>
          checkMentions(named, ['routes', index, 'mention', severity], { to, destinations, people }),
        ),
        ...checkEscalation(route, ['routes', index, 'escalation'], { destinations, people, verdicts }),
        ...checkDedupe(route, ['routes', index, 'dedupe'], destinations),
        ...listOf(escalation).flatMap((step, at) =>
          unknownDestinations(objectOf(step).to, ['routes', index, 'escalation', at, 'to'], destinations),
        ),
        ...unknownDestinations(to, ['routes', index, 'to'], destinations),
        ...checkCondition(when, ['routes', index, 'when'], Object.keys(objectOf(domains))),
      ];
    }),
    ...unknownDestinations(objectOf(ops).to, ['ops', 'to'], destinations),
    ...checkCanary(objectOf(input)),
  ];
};

const wrongNames = (section: string, named: unknown): Finding[] =>
  entriesOf(named).flatMap(([name]) => {
    const message = nameProblem(name);
    return message === null ? [] : [{ path: [section, name], message }];
  });

function shortSweep(poll: unknown): Finding[] {
  const { lookback = POLL_DEFAULTS.lookbackMs, sweep } = objectOf(poll);
  const { window = POLL_DEFAULTS.sweepWindowMs } = objectOf(sweep);
  const [lookbackMs, windowMs] = [readDuration(lookback), readDuration(window)];
  if (lookbackMs === null || windowMs === null || windowMs >= lookbackMs) return [];
  return [{ path: ['poll', 'sweep', 'window'], message: 'must not be shorter than poll.lookback' }];
}

/** A message that outlives its decision would show the case as undecided, and people would decide it again. */
function shortRetention(retention: unknown, poll: unknown): Finding[] {
  const kept = objectOf(retention);
  const casesMs = readDuration(kept.cases ?? RETENTION_DEFAULT_MS);
  const deliveriesMs = readDuration(kept.deliveries ?? DELIVERIES_DEFAULT_MS);
  const windowMs = readDuration(objectOf(objectOf(poll).sweep).window ?? POLL_DEFAULTS.sweepWindowMs);
  if (casesMs == null || deliveriesMs == null) return [];
  return [
    ...(casesMs < deliveriesMs
      ? [
          {
            path: ['retention', 'cases'],
            message:
              'must not be shorter than retention.deliveries: a message would show its case as undecided, and it could be decided twice',
          },
        ]
      : []),
    ...(windowMs !== null && deliveriesMs < windowMs
      ? [
          {
            path: ['retention', 'deliveries'],
            message:
              'must not be shorter than poll.sweep.window: the poller still brings changes of what is that old',
          },
        ]
      : []),
  ];
}

function repeatedRouteNames(routes: unknown): Finding[] {
  const first = new Map<string, number>();
  return listOf(routes).flatMap((route, index): Finding[] => {
    const { name = defaultRouteName(index) } = objectOf(route);
    if (typeof name !== 'string') return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    return [{ path: ['routes', index, 'name'], message: `is already the name of routes[${earlier}]` }];
  });
}

function unknownDestinations(to: unknown, path: Path, destinations: unknown): Finding[] {
  const known = Object.keys(objectOf(destinations));
  // Without any destination there is one problem, not one per route.
  if (known.length === 0) return [];
  return eachText(to, path)
    .filter(({ text }) => !known.includes(text))
    .map(({ text, path }) => ({ path, ...unknownName('destination', text, known) }));
}

function checkCondition(when: unknown, path: Path, domains: readonly string[], depth = 1): Finding[] {
  if (when === undefined || depth > MAX_CONDITION_DEPTH) return [];
  const condition = objectOf(when);
  const inside = (part: unknown, ...steps: PropertyKey[]) =>
    checkCondition(part, [...path, ...steps], domains, depth + 1);
  return [
    ...eachText(condition.domain, [...path, 'domain'])
      .filter(({ text }) => domains.length > 0 && !domains.some((domain) => domain === text.toLowerCase()))
      .map(({ text, path }) => ({ path, ...unknownName('domain', text, domains) })),
    ...impossibleForThreats(condition, path),
    ...listOf(condition.any).flatMap((part, index) => inside(part, 'any', index)),
    ...listOf(condition.all).flatMap((part, index) => inside(part, 'all', index)),
    ...inside(condition.not, 'not'),
  ];
}

function impossibleForThreats(condition: Record<string, unknown>, path: Path): Finding[] {
  const feeds = eachText(condition.feed, []);
  if (feeds.length === 0 || feeds.some(({ text }) => text !== 'threats')) return [];
  return CASE_ONLY_FIELDS.filter((field) => condition[field] !== undefined).map((field) => ({
    path: [...path, field],
    message: "never holds next to feed 'threats': only cases have it",
  }));
}

function eachText(value: unknown, path: Path): { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  return listOf(value).flatMap((text, index) =>
    typeof text === 'string' ? [{ text, path: [...path, index] }] : [],
  );
}
