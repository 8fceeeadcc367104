import type { TakenStep } from '../case/answer.ts';
import type { Content } from '../case/message-content.ts';
import type { CompiledRoutes } from './compile-routes.ts';
import { matchRoutes } from './route-item.ts';

interface Shown {
  readonly content: Content;
  readonly forgotten?: unknown;
}

/**
 * The names of the routes that sent a case to a destination, at once or through an escalation. Null if the shown content
 * cannot tell, because parts were left out on the way or erased since.
 */
export function routesSending(
  routes: CompiledRoutes,
  { domain, destination }: { readonly domain: string; readonly destination: string },
  shown: Shown | null | undefined,
  /** The escalation steps that were taken. */
  steps: readonly Pick<TakenStep, 'route' | 'to'>[] = [],
): readonly string[] | null {
  const content = shown?.content;
  if (content?.kind !== 'case' || content.trimmed.length > 0 || shown?.forgotten) return null;
  const wasBroughtBy = (name: string) =>
    steps.some(({ route, to }) => route === name && to.includes(destination));
  return matchRoutes(routes, { domain, feed: 'cases', item: content.item })
    .filter(({ name, to, shadow }) => !shadow && (to.includes(destination) || wasBroughtBy(name)))
    .map(({ name }) => name);
}
