import type { BridgeConfig, RouteConfig } from './define-bridge.ts';

/** Where a route sends cases: at once, and later where nobody answers. */
export const placesOf = ({ to, unanswered }: Pick<RouteConfig, 'to' | 'unanswered'>): readonly string[] => [
  ...to,
  ...(unanswered ?? []).flatMap((step) => step.to ?? []),
];

/** Where a case goes only because nobody answered it: its record does not say whether it is there. */
export const stepPlacesOf = ({ routes }: Pick<BridgeConfig, 'routes'>): readonly string[] => [
  ...new Set(
    routes
      .filter(({ shadow }) => !shadow)
      .flatMap(({ unanswered = [] }) => unanswered.flatMap((step) => step.to ?? [])),
  ),
];

/** Whether any route does something about cases that nobody answers. */
export const waitsForAnswers = ({ routes }: Pick<BridgeConfig, 'routes'>): boolean =>
  routes.some(({ unanswered, shadow }) => unanswered !== undefined && !shadow);

/** Whether any route spares chats what is alike. */
export const foldsAlike = ({ routes }: Pick<BridgeConfig, 'routes'>): boolean =>
  routes.some(({ dedupe, shadow }) => dedupe !== undefined && !shadow);
