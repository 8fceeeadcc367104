import { formatDuration } from '../config/schema/duration.ts';
import { type ConditionExplanation, decisive, type RouteExplanation } from './explain-route.ts';
import { join } from './format-values.ts';

/** The explanation as text that also works with a screen reader. */
export const formatExplanation = (routes: readonly RouteExplanation[]): string =>
  [...summary(routes), '', ...describeRoutes(routes)].join('\n');

/** Each route in order: whether it matched, and the conditions that decided. */
export const describeRoutes = (routes: readonly RouteExplanation[]): string[] =>
  routes.flatMap(describeRoute);

function summary(routes: readonly RouteExplanation[]): string[] {
  const matched = routes.filter((route) => route.outcome === 'matched');
  const live = destinationsOf(matched.filter((route) => !route.shadow));
  const shadowed = destinationsOf(matched.filter((route) => route.shadow));
  const nowhere = shadowed.length ? 'only shadow routes match' : 'no route matches';
  const lines = [live.length ? `Goes to ${join(live, 'and')}.` : `Goes nowhere: ${nowhere}.`];
  if (shadowed.length) lines.push(`Shadow routes would send it to ${join(shadowed, 'and')}.`);
  return lines;
}

const destinationsOf = (routes: readonly RouteExplanation[]): string[] => [
  ...new Set(routes.flatMap((route) => route.to)),
];

function describeRoute(explained: RouteExplanation, index: number): string[] {
  const { route, outcome, because, condition } = explained;
  const title = `${index + 1}. ${route}`;
  if (outcome === 'skipped') return [`${title} was not looked at: ${because}.`];
  const verdict = outcome === 'matched' ? effect(explained) : 'did not match.';
  return [`${title} ${verdict}`, ...(condition ? describeCondition(condition, '   ') : [])];
}

function effect({ to, shadow, final, broadcast, dedupe }: RouteExplanation): string {
  const where = join(to, 'and');
  if (shadow) return `matched, and would send to ${where} if it were not a shadow.`;
  const replies = broadcast ? '; replies are shown in the channel too' : '';
  const deduped = dedupe
    ? `; of those alike by ${join(dedupe.by, 'and')} within ${formatDuration(dedupe.for)}, chats get the first`
    : '';
  return `matched, and sends to ${where}${replies}${deduped}${final ? '; it is final' : ''}.`;
}

/** Only the parts that decided: the others would bury them. */
function describeCondition(condition: ConditionExplanation, indent: string): string[] {
  const deeper = `${indent}  `;
  switch (condition.kind) {
    case 'field':
      return [`${indent}${condition.because}`];
    case 'not': {
      const title = condition.holds
        ? 'this is excluded, and does not hold:'
        : 'excluded, because this holds:';
      return [`${indent}${title}`, ...describeCondition(condition.part, deeper)];
    }
    case 'any': {
      const title = condition.holds
        ? 'at least one of these holds:'
        : 'one of these was wanted, and none holds:';
      return [`${indent}${title}`, ...decisive(condition).flatMap((part) => describeCondition(part, deeper))];
    }
    case 'all':
      if (condition.parts.length === 0) return [`${indent}it has no conditions`];
      return decisive(condition).flatMap((part) => describeCondition(part, indent));
  }
}
