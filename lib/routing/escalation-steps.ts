import type { EscalationStep } from '../case/answer.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { RouteConfig } from '../config/define-bridge.ts';

export type EscalatingRoutes = readonly Pick<RouteConfig, 'name' | 'escalation' | 'shadow'>[];

/** The escalation steps of a case's routes: soonest first, and those of the first route before others. */
export const createStepsOf =
  ({ routes }: { readonly routes: EscalatingRoutes }): CasePolicy['stepsOf'] =>
  ({ routes: names, severity }) => {
    const known = routes.filter(({ name }) => names.includes(name));
    if (known.length === 0 && names.length > 0) return null;
    if (severity === null) return [];
    return known
      .filter(({ shadow }) => !shadow)
      .flatMap(({ name, escalation = [] }) =>
        escalation.flatMap(({ after, to = [] }, index): EscalationStep[] => {
          const afterMs = after[severity];
          return afterMs === undefined ? [] : [{ route: name, step: index + 1, afterMs, to }];
        }),
      )
      .toSorted((a, b) => a.afterMs - b.afterMs);
  };
