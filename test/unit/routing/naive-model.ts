import type { ConditionInput } from '../../../lib/config/condition.ts';
import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import type { CaseEvent } from '../../../lib/posture/schemas/case.ts';
import type { RoutedItem } from '../../../lib/routing/routed-item.ts';

/** Routing as one would write it from its description, slow and plain, sharing nothing with the real one. */
export function naiveRouting(routes: BridgeInput['routes'], routed: RoutedItem) {
  const destinations: string[] = [];
  const broadcast: string[] = [];
  const shadowed: string[] = [];
  const matched: string[] = [];
  const sending: string[] = [];
  for (const [index, route] of routes.entries()) {
    if (!matches(route.when ?? {}, routed)) continue;
    const routeName = route.name ?? `route-${index + 1}`;
    matched.push(routeName);
    if (!route.shadow) sending.push(routeName);
    for (const name of [route.to].flat()) {
      const list = route.shadow ? shadowed : destinations;
      if (!list.includes(name)) list.push(name);
      if (!route.shadow && route.broadcast && !broadcast.includes(name)) broadcast.push(name);
    }
    if (route.final && !route.shadow) break;
  }
  return { destinations, broadcast, shadowed, matched, sending };
}

const lower = (text: string) => text.normalize('NFC').toLowerCase();

function matches(condition: ConditionInput, routed: RoutedItem): boolean {
  const { any, all, not, user, text, during, ...fields } = condition;
  for (const [field, wanted] of Object.entries(fields)) {
    const has = valuesOf(field, routed).map(lower);
    if (![wanted].flat().some((value) => has.includes(lower(String(value))))) return false;
  }
  if (user !== undefined) {
    const patterns = [user].flat().map(toRegExp);
    if (!valuesOf('user', routed).some((value) => patterns.some((pattern) => pattern.test(lower(value)))))
      return false;
  }
  if (text !== undefined) {
    const words = [text].flat().map((word) => lower(String(word)));
    if (!valuesOf('text', routed).some((value) => words.some((word) => lower(value).includes(word))))
      return false;
  }
  if (during !== undefined && ![during].flat().some((hours) => isDuring(hours, routed.item.created_at)))
    return false;
  if (any && !any.some((part) => matches(part, routed))) return false;
  if (all && !all.every((part) => matches(part, routed))) return false;
  return not === undefined || !matches(not, routed);
}

function toRegExp(glob: string): RegExp {
  const parts = [...lower(glob)].map((character) =>
    character === '*' ? '.*' : character === '?' ? '.' : character.replace(/[.\\+^$()[\]{}|]/g, '\\$&'),
  );
  return new RegExp(`^${parts.join('')}$`, 'su');
}

function valuesOf(field: string, { domain, feed, item }: RoutedItem): string[] {
  const events = feed === 'cases' ? (item.events ?? []) : [];
  const signals = feed === 'cases' ? events : [item];
  const found: Record<string, unknown[]> = {
    domain: [domain],
    feed: [feed],
    threatType: feed === 'cases' ? [item.threat_type] : [],
    category: signals.map((signal) => signal.category),
    subcategory: signals.map((signal) => signal.subcategory),
    severity: events.map((event) => event.severity),
    highestSeverity: feed === 'cases' ? [worstOf(events)] : [],
    source: signals.map((signal) => signal.source),
    signalType: events.map((event) => event.signal_type),
    user: item.user_email ? [item.user_email] : events.map((event) => event.user_email),
    text: [
      ...signals.flatMap((signal) => [signal.title, signal.summary]),
      feed === 'cases' ? item.threat_brief : null,
    ],
  };
  return (found[field] ?? [])
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Of those that are not safe, if there are any. The words that mean something are few here. */
function worstOf(events: readonly CaseEvent[]) {
  const telling = events.some(({ safe }) => !safe) ? events.filter(({ safe }) => !safe) : events;
  return ['high', 'low'].find((word) => telling.some(({ severity }) => severity?.toLowerCase() === word));
}

/** Every two hours of the day, by the clock of a town. */
function isDuring(hours: string, created: string): boolean {
  const [, from = '', to = '', timeZone = ''] = /^(\d\d):00-(\d\d):00 (.*)$/.exec(hours) ?? [];
  const hour = Number(new Date(created).toLocaleString('en-GB', { timeZone, hour: '2-digit' }));
  return hour >= Number(from) && hour < Number(to);
}
