import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, Person } from '../../lib/case/answer.ts';
import { identify } from '../../lib/chats/presses/identify.ts';
import { mentionsIn } from '../../lib/config/mentions.ts';
import { answerMine } from '../../lib/features/commands/answer-mine.ts';
import type { CommandContext } from '../../lib/features/entry-points/command/command-context.ts';
import { accountsIn, searchFor, withoutPerson } from '../../lib/features/privacy/person.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { Profile } from '../../lib/verdict/authorize.ts';
import { decide } from '../../lib/verdict/decide.ts';
import { decisionText } from '../../lib/verdict/decision-text.ts';
import { foldTrail } from '../../lib/verdict/decision-views.ts';
import { asCsv } from '../../lib/verdict/export-decisions.ts';
import { joinPeople } from '../../lib/verdict/join-people.ts';
import type { KnownPeople } from '../../lib/verdict/which-person.ts';
import { CALM_POLICY } from '../support/case-policy.ts';
import { shareOf } from '../support/extent.ts';
import { createMuteStage, aCase as mutedCase } from '../support/mute-stage.ts';
import { aDecision, aVerdict, clickMessage, decideMessage, NOW, RULES } from '../unit/verdict/examples.ts';

/** One human, whom nobody configured: both chats report the address. */
const ADA: Person = { surface: 'slack', id: 'U0ADA0000', name: 'Ada Winter', email: 'ada@acme.com' };
const ADA_IN_TEAMS: Person = { surface: 'teams', id: 't-ada', name: 'Ada Winter', email: 'Ada@acme.com' };
const BO: Person = { surface: 'slack', id: 'U0BO00000', name: 'Bo Larsen', email: 'bo@acme.com' };
const BO_IN_TEAMS: Person = { surface: 'teams', id: 't-bo', name: 'Bo Larsen', email: 'bo@acme.com' };

const context = { rules: RULES, people: {} as KnownPeople, nowMs: NOW, postTimeoutMs: 30_000 };
const waiting = aVerdict({
  decision: aDecision({ by: ADA, outcome: 'ESCALATED', state: { is: 'awaiting-approval' } }),
});

describe('one human with an account in each chat', () => {
  it('cannot approve or decline with the other account what they decided', () => {
    for (const kind of ['approve', 'decline'] as const) {
      const press = (by: Person) =>
        decide(waiting, clickMessage(kind, { by, decisionId: 'd1', clickId: 'k2' }), context);
      expect(press(ADA_IN_TEAMS)).toMatchObject({ is: 'refused', because: 'own-decision' });
      expect(press(BO)).toMatchObject({ is: 'changed' });
    }
  });

  it('is no second person by an address, which may be one of two that they have', () => {
    const press = (by: Person, people: KnownPeople = {}) =>
      decide(waiting, clickMessage('approve', { by, decisionId: 'd1', clickId: 'k2' }), {
        ...context,
        people,
      });
    expect(press(BO_IN_TEAMS)).toMatchObject({ is: 'refused', because: 'other-surface' });
    const people = {
      ada: { slack: ADA.id, email: 'ada@acme.com' },
      bo: { slack: BO.id, email: 'bo@acme.com' },
    };
    expect(press(BO_IN_TEAMS, people)).toMatchObject({ is: 'refused', because: 'other-surface' });
    expect(press(BO_IN_TEAMS, { ...people, bo: { teams: 't-bo' } })).toMatchObject({ is: 'changed' });
  });

  it('has one claim in both: they need not take it over from themselves, nor does bulk leave it out', () => {
    const claimed: Answer = {
      ...{ domain: 'acme', caseId: waiting.caseId, version: 1, decision: null, trail: [] },
      claim: { id: 'k1', by: ADA, place: 'soc', atMs: NOW, episode: 0 },
    };
    const claim = {
      ...clickMessage('undo', { by: ADA_IN_TEAMS, clickId: 'k2' }),
      kind: 'claim',
      decisionId: 'none',
    };
    expect(decide(claimed, claim as never, context)).toMatchObject({ is: 'repeat' });
    const bulk = (by: Person) =>
      decide(
        claimed,
        { ...decideMessage({ by, id: 'd9' }), together: { updatedAtMs: 0, claim: null } } as never,
        context,
      );
    expect(bulk(ADA_IN_TEAMS)).toMatchObject({ is: 'changed' });
    expect(bulk(BO_IN_TEAMS)).toMatchObject({ is: 'refused', because: 'changed' });
  });

  it('takes back with one account what they decided with the other, and the message says so', () => {
    const named = (by: Person) =>
      decisionText(aDecision({ by: ADA, state: { is: 'undone', by, atMs: NOW } })).flatMap((part) =>
        typeof part === 'object' && 'said' in part ? [part.said] : [],
      );
    expect(named(ADA_IN_TEAMS)).toEqual(['Ada Winter']);
    expect(named(BO_IN_TEAMS)).toEqual(['Ada Winter', 'Bo Larsen']);
  });

  it('is one who mutes: neither a second person for themselves, nor free to hide cases about themselves', async () => {
    const stage = createMuteStage();
    await stage.ask({ by: ADA, critical: true });
    expect(await stage.actions.approve('acme', 'm1', ADA_IN_TEAMS)).toEqual({
      problem: 'A second person has to approve what you asked for.',
    });
    const own = { ...ADA_IN_TEAMS, email: 'p3@acme.example' };
    expect(await stage.ask({ id: 'm2', by: own, value: 'P3@acme.example' })).toMatchObject({
      problem: expect.stringContaining('about themselves'),
    });
    expect(
      await stage.ask({ id: 'm3', by: own, field: 'threatType', value: 'insider_threat' }),
    ).toMatchObject({ ok: {} });
    expect(await stage.isHidden(mutedCase('p3', 'insider_threat'))).toBe(false);
    expect(await stage.isHidden(mutedCase('p4', 'insider_threat'))).toBe(true);
  });

  it('still needs a second person to mute somebody, where only the chat says which address is theirs', async () => {
    const stage = createMuteStage();
    expect(await stage.ask({ by: { ...ADA, email: 'other@acme.example' } })).toMatchObject({
      waits: {
        needs:
          'the bridge does not know the e-mail address of the person who asks, so the mute could be about that person',
      },
    });
  });

  it('is called by the real name in both, once each', () => {
    const people = {
      ada: { name: 'Ada Winter', slack: 'U0ADA0000', teams: '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd' },
    };
    for (const chat of ['slack', 'teams'] as const)
      expect(mentionsIn(chat, ['ada', 'ada'], people)).toEqual([
        { id: people.ada[chat], name: 'Ada Winter' },
      ]);
  });

  const entry = (by: Person, caseId: string): AuditEntry => ({
    ...{ domain: 'acme', caseId, id: caseId, n: 1, what: 'requested', outcome: 'SAFE', by, place: 'soc' },
    ...{ comment: null, answer: null, atMs: NOW },
  });
  const trail = [
    entry(ADA, 'c1'),
    entry({ ...ADA_IN_TEAMS, name: 'A. Winter' }, 'c2'),
    entry(BO_IN_TEAMS, 'c3'),
  ];

  it('is one in the history of decisions, in exports and reports, where each step keeps its account', () => {
    const accounts = trail.flatMap(({ by }) => by ?? []);
    const views = foldTrail(trail, joinPeople({}, accounts));
    expect(views.map(({ by }) => by)).toEqual([
      { chat: 'slack', id: ADA.id, name: 'A. Winter', person: 'email/ada@acme.com' },
      { chat: 'teams', id: 't-ada', name: 'A. Winter', person: 'email/ada@acme.com' },
      { chat: 'teams', id: 't-bo', name: 'Bo Larsen', person: 'email/bo@acme.com' },
    ]);
    expect(asCsv(views)).toContain('"A. Winter","slack U0ADA0000","email/ada@acme.com"');
  });

  it('finds among mine what they did in the other chat, and nothing of others', async () => {
    const asked = {
      ...{
        name: 'acme',
        people: {},
        by: ADA_IN_TEAMS,
        nowMs: NOW,
        policy: CALM_POLICY,
        rules: {},
        show: 'full',
      },
      ledger: {
        async *trailOf(_: string, day: Date) {
          if (day.getTime() === NOW) yield trail;
        },
        caseOf: async () => ({ item: null, answer: null, record: null }),
      },
    } as unknown as CommandContext;
    const said = JSON.stringify(await answerMine(asked));
    expect(['c1', 'c2', 'c3'].filter((id) => said.includes(`"case ${id}"`))).toEqual(['c1', 'c2']);
  });

  it('is forgotten with both accounts', () => {
    const rows = [waiting, aVerdict({ decision: aDecision({ by: ADA_IN_TEAMS, approvedBy: BO }) })];
    const ids = accountsIn(rows, new Set(['ada@acme.com']));
    expect(ids).toEqual([ADA.id, ADA_IN_TEAMS.id]);
    const left = JSON.stringify(
      withoutPerson([...rows, { ...ADA, name: 'x', email: undefined }], searchFor('ada@acme.com', ids)),
    );
    for (const text of ['ada@acme.com', 'Ada', ADA.id, 't-ada']) expect(left).not.toContain(text);
    expect(left).toContain('bo@acme.com');
  });
});

describe('who clicked', () => {
  const people: KnownPeople = { ada: { name: 'Ada Winter', slack: 'U0ADA0000', email: 'ada@acme.com' } };
  const clicked = (by: Person, profile: Profile | null, isOutsider = false) =>
    identify(
      {
        ...{ by, channelId: 'C1', isOutsider },
        directory: {
          isMember: async () => 'no',
          isOutsider: async () => 'no',
          profileOf: async () => profile,
        },
      },
      { people },
    );
  const handle: Person = { surface: 'slack', id: 'U0CY00000', name: 'cy.y' };

  it('is told by the real name that the chat has, and by the click where it says none', async () => {
    expect(await clicked(handle, { name: 'Cy Young', email: 'cy@acme.com' })).toEqual({
      ...handle,
      name: 'Cy Young',
      email: 'cy@acme.com',
    });
    expect(await clicked(handle, null)).toEqual(handle);
    expect(await clicked({ ...handle, id: 'U0ADA0000' }, null)).toMatchObject({ name: 'Ada Winter' });
  });

  it('has no address where the click came from another organization, whatever the chat says', async () => {
    expect(await clicked(handle, { name: 'Cy', email: 'ada@acme.com' }, true)).toEqual({
      ...handle,
      name: 'Cy',
    });
  });

  it('is told also where the chat cannot be asked', async () => {
    const directory = {
      isMember: async () => 'no' as const,
      isOutsider: async () => 'no' as const,
      profileOf: () => Promise.reject(new Error('down')),
    };
    expect(await identify({ by: handle, channelId: null, directory }, { people })).toEqual(handle);
  });

  it('keeps the account that rights are judged by, whatever a profile says', async () => {
    const text = fc.oneof(fc.constantFrom('Ada Winter', 'ada@acme.com', 'U0ADA0000'), fc.string());
    await fc.assert(
      fc.asyncProperty(text, fc.option(text), fc.option(text), async (id, name, email) => {
        const by = { ...handle, id: id || 'U1' };
        expect(await clicked(by, { name, email })).toMatchObject({ surface: by.surface, id: by.id });
      }),
      { numRuns: shareOf(500) },
    );
  });
});
