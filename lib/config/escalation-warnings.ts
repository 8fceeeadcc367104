import { CHATS, sectionOf } from './chats.ts';
import { mayMatch } from './dead-routes.ts';
import type { BridgeConfig, RouteConfig } from './define-bridge.ts';
import { mentionsIn } from './mentions.ts';
import { formatDuration } from './schema/duration.ts';
import type { Finding, Path } from './schema/read-unknown.ts';

/** Mentions and escalations that are probably not intended. */
export const escalationWarnings = (config: BridgeConfig): Finding[] =>
  config.routes.flatMap((route, index) => [
    ...neverCase(config, route, ['routes', index]),
    ...uncalled(config, route, ['routes', index]),
    ...idleSteps(route, ['routes', index, 'escalation']),
    ...lateSteps(config, route, ['routes', index, 'escalation']),
  ]);

/** Only cases have mentions and answers. */
function neverCase(config: BridgeConfig, route: RouteConfig, path: Path): Finding[] {
  const [mentions, steps] = [route.mention !== undefined, route.escalation !== undefined];
  if (!mentions && !steps) return [];
  const because = route.shadow
    ? 'a shadow route sends nothing'
    : mayMatch(config, route, 'cases')
      ? null
      : 'no case can match the route';
  if (because === null) return [];
  return [
    ...(mentions ? [{ path: [...path, 'mention'], message: `calls nobody: ${because}` }] : []),
    ...(steps ? [{ path: [...path, 'escalation'], message: `no step is ever taken: ${because}` }] : []),
  ];
}

/** People named beyond the mentions that one message allows. */
function uncalled(
  config: BridgeConfig,
  { to, mention = {}, escalation = [] }: RouteConfig,
  path: Path,
): Finding[] {
  const called = (named: Named, places: readonly string[], at: Path): Finding[] =>
    CHATS.flatMap((chat) => {
      if (!places.some((name) => config.destinations[name]?.type === chat)) return [];
      const { label, mentioned } = sectionOf(chat);
      const count = mentionsIn(chat, named, config.people).length;
      const message = `names ${count} whom ${label} is to call, and a message there calls ${mentioned.most} at the most: name a group or a tag`;
      return count > mentioned.most ? [{ path: at, message }] : [];
    });
  return [
    ...Object.entries(mention).flatMap(([severity, named]) =>
      called(named ?? [], to, [...path, 'mention', severity]),
    ),
    ...escalation.flatMap(({ mention: named = [], to: others = [] }, index) =>
      called(named, [...to, ...others], [...path, 'escalation', index, 'mention']),
    ),
  ];
}

type Named = Parameters<typeof mentionsIn>[1];

/** Nobody is called to a message that is not shown any more. */
const lateSteps = ({ retention }: BridgeConfig, { escalation = [] }: RouteConfig, path: Path): Finding[] =>
  escalation.flatMap(({ after }, index) =>
    Object.entries(after).flatMap(([severity, afterMs = 0]) =>
      afterMs >= retention.deliveries
        ? [
            {
              path: [...path, index, 'after', severity],
              message: `comes too late: a case that nothing changes is forgotten after ${formatDuration(retention.deliveries)} (retention.deliveries), and then the step is not taken`,
            },
          ]
        : [],
    ),
  );

/** A case is sent to a channel once. */
function idleSteps({ to, escalation = [] }: RouteConfig, path: Path): Finding[] {
  const sent = new Map(to.map((name) => [name, 'the route sends the case there from the start']));
  return escalation.flatMap((step, index) =>
    (step.to ?? []).flatMap((name, at): Finding[] => {
      const known = sent.get(name);
      if (known === undefined) sent.set(name, `step ${index + 1} sends it there`);
      return known === undefined
        ? []
        : [{ path: [...path, index, 'to', at], message: `does nothing: ${known}` }];
    }),
  );
}
