import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import type { Case, CaseEvent } from '../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';
import { type CompiledRoutes, compileRoutes } from '../../../lib/routing/compile-routes.ts';
import type { RoutedItem } from '../../../lib/routing/routed-item.ts';

export const CREATED_AT = '2026-02-03T08:15:42.118Z';

export const event = (fields: Partial<CaseEvent> = {}): CaseEvent => ({ event_id: 'e-1', ...fields });

export const aCase = (fields: Partial<Case> = {}, domain = 'acme'): RoutedItem => ({
  domain,
  feed: 'cases',
  item: { case_id: 'c-1', created_at: CREATED_AT, ...fields },
});

export const aThreat = (fields: Partial<Threat> = {}, domain = 'acme'): RoutedItem => ({
  domain,
  feed: 'threats',
  item: { event_id: 'e-1', created_at: CREATED_AT, ...fields },
});

export const exfiltration = aCase({
  user_email: 'Marta.Duarte@example.com',
  threat_type: 'data_exfiltration',
  threat_brief: '1,240 contracts were shared with a personal mailbox.',
  events: [
    event({
      severity: 'low',
      category: ['collection'],
      subcategory: ['mass_download'],
      source: 'cloud_app_events',
      signal_type: 'behavioral',
      title: 'Mass download',
      user_email: 'someone.else@example.com',
    }),
    event({ severity: 'medium', category: null, source: null, summary: 'Sent to a FREEMAIL address.' }),
  ],
});

const DESTINATIONS = ['a', 'b', 'c', 'd', 'e'];
const queue = (name: string) => ({
  type: 'sqs' as const,
  queueUrl: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`,
});

export const define = (routes: BridgeInput['routes']) =>
  defineBridge({
    domains: {
      acme: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/pb/acme' },
      globex: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/pb/globex' },
    },
    destinations: Object.fromEntries(DESTINATIONS.map((name) => [name, queue(name)])),
    routes,
  });

export const compile = (routes: BridgeInput['routes']): CompiledRoutes => compileRoutes(define(routes));
