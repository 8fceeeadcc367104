import { severityOf } from '../case/evidence.ts';
import type { Content, DigestCounts } from '../case/message-content.ts';
import { escalationNote } from '../case/note-keys.ts';
import type { StepAtPlace } from '../case/steps-shown-at.ts';
import { isCanary } from '../config/canary.ts';
import type { BridgeConfig, RouteConfig } from '../config/define-bridge.ts';
import { isEverybody, type Mention, mentionsIn } from '../config/mentions.ts';
import { placesOf } from '../config/route-places.ts';
import { SEVERITIES, type Severity } from '../posture/severity.ts';
import { compileRoutes } from './compile-routes.ts';
import { routesSending } from './routes-sending.ts';

interface Shown {
  readonly key: { readonly domain: string; readonly destination: string };
  readonly content: Content;
  readonly forgotten?: unknown;
  readonly escalation?: readonly StepAtPlace[] | undefined;
}

/**
 * Whom the routes mention in a new message: everybody named by the routes that send it there, once each. A digest
 * mentions whom the routes to its channel name for the severities that it counts. An escalation note mentions whom its
 * step names; if that step brought the case there, the case's message does.
 */
export function createWhomToCall(config: BridgeConfig): (shown: Shown, note: string) => readonly Mention[] {
  const { destinations, people } = config;
  const routes = compileRoutes(config);
  if (!routes.some(({ mention, escalation }) => mention || escalation?.some((step) => step.mention)))
    return () => [];

  /** Whom the steps mention that bring cases of a severity to a destination. */
  const stepsTo = (destination: string, severity: Severity) =>
    routes
      .filter(({ shadow }) => !shadow)
      .flatMap(({ escalation = [] }) => escalation)
      .filter(({ to, after }) => to?.includes(destination) && after[severity] !== undefined)
      .flatMap(({ mention }) => mention ?? []);

  /** Whom a step mentions at a destination of its route. */
  function byStep({ route, step }: StepAtPlace, destination: string) {
    const sender = routes.find(({ name, shadow }) => name === route && !shadow);
    return sender && placesOf(sender).includes(destination)
      ? (sender.escalation?.[step - 1]?.mention ?? [])
      : [];
  }

  return ({ key, content, forgotten, escalation = [] }, note) => {
    const chat = destinations[key.destination]?.type ?? '';
    if (note !== 'main') {
      const steps = escalation.filter(({ n, brought }) => !brought && escalationNote(n) === note);
      const named = steps.flatMap((step) => byStep(step, key.destination));
      return mentionsIn(chat, named, people).filter(({ id }) => !isEverybody(chat, id));
    }
    const there = routes.filter(({ shadow, to }) => !shadow && to.includes(key.destination));
    const named = (severity: Severity | null, from: readonly Pick<RouteConfig, 'mention'>[]) =>
      severity === null ? [] : from.flatMap(({ mention }) => mention?.[severity] ?? []);
    if (content.kind === 'digest') {
      return mentionsIn(
        chat,
        severitiesIn(content.counts).flatMap((one) => [
          ...named(one, there),
          ...stepsTo(key.destination, one),
        ]),
        people,
      );
    }
    if (content.kind !== 'case' || isCanary(key.domain)) return [];
    const severity = severityOf(content.item);
    // If nobody can say which routes sent it, mentioning one person too many is better than none.
    const names = routesSending(routes, key, { content, forgotten });
    const sent = names === null ? there : there.filter(({ name }) => names.includes(name));
    const brought = escalation.filter((step) => step.brought);
    return mentionsIn(
      chat,
      [...named(severity, sent), ...brought.flatMap((step) => byStep(step, key.destination))],
      people,
    );
  };
}

const severitiesIn = ({ bySeverity, waiting }: DigestCounts): readonly Severity[] =>
  SEVERITIES.filter((one) => (bySeverity[one] ?? 0) + (waiting?.bySeverity[one] ?? 0) > 0);
