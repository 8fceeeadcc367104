import type { EscalationStep } from '../case/answer.ts';
import type { CasePolicy } from '../case/standing.ts';
import { chatDestinations } from '../config/chats.ts';
import type { BridgeConfig, RouteConfig } from '../config/define-bridge.ts';

type Routes = readonly Pick<RouteConfig, 'name' | 'escalation' | 'shadow'>[];

/** Where nobody may decide, nobody can claim a case. */
const HOLDS_NOTHING = { critical: 0, high: 0, medium: 0, low: 0 };

/** What the configuration says about escalations and claims. */
export function createCasePolicy(
  config: Pick<BridgeConfig, 'verdicts' | 'destinations'> & { readonly routes: Routes },
): CasePolicy {
  const chats = chatDestinations(config);
  const { claims = HOLDS_NOTHING } = config.verdicts ?? {};
  return {
    stepsOf: createStepsOf(config),
    claimHoldsMs: (severity) => claims[severity ?? 'low'],
    isChat: (destination) => chats.has(destination),
  };
}

/** The escalation steps of a case's routes: soonest first, and those of the first route before others. */
export const createStepsOf =
  ({ routes }: { readonly routes: Routes }): CasePolicy['stepsOf'] =>
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
