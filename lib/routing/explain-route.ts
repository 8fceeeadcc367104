import type { ConditionField } from '../config/condition.ts';
import type { RouteConfig } from '../config/define-bridge.ts';
import type { Check, CompiledRoute, CompiledRoutes, Rule } from './compile-routes.ts';
import { join, readable } from './format-values.ts';
import { createFacts, type Fact, type Facts } from './item-facts.ts';
import { stops } from './route-item.ts';
import type { RoutedItem } from './routed-item.ts';

export type ConditionExplanation =
  | {
      readonly kind: 'field';
      readonly field: ConditionField;
      readonly holds: boolean;
      readonly because: string;
    }
  | {
      readonly kind: 'all' | 'any';
      readonly holds: boolean;
      readonly parts: readonly ConditionExplanation[];
    }
  | { readonly kind: 'not'; readonly holds: boolean; readonly part: ConditionExplanation };

export interface RouteExplanation {
  readonly route: string;
  readonly outcome: 'matched' | 'no-match' | 'skipped';
  /** In one sentence: the conditions that decided, or the final route that stopped it. */
  readonly because: string;
  readonly to: readonly string[];
  readonly final: boolean;
  readonly shadow: boolean;
  /** Replies in a thread are also shown in the channel. */
  readonly broadcast: boolean;
  /** Chats do not get an item similar to one that the route just sent them. */
  readonly dedupe?: RouteConfig['dedupe'];
  /** Every condition and its result; absent for a route that was skipped. */
  readonly condition?: ConditionExplanation;
}

/** Whether each route matched, and on which conditions. Agrees with `routeItem`: a property test checks that. */
export function explainRoute(routes: CompiledRoutes, routed: RoutedItem): RouteExplanation[] {
  const facts = createFacts(routed);
  let stoppedBy: string | undefined;
  return routes.map((route) => {
    if (stoppedBy !== undefined) {
      return { ...about(route), outcome: 'skipped', because: `${stoppedBy} matched before it and is final` };
    }
    const condition = explainRule(route.rule, facts);
    if (condition.holds && stops(route)) stoppedBy = route.name;
    const outcome = condition.holds ? 'matched' : 'no-match';
    return { ...about(route), outcome, because: reason(condition), condition };
  });
}

const about = ({ name, to, final, shadow, broadcast, dedupe }: CompiledRoute) => ({
  route: name,
  to,
  final,
  shadow,
  broadcast,
  ...(dedupe && { dedupe }),
});

function explainRule(rule: Rule, facts: Facts): ConditionExplanation {
  if (rule.kind === 'field') return explainCheck(rule, facts(rule.field));
  if (rule.kind === 'not') {
    const part = explainRule(rule.rule, facts);
    return { kind: 'not', holds: !part.holds, part };
  }
  const parts = rule.rules.map((part) => explainRule(part, facts));
  const isTrue = (part: ConditionExplanation) => part.holds;
  return { kind: rule.kind, holds: rule.kind === 'all' ? parts.every(isTrue) : parts.some(isTrue), parts };
}

function explainCheck({ field, wanted, find }: Check, fact: Fact): ConditionExplanation {
  const found = find(fact);
  const holds = found !== undefined;
  const said = holds ? saysFound(field, found) : saysMissing(field, wanted, fact);
  return { kind: 'field', field, holds, because: `${field}: ${said}` };
}

const saysFound = (field: ConditionField, found: string): string =>
  field === 'during'
    ? `the item was created ${readable(found)}`
    : field === 'text'
      ? `the item says ${readable(found)}`
      : `the item has ${readable(found)}`;

function saysMissing(field: ConditionField, wanted: readonly string[], fact: Fact): string {
  // The texts themselves would bury the reason.
  if (field === 'text') return `wanted ${join(wanted, 'or')}, the item does not say so`;
  if (field === 'during' && fact.size > 0)
    return `wanted ${join(wanted, 'or')}, the item was created ${join([...fact.values()])}`;
  return `wanted ${join(wanted, 'or')}, the item has ${fact.size ? join([...fact.values()]) : 'none'}`;
}

/** The parts that decided, in one line. */
function reason(condition: ConditionExplanation): string {
  if (condition.kind === 'field') return condition.because;
  if (condition.kind === 'not') {
    const { part } = condition;
    return condition.holds ? `not excluded (${reason(part)})` : `excluded (${reason(part)})`;
  }
  if (condition.parts.length === 0) return 'it has no conditions';
  const reasons = decisive(condition).map(reason);
  if (condition.kind === 'any' && !condition.holds) return `no alternative holds (${reasons.join('; or ')})`;
  return reasons.join('; ');
}

/** The parts that made a group hold or fail: all of them, or those that tipped it. */
export function decisive({
  kind,
  holds,
  parts,
}: Extract<ConditionExplanation, { kind: 'all' | 'any' }>): readonly ConditionExplanation[] {
  const everyPartCounts = (kind === 'all') === holds;
  return everyPartCounts ? parts : parts.filter((part) => part.holds === holds);
}
