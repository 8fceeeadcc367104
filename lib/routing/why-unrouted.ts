import type { ConditionField } from '../config/condition.ts';
import type { CompiledRoutes } from './compile-routes.ts';
import { type ConditionExplanation, decisive, explainRoute } from './explain-route.ts';
import type { RoutedItem } from './routed-item.ts';

/** More would bury the reason, and cost time for every item of a flood. */
const MOST_ROUTES = 5;

/**
 * Why no route takes an item, for the log: `vip: user; try: a shadow`. Names the conditions that did not hold and nothing
 * of the item, whose content belongs in no log.
 */
export function whyUnrouted(routes: CompiledRoutes, routed: RoutedItem): string {
  const reasons = explainRoute(routes.slice(0, MOST_ROUTES), routed).map(
    ({ route, condition }) => `${route}: ${reason(condition)}`,
  );
  const more = routes.length - reasons.length;
  return [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const reason = (condition?: ConditionExplanation): string =>
  !condition || condition.holds ? 'a shadow' : [...new Set(fieldsOf(condition))].join(', ');

function fieldsOf(condition: ConditionExplanation): ConditionField[] {
  if (condition.kind === 'field') return [condition.field];
  return (condition.kind === 'not' ? [condition.part] : decisive(condition)).flatMap(fieldsOf);
}
