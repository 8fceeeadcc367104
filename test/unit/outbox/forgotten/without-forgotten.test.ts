import { describe, expect, it } from 'vitest';
import {
  newForgottenList,
  withPerson,
  writeForgotten,
} from '../../../../lib/outbox/forgotten/forgotten-list.ts';
import {
  type AskedFor,
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

  describe('in what it says of others', () => {
    const GENERATED = { tuid: 't-bo', generated_at: '2026-11-18T13:00:00Z' };
    const bo = { tuid: 't-bo', name: 'Bo Larsen', user_principal_name: 'bo@acme.com' };
    const dana = { tuid: 't-dana', name: 'Dana Frost', user_principal_name: 'dana@acme.com' };
    const personaOf = (identity: object) => ({
      variant: 'persona',
      persona: {
        ...GENERATED,
        identity,
        workstreams: { items: [{ name: 'Payroll', collaborators: ['Dana Frost', 'Cleo Marsh'] }] },
      },
    });
    const says = (more: object, askedFor?: AskedFor) =>
      withoutForgotten(
        { ...clientWith(aCase), ...more } as PostureClient,
        createWhoIsForgotten(stored(LIST), createManualClock(NOON)),
        askedFor,
      );
    const list = (one: object) => ({ page: async () => pageOf(one) });

    it('leaves out their manager and their collaborators, whenever that was written', async () => {
      const persona = personaOf({ name: 'Bo Larsen', manager: 'Dana Frost' });
      const told = await says({ personaDetail: async () => persona }).personaDetail('t-bo');
      expect(JSON.stringify(told)).not.toMatch(NAMED);
      expect(told).toMatchObject({
        persona: {
          ...GENERATED,
          identity: { name: 'Bo Larsen', manager: 'Forgotten on request' },
          workstreams: { items: [{ collaborators: ['Forgotten on request', 'Cleo Marsh'] }] },
        },
      });
    });

    it('leaves out who owns or made a service identity, in the list too', async () => {
      const nhi = { nuid: 'n1', display_name: 'backup', steward_upn: 'dana@acme.com' };
      const detail = { nuid: 'n1', identity: { display_name: 'backup', creator_upn: 'dana@acme.com' } };
      const client = says({ nhis: list(nhi), nhiDetail: async () => detail });
      const told = [(await client.nhis.page()).items[0], await client.nhiDetail('n1')];
      expect(JSON.stringify(told)).not.toMatch(NAMED);
      expect(told).toMatchObject([{ nuid: 'n1', display_name: 'backup' }, { nuid: 'n1' }]);
    });

    it('leaves them out of a drift and of an integration', async () => {
      const by = { actor: 'Dana Frost', email: 'dana@acme.com' };
      const client = says({ drift: async () => by, integration: async () => by });
      expect(JSON.stringify([await client.drift('d1'), await client.integration('okta')])).not.toMatch(NAMED);
    });

    it('says who somebody is who was forgotten, where a later case makes the bridge ask', async () => {
      const persona = personaOf({ name: 'Dana Frost', email: 'dana@acme.com', manager: 'Bo Larsen' });
      const overview = { tuid: 't-dana', persona_overview: 'Dana Frost works with Bo Larsen.' };
      const client = says({
        users: list(dana),
        personaDetail: async () => persona,
        personaOverview: async () => overview,
      });
      await client.users.page();
      expect(await client.personaDetail('t-dana')).toMatchObject({
        persona: { identity: { name: 'Dana Frost', manager: 'Bo Larsen' } },
      });
      expect(await client.personaOverview('t-dana')).toEqual(overview);
    });

    it('leaves them out of a summary of somebody else', async () => {
      const overview = { tuid: 't-bo', persona_overview: 'Bo Larsen works with Dana Frost.' };
      const client = says({ users: list(bo), personaOverview: async () => overview });
      await client.users.page();
      expect(await client.personaOverview('t-bo')).toMatchObject({
        persona_overview: 'Bo Larsen works with Forgotten on request.',
      });
    });

    it('brings nobody back where a person asks who somebody is', async () => {
      const client = says({ users: list(dana) }, 'commands');
      expect((await client.users.page()).items).toEqual([]);
    });

    it.each(['cases', 'commands'] as const)(
      'takes no address of theirs for one of a colleague who got it (for %s)',
      async (askedFor) => {
        const heir = { ...bo, email_addresses: ['bo@acme.com', 'dana@acme.com'] };
        const persona = personaOf({ name: 'Bo Larsen', manager: 'dana@acme.com' });
        const client = says({ users: list(heir), personaDetail: async () => persona }, askedFor);
        const [told] = (await client.users.page()).items;
        expect(told?.email_addresses?.includes('dana@acme.com')).toBe(askedFor === 'cases');
        expect(JSON.stringify(await client.personaDetail('t-bo'))).not.toMatch(NAMED);
      },
    );

    it.each(['cases', 'commands'] as const)(
      'does not take a service identity for the person whose name it has (for %s)',
      async (askedFor) => {
        const identity = { display_name: 'Dana Frost', principal_id: 'dana@acme.com' };
        const detail = { nuid: 'n1', identity, stewardship: { steward_upn: 'dana@acme.com' } };
        const client = says(
          { nhis: list({ nuid: 'n1', ...identity }), nhiDetail: async () => detail },
          askedFor,
        );
        const told = [(await client.nhis.page()).items, await client.nhiDetail('n1')];
        expect(JSON.stringify(told)).not.toMatch(NAMED);
      },
    );

    it('finds a service identity that is named after them for a later case, and names it in no command', async () => {
      const nhi = { nuid: 'n1', display_name: 'Copilot of Dana Frost', steward_upn: 'dana@acme.com' };
      const listed = async (askedFor: AskedFor) =>
        (await says({ nhis: list(nhi) }, askedFor).nhis.page()).items[0];
      expect(await listed('cases')).toEqual({ ...nhi, steward_upn: 'Forgotten on request' });
      expect(JSON.stringify(await listed('commands'))).not.toMatch(NAMED);
    });

    it('says why a verdict was refused without them, and counts it all the same', async () => {
      const refusal = async () => ({
        status: 'refused',
        error: new Error('the case of Dana Frost is locked'),
      });
      const answer = await says({ submitVerdict: refusal }).submitVerdict('c1', {} as never);
      expect(answer).toMatchObject({
        status: 'refused',
        error: { message: 'the case of Forgotten on request is locked' },
      });
    });

    it('sends no verdict while it cannot learn who is forgotten, and says that it was not sent', async () => {
      const submitVerdict = async () => expect.unreachable();
      const client = withoutForgotten(
        { ...clientWith(aCase), submitVerdict } as unknown as PostureClient,
        () => Promise.reject(new Error('throttled')),
      );
      expect(await client.submitVerdict('c1', {} as never)).toMatchObject({
        status: 'refused',
        error: { code: 'unreachable', maybeReceived: false, retryable: true },
      });
    });
  });
});
