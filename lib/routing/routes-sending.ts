import type { Content } from '../chats/shared/renderer.ts';
import type { CompiledRoutes } from './compile-routes.ts';
import { matchRoutes } from './route-item.ts';

/**
 * The names of the routes that send a case to a destination; null when its content does not tell, because parts of it
 * were left out on the way.
 */
export function routesSending(
  routes: CompiledRoutes,
  { domain, destination }: { readonly domain: string; readonly destination: string },
  content: Content | undefined,
): readonly string[] | null {
  if (content?.kind !== 'case' || content.trimmed.length > 0) return null;
  return matchRoutes(routes, { domain, feed: 'cases', item: content.item })
    .filter(({ shadow, to }) => !shadow && to.includes(destination))
    .map(({ name }) => name);
}
