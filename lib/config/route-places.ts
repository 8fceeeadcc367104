import type { BridgeConfig, RouteConfig } from './define-bridge.ts';

/** Where a route sends cases: at once, and through escalation. */
export const placesOf = ({ to, unanswered }: Pick<RouteConfig, 'to' | 'unanswered'>): readonly string[] => [
  ...to,
  ...(unanswered ?? []).flatMap((step) => step.to ?? []),
];

/** Where a case goes only through escalation: its record does not say whether it is there. */
export const stepPlacesOf = ({ routes }: Pick<BridgeConfig, 'routes'>): readonly string[] => [
  ...new Set(
    routes
      .filter(({ shadow }) => !shadow)
      .flatMap(({ unanswered = [] }) => unanswered.flatMap((step) => step.to ?? [])),
  ),
];

/** Whether any route escalates cases. */
export const waitsForAnswers = ({ routes }: Pick<BridgeConfig, 'routes'>): boolean =>
  routes.some(({ unanswered, shadow }) => unanswered !== undefined && !shadow);

/** Whether any route has a dedupe window. */
export const hasDedupe = ({ routes }: Pick<BridgeConfig, 'routes'>): boolean =>
  routes.some(({ dedupe, shadow }) => dedupe !== undefined && !shadow);
