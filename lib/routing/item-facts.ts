import { severityOf } from '../case/evidence.ts';
import type { ConditionField } from '../config/condition.ts';
import type { CaseEvent } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import { foldCase } from './fold-case.ts';
import type { RoutedItem } from './routed-item.ts';

/** What an item has in one field: the folded value, and as it was first written. */
export type Fact = ReadonlyMap<string, string>;
export type Facts = (field: ConditionField) => Fact;

/** Each field is read when a condition first asks for it, and once however many routes there are. */
export function createFacts(routed: RoutedItem): Facts {
  const known = new Map<ConditionField, Fact>();
  return (field) => {
    const before = known.get(field);
    if (before) return before;
    const fact = toFact(READ[field](routed));
    known.set(field, fact);
    return fact;
  };
}

type Values = readonly (string | null | undefined)[];

function toFact(values: Values): Fact {
  const fact = new Map<string, string>();
  for (const value of values) {
    if (!value) continue;
    const key = foldCase(value);
    if (!fact.has(key)) fact.set(key, value);
  }
  return fact;
}

const eventsOf = (routed: RoutedItem): readonly CaseEvent[] =>
  routed.feed === 'cases' ? (routed.item.events ?? []) : [];

/** What carries categories and sources: the events of a case, or the threat itself. */
const signalsOf = (routed: RoutedItem): readonly (CaseEvent | Threat)[] =>
  routed.feed === 'cases' ? eventsOf(routed) : [routed.item];

const READ: Record<ConditionField, (routed: RoutedItem) => Values> = {
  domain: ({ domain }) => [domain],
  feed: ({ feed }) => [feed],
  threatType: (routed) => (routed.feed === 'cases' ? [routed.item.threat_type] : []),
  category: (routed) => signalsOf(routed).flatMap((signal) => signal.category ?? []),
  subcategory: (routed) => signalsOf(routed).flatMap((signal) => signal.subcategory ?? []),
  severity: (routed) => eventsOf(routed).map((event) => event.severity),
  highestSeverity: (routed) => (routed.feed === 'cases' ? [severityOf(routed.item)] : []),
  source: (routed) => signalsOf(routed).map((signal) => signal.source),
  signalType: (routed) => eventsOf(routed).map((event) => event.signal_type),
  // A case is about its own person. Its events only speak for a case without one: otherwise a final
  // route for a person who merely appears in an event would take the case away from its channel.
  user: (routed) =>
    routed.item.user_email ? [routed.item.user_email] : eventsOf(routed).map((event) => event.user_email),
  text: (routed) => [
    ...(routed.feed === 'cases' ? [routed.item.threat_brief] : []),
    ...signalsOf(routed).flatMap((signal) => [signal.title, signal.summary]),
  ],
  // Not when it is looked at: a change of it, and a second look, must find the same routes.
  during: (routed) => [routed.item.created_at],
};
