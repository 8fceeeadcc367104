import type { BridgeConfig, RouteConfig } from './define-bridge.ts';

/** Where a route sends cases: at once, and through escalation. */
export const placesOf = ({ to, escalation }: Pick<RouteConfig, 'to' | 'escalation'>): readonly string[] => [
  ...to,
  ...(escalation ?? []).flatMap((step) => step.to ?? []),
];

/** Where a case goes only through escalation: its record does not say whether it is there. */
export const stepPlacesOf = ({ routes }: Pick<BridgeConfig, 'routes'>): readonly string[] => [
  ...new Set(
    routes
      .filter(({ shadow }) => !shadow)
      .flatMap(({ escalation = [] }) => escalation.flatMap((step) => step.to ?? [])),
  ),
];

/** Whether any route has a dedupe window. */
export const hasDedupe = ({ routes }: Pick<BridgeConfig, 'routes'>): boolean =>
  routes.some(({ dedupe, shadow }) => dedupe !== undefined && !shadow);
