import { severityOf } from '../chats/shared/tell-case.ts';
import type { RouteConfig } from '../config/define-bridge.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { HowItWaits, StepsOf } from '../verdict/case-waiting.ts';
import type { CompiledRoutes } from './compile-routes.ts';
import { matchRoutes } from './route-item.ts';

/** The steps of the routes that a case waits by: the soonest first, and those of the first route before others. */
export const createStepsOf =
  ({
    routes,
  }: {
    readonly routes: readonly Pick<RouteConfig, 'name' | 'unanswered' | 'shadow'>[];
  }): StepsOf =>
  ({ routes: names, severity }) => {
    const known = routes.filter(({ name }) => names.includes(name));
    if (known.length === 0 && names.length > 0) return null;
    return known
      .filter(({ shadow }) => !shadow)
      .flatMap(({ name, unanswered = [] }) =>
        unanswered.flatMap(({ after, to = [] }, index) => {
          const afterMs = after[severity];
          return afterMs === undefined ? [] : [{ route: name, step: index + 1, afterMs, to }];
        }),
      )
      .toSorted((a, b) => a.afterMs - b.afterMs);
  };

/** By which routes a case waits, and by which severity; null for one that does not. */
export function howItWaits(routes: CompiledRoutes, domain: string, item: Case): HowItWaits | null {
  const severity = severityOf(item);
  if (severity === null) return null;
  const names = matchRoutes(routes, { domain, feed: 'cases', item })
    .filter(({ shadow, unanswered }) => !shadow && unanswered?.some(({ after }) => after[severity]))
    .map(({ name }) => name);
  return names.length === 0 ? null : { routes: names, severity };
}
