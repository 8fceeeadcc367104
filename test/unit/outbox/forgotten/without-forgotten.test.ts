import { describe, expect, it } from 'vitest';
import {
  newForgottenList,
  withPerson,
  writeForgotten,
} from '../../../../lib/outbox/forgotten/forgotten-list.ts';
import {
  createWhoIsForgotten,
  withoutForgotten,
} from '../../../../lib/outbox/forgotten/without-forgotten.ts';
import type { PostureClient } from '../../../../lib/posture/client.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const LIST = writeForgotten(
  withPerson(newForgottenList(Buffer.alloc(16, 7)), ['dana@acme.com', 'Dana Frost'], NOON),
);
const NAMED = /dana|frost/i;
const event = {
  ...{ event_id: 'e1', severity: 'critical', category: ['exfiltration'], title: 'Dana Frost took files' },
  ...{ user_email: 'dana@acme.com', created_at: '2026-11-18T10:00:00Z', laptop: "Dana Frost's" },
};
const aCase = {
  ...{ case_id: 'c1', user_email: 'Dana@acme.com', user_name: 'Dana Frost', threat_type: 'sabotage' },
  ...{ threat_brief: 'She took files', created_at: '2026-11-18T10:00:00Z', events: [event] },
};
const aThreat = { ...event, tuid: 't-dana' };

const pageOf = (item: object) => ({
  ...{ items: [item], rejected: [], repairs: [], nextCursor: null, serverTimeMs: null },
});
function clientWith(item: object, threat: object = aThreat) {
  const list = (one: object) => ({
    page: async () => pageOf(one),
    async *pages() {
      yield pageOf(one);
    },
  });
  return { cases: list(item), threats: list(threat) } as unknown as PostureClient;
}
const stored = (value: string | null) => ({ read: async () => value });
const behind = (item: object, value: string | null = LIST) =>
  withoutForgotten(clientWith(item), createWhoIsForgotten(stored(value), createManualClock(NOON)));
const first = async (client: PostureClient) => (await client.cases.page()).items[0];

describe('the API without those who were forgotten', () => {
  it('tells of a case about them only what routes and severities are judged by', async () => {
    const told = await first(behind(aCase));
    expect(JSON.stringify(told)).not.toMatch(NAMED);
    expect(JSON.stringify(told)).not.toContain('took files');
    expect(told).toMatchObject({ case_id: 'c1', user_name: 'Forgotten on request', threat_type: 'sabotage' });
    expect(told?.events).toEqual([
      {
        ...{ event_id: 'e1', severity: 'critical', category: ['exfiltration'] },
        created_at: event.created_at,
      },
    ]);
  });

  it('tells of a threat about them that there is one', async () => {
    const [told] = (await behind(aCase).threats.page()).items;
    expect(told).toMatchObject({ event_id: 'e1', user_name: 'Forgotten on request' });
    expect(JSON.stringify(told)).not.toMatch(NAMED);
  });

  it('takes the name out of a case about others', async () => {
    const told = await first(behind({ ...aCase, user_email: 'bo@acme.com', user_name: 'Bo Larsen' }));
    expect(told).toMatchObject({ user_email: 'bo@acme.com', threat_brief: 'She took files' });
    expect(told?.events?.[0]?.title).toBe('Forgotten on request took files');
    expect(JSON.stringify(told)).not.toMatch(NAMED);
  });

  it('leaves out the person on every page of a list too', async () => {
    for await (const { items } of behind(aCase).cases.pages())
      expect(JSON.stringify(items)).not.toMatch(NAMED);
  });

  it('changes nothing in what was created later, or while nobody is forgotten', async () => {
    const later = { ...aCase, created_at: '2026-11-18T12:30:00Z' };
    expect(await first(behind(later))).toBe(later);
    expect(await first(behind(aCase, null))).toBe(aCase);
  });

  it('asks no more for anything while it cannot learn who is forgotten, and goes on with what it knew', async () => {
    const clock = createManualClock(NOON);
    let fails = true;
    const store = {
      read: async () => {
        if (fails) throw new Error('throttled');
        return LIST;
      },
    };
    const client = withoutForgotten(clientWith(aCase), createWhoIsForgotten(store, clock));
    await expect(client.cases.page()).rejects.toThrow('throttled');
    fails = false;
    expect(JSON.stringify(await first(client))).not.toMatch(NAMED);
    fails = true;
    await clock.sleep(600_000);
    expect(JSON.stringify(await first(client))).not.toMatch(NAMED);
  });
});
