import { mayMatch } from './dead-routes.ts';
import type { BridgeConfig, RouteConfig } from './define-bridge.ts';
import type { Finding, Path } from './schema/read-unknown.ts';

/** What may not be meant in whom a route calls, and in what it does when nobody answers. */
export const unansweredWarnings = (config: BridgeConfig): Finding[] =>
  config.routes.flatMap((route, index) => [
    ...neverCase(config, route, ['routes', index]),
    ...idleSteps(route, ['routes', index, 'unanswered']),
  ]);

/** People are called about cases, and answer cases. */
function neverCase(config: BridgeConfig, route: RouteConfig, path: Path): Finding[] {
  const [mentions, steps] = [route.mention !== undefined, route.unanswered !== undefined];
  if (!mentions && !steps) return [];
  const because = route.shadow
    ? 'a shadow route sends nothing'
    : mayMatch(config, route, 'cases')
      ? null
      : 'no case can match the route';
  if (because === null) return [];
  return [
    ...(mentions ? [{ path: [...path, 'mention'], message: `calls nobody: ${because}` }] : []),
    ...(steps ? [{ path: [...path, 'unanswered'], message: `no step is ever taken: ${because}` }] : []),
  ];
}

/** A case is sent to a channel once. */
function idleSteps({ to, unanswered = [] }: RouteConfig, path: Path): Finding[] {
  const sent = new Map(to.map((name) => [name, 'the route sends the case there from the start']));
  return unanswered.flatMap((step, index) =>
    (step.to ?? []).flatMap((name, at): Finding[] => {
      const known = sent.get(name);
      if (known === undefined) sent.set(name, `step ${index + 1} sends it there`);
      return known === undefined
        ? []
        : [{ path: [...path, index, 'to', at], message: `does nothing: ${known}` }];
    }),
  );
}
