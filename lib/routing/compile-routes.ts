import { CONDITION_FIELDS, type Condition, type ConditionField } from '../config/condition.ts';
import type { BridgeConfig, RouteConfig } from '../config/define-bridge.ts';
import { createIsWithin, readHours } from '../config/schema/hours.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';
import { isGlob, matchGlob } from './glob.ts';
import { type Fact, type Facts, foldCase } from './item-facts.ts';

/** One field of a condition. */
export interface Check {
  readonly kind: 'field';
  readonly field: ConditionField;
  readonly wanted: readonly string[];
  /** What made it hold: the item's value, or for a text the words found in it. */
  readonly find: (fact: Fact) => string | undefined;
}

export type Rule =
  | Check
  | { readonly kind: 'all' | 'any'; readonly rules: readonly Rule[] }
  | { readonly kind: 'not'; readonly rule: Rule };

export type CompiledRoute = Omit<RouteConfig, 'when'> & { readonly rule: Rule };
export type CompiledRoutes = readonly CompiledRoute[];

/** Runs once per configuration; every item is then cheap, even with hundreds of routes. */
export const compileRoutes = ({ routes }: Pick<BridgeConfig, 'routes'>): CompiledRoutes =>
  routes.map(({ when, ...route }) => ({ ...route, rule: compileCondition(when) }));

export function compileCondition(condition: Condition): Rule {
  const rules: Rule[] = CONDITION_FIELDS.flatMap((field) => {
    const wanted = condition[field];
    return wanted ? [compileField(field, wanted)] : [];
  });
  if (condition.any) rules.push({ kind: 'any', rules: condition.any.map(compileCondition) });
  if (condition.all) rules.push({ kind: 'all', rules: condition.all.map(compileCondition) });
  if (condition.not) rules.push({ kind: 'not', rule: compileCondition(condition.not) });
  return { kind: 'all', rules };
}

export function holds(rule: Rule, facts: Facts): boolean {
  switch (rule.kind) {
    case 'field':
      return rule.find(facts(rule.field)) !== undefined;
    case 'all':
      return rule.rules.every((part) => holds(part, facts));
    case 'any':
      return rule.rules.some((part) => holds(part, facts));
    case 'not':
      return !holds(rule.rule, facts);
  }
}

const compileField = (field: ConditionField, wanted: readonly string[]): Check => ({
  kind: 'field',
  field,
  wanted,
  find: finderFor(field, wanted),
});

function finderFor(field: ConditionField, wanted: readonly string[]): Check['find'] {
  if (field === 'text') return findWords(wanted);
  if (field === 'during') return findHours(wanted);
  const globs = field === 'user' ? wanted.filter(isGlob).map(foldCase) : [];
  const exact = new Set((field === 'user' ? wanted.filter((text) => !isGlob(text)) : wanted).map(foldCase));
  return (fact) => {
    for (const [folded, shown] of fact) {
      if (exact.has(folded) || globs.some((glob) => matchGlob(glob, folded))) return shown;
    }
    return undefined;
  };
}

function findHours(wanted: readonly string[]): Check['find'] {
  const each = () =>
    wanted.map(readHours).flatMap((hours) => (typeof hours === 'string' ? [] : createIsWithin(hours)));
  // Time zones take long to load, and few functions look at the hours.
  let isWithin: ReturnType<typeof each> | undefined;
  return (fact) => {
    isWithin ??= each();
    for (const shown of fact.values()) {
      const atMs = readTimestamp(shown);
      if (atMs !== null && isWithin.some((within) => within(atMs))) return shown;
    }
    return undefined;
  };
}

function findWords(wanted: readonly string[]): Check['find'] {
  const words = wanted.map((shown) => ({ shown, folded: foldCase(shown) }));
  return (fact) => {
    for (const { shown, folded } of words) {
      for (const text of fact.keys()) if (text.includes(folded)) return shown;
    }
    return undefined;
  };
}
