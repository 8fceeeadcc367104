import { severityOf } from '../case/evidence.ts';
import type { ConditionField } from '../config/condition.ts';
import type { CaseEvent } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { RoutedItem } from './routed-item.ts';

/** For comparisons: ignores upper and lower case, and the two ways to encode an accented letter. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();

/** The values of an item in one field: folded, and as first written. */
export type Fact = ReadonlyMap<string, string>;
export type Facts = (field: ConditionField) => Fact;

/** Reads each field when a condition first asks for it, and only once, however many routes there are. */
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
  // A case is about its own person. Its events count only if it names none: otherwise a final route for a person who
  // merely appears in an event would take the case away from its channel.
  user: (routed) =>
    routed.item.user_email ? [routed.item.user_email] : eventsOf(routed).map((event) => event.user_email),
  text: (routed) => [
    ...(routed.feed === 'cases' ? [routed.item.threat_brief] : []),
    ...signalsOf(routed).flatMap((signal) => [signal.title, signal.summary]),
  ],
  // By the time of creation, not of the look: a changed item and a second look must find the same routes.
  during: (routed) => [routed.item.created_at],
};
