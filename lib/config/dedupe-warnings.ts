import { CASE_ONLY_FIELDS } from './condition.ts';
import { mayMatch } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';
import type { Finding } from './schema/read-unknown.ts';

/** Dedupe settings that are probably not intended. */
export const dedupeWarnings = (config: BridgeConfig): Finding[] =>
  config.routes.flatMap((route, index): Finding[] => {
    const { dedupe, shadow } = route;
    if (!dedupe) return [];
    const path = ['routes', index, 'dedupe'];
    if (shadow) return [{ path, message: 'does nothing: a shadow route sends nothing' }];
    const ofCases = dedupe.by.filter((field) => CASE_ONLY_FIELDS.some((name) => name === field));
    if (ofCases.length === 0 || mayMatch(config, route, 'cases')) return [];
    return [
      {
        path: [...path, 'by'],
        message: `does nothing: only cases have a ${ofCases.join(' and a ')}, and no case can match the route`,
      },
    ];
  });
