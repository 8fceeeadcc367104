import type { Content } from '../chats/shared/renderer.ts';
import { placesOf } from '../config/route-places.ts';
import type { CompiledRoutes } from './compile-routes.ts';
import { matchRoutes } from './route-item.ts';

/**
 * The names of the routes that send a case to a destination; null when what is shown there does not tell, because parts
 * of it were left out on the way, or erased since.
 */
export function routesSending(
  routes: CompiledRoutes,
  { domain, destination }: { readonly domain: string; readonly destination: string },
  shown: { readonly content: Content; readonly forgotten?: unknown } | null | undefined,
): readonly string[] | null {
  const content = shown?.content;
  if (content?.kind !== 'case' || content.trimmed.length > 0 || shown?.forgotten) return null;
  return matchRoutes(routes, { domain, feed: 'cases', item: content.item })
    .filter((route) => !route.shadow && placesOf(route).includes(destination))
    .map(({ name }) => name);
}
