import type { DigestCounts } from '../chats/shared/digest-story.ts';
import type { Content } from '../chats/shared/renderer.ts';
import { severityOf } from '../chats/shared/tell-case.ts';
import type { BridgeConfig, RouteConfig } from '../config/define-bridge.ts';
import { type Mention, mentionsIn } from '../config/mentions.ts';
import { SEVERITIES, type Severity } from '../posture/severity.ts';
import { compileRoutes } from './compile-routes.ts';
import { routesSending } from './routes-sending.ts';

interface Shown {
  readonly key: { readonly domain: string; readonly destination: string };
  readonly content: Content;
  readonly forgotten?: unknown;
}

/**
 * Whom the routes call with a new message: all that send it there, each person or group once. A digest calls whom the
 * routes to its channel call for the severities that it counts.
 */
export function createWhomToCall(config: BridgeConfig): (shown: Shown) => readonly Mention[] {
  const { destinations, people } = config;
  const routes = compileRoutes(config);
  if (!routes.some(({ mention }) => mention)) return () => [];

  return ({ key, content, forgotten }) => {
    const chat = destinations[key.destination]?.type ?? '';
    const there = routes.filter(({ shadow, to }) => !shadow && to.includes(key.destination));
    const named = (severity: Severity, from: readonly Pick<RouteConfig, 'mention'>[]) =>
      from.flatMap(({ mention }) => mention?.[severity] ?? []);
    if (content.kind === 'digest') {
      return mentionsIn(
        chat,
        severitiesIn(content.counts).flatMap((one) => named(one, there)),
        people,
      );
    }
    const severity = content.kind === 'case' ? severityOf(content.item) : null;
    if (severity === null) return [];
    // Where nobody can say which routes sent it, one person too many is called rather than none.
    const names = routesSending(routes, key, { content, forgotten });
    const sent = names === null ? there : there.filter(({ name }) => names.includes(name));
    return mentionsIn(chat, named(severity, sent), people);
  };
}

const severitiesIn = ({ bySeverity, waiting }: DigestCounts): readonly Severity[] =>
  SEVERITIES.filter((one) => (bySeverity[one] ?? 0) + (waiting?.bySeverity[one] ?? 0) > 0);
