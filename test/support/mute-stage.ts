import type { Person } from '../../lib/case/answer.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { hide } from '../../lib/features/mutes/hidden-by-mutes.ts';
import type { Mute } from '../../lib/features/mutes/mute.ts';
import { createMuteActions } from '../../lib/features/mutes/mute-actions.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import type { PastCases } from '../../lib/features/mutes/mute-needs-approval.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { sample } from '../unit/config/sample.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryVersionedRows } from './memory/memory-versioned-rows.ts';

export const NOW = Date.parse('2026-11-16T09:00:00Z');
export const HOUR = 3_600_000;
/** Ann is the same person in both chats. Nobody says who Cy is in Slack. */
export const ANN: Person = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };
const ANN_TEAMS = '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd';
export const ANN_IN_TEAMS: Person = { surface: 'teams', id: ANN_TEAMS.toUpperCase(), name: 'Somebody' };
export const BO: Person = { surface: 'slack', id: 'U0BO000001', name: 'Bo' };
export const CY_IN_TEAMS: Person = {
  surface: 'teams',
  id: '1f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd',
  name: 'Cy',
};

export const config = defineBridge({
  ...sample,
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    vip: { type: 'slack', channel: 'C0VIP00001' },
    hook: { type: 'webhook', url: 'https://hook.example/x', secret: '/pb/hook' },
  },
  routes: [
    { name: 'all', to: ['soc', 'hook'] },
    { name: 'fraud', when: { threatType: 'financial_fraud' }, to: 'vip' },
  ],
  people: {
    ann: { slack: ANN.id, teams: ANN_TEAMS, email: 'ann@acme.example' },
    bo: { slack: BO.id, email: 'bo@acme.example' },
  },
});
const routes = compileRoutes(config);
const chats = new Set(['soc', 'vip']);

export const aCase = (person: string, type = 'sabotage', severity = 'high'): RoutedItem =>
  ({
    ...{ domain: 'acme', feed: 'cases' },
    item: {
      case_id: `${person} ${type}`,
      created_at: '2026-11-16T08:00:00Z',
      user_email: `${person}@acme.example`,
      threat_type: type,
      events: [{ event_id: 'e1', severity, category: ['Exfiltration'], source: 'CloudAppEvents' }],
    },
  }) as RoutedItem;

export const PERSONS = Array.from({ length: 10 }, (_, n) => `p${n}`);
export const TYPES = ['sabotage', 'insider_threat', 'policy_violation', 'data_exfiltration'];
/** Each person with each type: a person is a tenth of them, a type a quarter. */
export const PAST: PastCases = {
  cases: PERSONS.flatMap((person) =>
    TYPES.map((type) => ({ routed: aCase(person, type), createdAtMs: NOW - HOUR })),
  ),
};

export const asked = (more: Partial<Mute> = {}): Mute => ({
  ...{ id: 'm1', field: 'user', value: 'p1@acme.example', critical: false, reason: 'a drill' },
  ...{ by: ANN, atMs: NOW, untilMs: NOW + 2 * HOUR },
  ...more,
});

/** Mutes of a domain, with all that is around them. */
export function createMuteStage() {
  const clock = createManualClock(NOW);
  const rows = createMemoryVersionedRows();
  const ledger = createMuteLedger(rows);
  const trail: AuditEntry[] = [];
  const actions = createMuteActions({
    ...{ config, ledger, clock, showAnswer: async () => undefined },
    trail: {
      async copyTrail(entries) {
        trail.push(...entries);
        return [];
      },
    },
  });
  return {
    ...{ clock, ledger, trail, actions },
    ask: (more: Partial<Mute> = {}, past: PastCases | null = PAST) =>
      actions.begin('acme', asked({ atMs: clock.now(), untilMs: clock.now() + 2 * HOUR, ...more }), past),
    async isHidden(routed: RoutedItem): Promise<boolean> {
      const { mutes } = await ledger.load('acme');
      return hide(mutes, routes, routed, { chats, nowMs: clock.now() }) !== null;
    },
    /** How much of the last day's cases would be hidden now. */
    async share(): Promise<number> {
      const { mutes } = await ledger.load('acme');
      const hidden = PAST.cases.filter(
        ({ routed }) => hide(mutes, routes, routed, { chats, nowMs: clock.now() }) !== null,
      );
      return hidden.length / PAST.cases.length;
    },
  };
}
