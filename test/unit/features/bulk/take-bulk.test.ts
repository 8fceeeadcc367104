import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../../lib/base/seal.ts';
import type { Answer } from '../../../../lib/case/answer.ts';
import {
  type CaseList,
  isFor,
  MOST_CASES_IN_BULK,
  readCaseList,
  splitList,
  writeCaseList,
} from '../../../../lib/chats/document/bulk-list.ts';
import { bulkLabel } from '../../../../lib/chats/document/bulk-words.ts';
import { writeTarget } from '../../../../lib/chats/document/button-target.ts';
import type { CommandAnswer } from '../../../../lib/chats/document/command-answer.ts';
import { sentenceLine } from '../../../../lib/chats/document/push-text.ts';
import type { Click } from '../../../../lib/chats/presses/click.ts';
import { slack } from '../../../../lib/config/chats/slack.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { ALL, bulkChoices, readBulk } from '../../../../lib/features/bulk/bulk-form.ts';
import type { BulkMessage } from '../../../../lib/features/bulk/bulk-message.ts';
import { createTakeBulk } from '../../../../lib/features/bulk/take-bulk.ts';
import type { VerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { caseRecord } from '../../../support/case-records.ts';
import { SEAL } from '../../../support/sealed.ts';
import { CASE, NOW_MS, rules, uuid, verdict } from '../../chats/document/stories.ts';

const ANNA = { surface: 'slack', id: 'U0ANNA0000', name: 'Anna Berg' };
const BO = { surface: 'slack', id: 'U0BO000000', name: 'Bo Lind' };

const listed = (number: number, destination = 'soc') => ({
  domain: 'acme',
  caseId: uuid(number),
  destination,
});
const LIST: CaseList = { cases: [listed(1), listed(2), listed(3)], onlyFor: null };

const anyCase = fc.record({
  domain: fc.constantFrom('acme', 'globex'),
  caseId: fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: 120 })),
  destination: fc.constantFrom('soc', 'duty', 'hr'),
});

describe('a list of cases', () => {
  it('is read as it was written, and by nobody else’s key', () => {
    fc.assert(
      fc.property(fc.array(anyCase, { minLength: 1, maxLength: 60 }), fc.boolean(), (cases, isPrivate) => {
        const onlyFor = isPrivate ? { surface: 'slack', id: 'U0ANNA' } : null;
        for (const part of splitList(cases)) {
          expect(part.length).toBeLessThanOrEqual(MOST_CASES_IN_BULK);
          const text =
            writeCaseList({ cases: part, onlyFor }, SEAL.of) ?? expect.fail('too long for a button');
          expect(text.length).toBeLessThanOrEqual(2_000);
          expect(text).toMatch(/^[\x20-\x7e]*$/);
          expect(readCaseList(text, SEAL)).toEqual({ cases: part, onlyFor });
          expect(readCaseList(text, createSeal({ secret: Buffer.alloc(32, 8) }))).toBeNull();
        }
        const short = cases.filter(({ caseId }) => /^[\w-]{1,60}$/.test(caseId));
        expect(splitList(cases).flat()).toEqual(expect.arrayContaining(short));
      }),
    );
  });

  it('counts for nothing once any of it was changed', () => {
    const text = writeCaseList(LIST, SEAL.of) ?? '';
    expect(readCaseList(text.replace(uuid(2), uuid(9)), SEAL)).toBeNull();
    expect(readCaseList(text.replace('soc', 'hrs'), SEAL)).toBeNull();
    expect(readCaseList(text.replace(/,"s":"[^"]+"/, ''), SEAL)).toBeNull();
    expect(readCaseList(text, null)).toBeNull();
    const button = writeTarget({ ...listed(1), createdAtMs: 1, decisionId: null }, SEAL.of);
    expect(readCaseList(button, SEAL)).toBeNull();
  });

  it('that is for one person is for nobody else, nor for the same id in another chat', () => {
    const own: CaseList = { ...LIST, onlyFor: { surface: 'slack', id: ANNA.id } };
    expect(isFor(own, ANNA)).toBe(true);
    expect(isFor(own, BO)).toBe(false);
    expect(isFor(own, { surface: 'teams', id: ANNA.id })).toBe(false);
    expect(isFor(LIST, BO)).toBe(true);
  });

  it('says which cases its button is for, where there are several', () => {
    const lists = [Array(25), Array(7)];
    expect(lists.map((_, index) => bulkLabel(lists, index))).toEqual(['Decide 1 to 25…', 'Decide 26 to 32…']);
    expect(bulkLabel([Array(3)], 0)).toBe('Decide several…');
  });
});

describe('the form for several cases', () => {
  const choices = bulkChoices(rules({ SAFE: { comment: 'required' } }));
  const read = (entries: Partial<Parameters<typeof readBulk>[0]>) =>
    readBulk(
      { chosen: ['0'], outcome: 'DUPLICATE', comment: null, ...entries },
      { cases: LIST.cases, choices, room: 20 },
    );

  it('offers what can be said of several at once', () => {
    expect(choices.map(({ outcome }) => outcome).toSorted()).toEqual(['DUPLICATE', 'FALSE_POSITIVE', 'SAFE']);
    expect(read({ outcome: 'TRUE_POSITIVE' })).toMatchObject({
      is: 'errors',
      errors: { outcome: 'Choose an outcome.' },
    });
  });

  it('takes cases of its list, and no others', () => {
    expect(read({ chosen: ['2', '0', '2', '17', '-1', uuid(5), '0x1'] })).toMatchObject({
      cases: [listed(1), listed(3)],
    });
    expect(read({ chosen: ['all', '1'] })).toMatchObject({ cases: LIST.cases });
    expect(read({ chosen: [] })).toMatchObject({ is: 'errors', errors: { cases: 'Choose the cases.' } });
  });

  it('asks for a comment where the outcome needs one, and for a shorter one', () => {
    expect(read({ outcome: 'SAFE' })).toMatchObject({
      is: 'errors',
      errors: { comment: 'Safe needs a comment.' },
    });
    expect(read({ comment: 'x'.repeat(21) })).toMatchObject({
      errors: { comment: 'Too long by 1 character.' },
    });
  });
});

describe('several cases that were chosen', () => {
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://api.example', apiKey: '/key' } },
    poll: { every: '1m', feeds: ['cases'] },
    slack: { signingSecret: '/s', botToken: '/b', teamId: 'T0123ABCD' },
    verdicts: { allow: { slackUsers: [ANNA.id] } },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00000' },
      hr: { type: 'slack', channel: 'C0HR000000', verdicts: { allow: { slackUsers: [BO.id] } } },
    },
    routes: [{ name: 'all', to: ['soc', 'hr'] }],
  });
  const ALL_SAFE = { chosen: [ALL], outcome: 'SAFE', comment: null };
  const answerIn = <Taken extends { readonly is: string }>(taken: Taken) =>
    'answer' in taken ? (taken.answer as CommandAnswer) : expect.fail(`it is ${taken.is}`);

  function setUp(verdicts: Readonly<Record<string, Answer>> = {}) {
    const now: { updated_at?: string; episode?: number; answers: Readonly<Record<string, Answer>> } = {
      answers: verdicts,
    };
    const queued: BulkMessage[] = [];
    const noted: VerdictMessage[] = [];
    const take = createTakeBulk({
      config,
      lookUp: async ({ caseId, destination }) =>
        caseId === uuid(9)
          ? null
          : {
              delivery: {
                key: { domain: 'acme', destination },
                content: {
                  kind: 'case',
                  item: {
                    ...CASE,
                    case_id: caseId,
                    ...(caseId === uuid(2) && { updated_at: now.updated_at }),
                  },
                  trimmed: [],
                },
                memory: null,
                ...(caseId === uuid(2) && { record: caseRecord({ episode: now.episode ?? 0 }) }),
              },
              answer: now.answers[caseId] ?? null,
            },
      routesOf: async () => ['all'],
      namedIn: slack.namedIn,
      queue: async (message) => void noted.push(message),
      queueBulk: async (message) => void queued.push(message),
      log: () => undefined,
    });
    const click: Click = {
      ...{ id: 'c1', by: ANNA, atMs: NOW_MS, channelId: 'C0SOC00000', reply: { surface: 'slack' } },
      directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
    };
    return { take, click, queued, noted, now };
  }
  const words = (why: Parameters<typeof sentenceLine>[0]) => sentenceLine(why, (text) => text ?? '');

  it('are queued as one message, and what is decided or unknown is left out by name', async () => {
    const decided = verdict(
      { is: 'recorded', atMs: NOW_MS, resolved: true },
      { by: BO, outcome: 'DUPLICATE' },
    );
    const { take, click, queued, noted } = setUp({ [uuid(2)]: decided });
    const cases = [listed(1), listed(2), listed(3), listed(9)];
    const answer = answerIn(await take.decide({ cases, onlyFor: null }, ALL_SAFE, click));
    expect(queued.map((one) => one.cases.map(({ caseId }) => caseId))).toEqual([[uuid(1), uuid(3)]]);
    expect(noted).toEqual([]);
    expect(words(answer.title)).toMatch(/^2 cases: Safe\./);
    const left = answer.parts.flatMap((part) =>
      part.is === 'list' ? part.items.map((one) => words(one.words)) : [],
    );
    expect(left[0]).toContain('Bo Lind: duplicate, recorded');
    expect(left[1]).toContain('no longer has this case');
  });

  it('are judged one by one: those that the analyst may not decide are left out, and noted', async () => {
    const { take, click, queued, noted } = setUp();
    const cases = [listed(1), listed(2, 'hr')];
    const onlyFor = { surface: 'slack', id: ANNA.id };
    await take.decide({ cases, onlyFor }, ALL_SAFE, click);
    expect(queued.map((one) => one.cases.map(({ caseId }) => caseId))).toEqual([[uuid(1)]]);
    expect(noted).toMatchObject([{ kind: 'denied', caseId: uuid(2), reply: null }]);
  });

  it('count only in the channel that they were sent to, unless the list is for one person', async () => {
    const { take, click, queued, noted } = setUp();
    const elsewhere = { ...click, channelId: 'C0OTHER000' };
    await take.decide(LIST, ALL_SAFE, elsewhere);
    expect(queued).toEqual([]);
    expect(noted).toHaveLength(3);
    const own: CaseList = { ...LIST, onlyFor: { surface: 'slack', id: ANNA.id } };
    await take.decide(own, ALL_SAFE, elsewhere);
    expect(queued).toHaveLength(1);
  });

  it('are not taken with the list of another person', async () => {
    const { take, click, queued } = setUp();
    const own: CaseList = { ...LIST, onlyFor: { surface: 'slack', id: BO.id } };
    expect(await take.offer(own, click)).toMatchObject({ is: 'answered', answer: { parts: [] } });
    const answer = answerIn(await take.decide(own, ALL_SAFE, click));
    expect(words(answer.title)).toBe('Nothing was decided.');
    expect(queued).toEqual([]);
  });

  it('are offered once each, where they can be decided', async () => {
    const { take, click } = setUp();
    const cases = [listed(1, 'hr'), listed(1), listed(2, 'hr')];
    const offered = await take.offer({ cases, onlyFor: { surface: 'slack', id: ANNA.id } }, click);
    expect(offered).toMatchObject({
      is: 'form',
      list: { cases: [{ ...listed(1), was: expect.stringMatching(/^[\w-]{8}$/) }] },
    });
  });

  describe('that changed since the form showed them are left out by name', () => {
    const claimedBy = (by: typeof ANNA): Answer => ({
      ...{ domain: 'acme', caseId: uuid(2), version: 1, decision: null, trail: [] },
      claim: { id: 'k1', by, place: 'soc', atMs: NOW_MS, episode: 0 },
    });
    it.each([
      ['its content', { updated_at: '2026-11-17T11:00:00Z' }, 'changed after you opened the list'],
      ['reopened', { episode: 1 }, 'changed after you opened the list'],
      ['claimed by another', { answers: { [uuid(2)]: claimedBy(BO) } }, 'Bo Lind has had this'],
      ['claimed by who decides', { answers: { [uuid(2)]: claimedBy(ANNA) } }, null],
      ['not at all', {}, null],
    ] as const)('%s', async (_, change, said) => {
      const { take, click, queued, now } = setUp();
      now.updated_at = '2026-11-17T10:00:00Z';
      const offered = await take.offer({ cases: [listed(1), listed(2)], onlyFor: null }, click);
      if (offered.is !== 'form') return expect.fail('no form');
      const list = readCaseList(writeCaseList(offered.list, SEAL.of), SEAL);
      Object.assign(now, change);
      const cases = list?.cases ?? [];
      const answer = answerIn(await take.decide({ cases, onlyFor: null }, ALL_SAFE, click));
      expect(queued[0]?.cases).toHaveLength(said === null ? 2 : 1);
      const left = answer.parts.flatMap((part) => (part.is === 'list' ? part.items : []));
      expect(left.map((one) => words(one.words))).toEqual(
        said === null ? [] : [expect.stringContaining(said)],
      );
    });
  });
});
