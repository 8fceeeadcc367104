import type { Clock } from './clock.ts';
import type { NotReady, Resource } from './schemas/problem.ts';
import { DAY_MS, isoAt } from './world/timeline.ts';

const DETAILS: Record<Resource, string> = {
  cases: 'Cases open once enough signals have been judged.',
  threats: 'Threat events open once the first detection pass is complete.',
  personas: 'User personas open once the learning period is over.',
  nhi: 'Non-human identities open once the first inventory is complete.',
  'nhi-clusters': 'Clusters of non-human identities open once enough of them have a persona.',
};

/** Which resources a domain cannot read yet. The wait passes with the server's clock. */
export const createReadiness = (clock: Clock) => {
  const enabledAtMs = clock.now() - 3 * DAY_MS;
  const readyAtMs = new Map<Resource, number>();
  return {
    lock: (resource: Resource, daysUntilReady: number): void => {
      readyAtMs.set(resource, clock.now() + daysUntilReady * DAY_MS);
    },
    unlock: (resource: Resource): void => {
      readyAtMs.delete(resource);
    },
    /** The body of a 423, or undefined if the resource can be read. */
    check: (resource: Resource): NotReady | undefined => {
      const now = clock.now();
      const until = readyAtMs.get(resource);
      if (until === undefined || until <= now) return undefined;
      const days = (until - now) / DAY_MS;
      return {
        error: 'resource_not_ready',
        resource,
        message: `The resource "${resource}" will be ready in about ${days < 1 ? 'a day' : `${Math.ceil(days)} days`}.`,
        details: DETAILS[resource],
        days_until_ready: days,
        external_api_enabled_at_utc: isoAt(enabledAtMs),
        now_utc: isoAt(now),
      };
    },
  };
};
