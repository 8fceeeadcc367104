import { describe, expect, it } from 'vitest';
import { type Target, writeTarget as write } from '../../../../lib/chats/document/button-target.ts';
import { parseTarget, SEAL } from '../../../support/sealed.ts';

const writeTarget = (target: Target) => write(target, SEAL.of);

import { NOT_TAKEN } from '../../../../lib/chats/document/texts.ts';
import type { KnownCase } from '../../../../lib/chats/presses/chat-definition.ts';
import { readActivity } from '../../../../lib/chats/teams/activity.ts';
import { createTeamsApp } from '../../../../lib/chats/teams/app.ts';
import { CLOUDS } from '../../../../lib/chats/teams/clouds.ts';
import { type QueuedDirectMessage, readDirectMessage } from '../../../../lib/chats/teams/direct-message.ts';
import { createActivityHandler } from '../../../../lib/chats/teams/handle-activity.ts';
import type { Card } from '../../../../lib/chats/teams/message.ts';
import { createTeamsRenderer } from '../../../../lib/chats/teams/renderer.ts';
import type { DomainConfig } from '../../../../lib/config/define-bridge.ts';
import type { ChatDirectory } from '../../../../lib/verdict/authorize.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../../lib/verdict/verdict-message.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { CASE, claimed, decision, NOW_MS, rules, uuid, verdict } from '../document/stories.ts';
import { nodesOf, parserProblems } from './check-card.ts';
import { ANALYST, CHANNEL, type Fields, invoke, place, SERVICE_URL, TENANT_ID } from './requests.ts';

const TARGET: Target = {
  domain: 'acme',
  caseId: CASE.case_id,
  destination: 'soc',
  createdAtMs: 1,
  decisionId: null,
};
const delivery = {
  key: { domain: 'acme', destination: 'soc' },
  content: { kind: 'case', item: CASE, trimmed: [] },
  memory: null,
} as const;

function create(
  parts: {
    outcomes?: object;
    known?: KnownCase | null;
    allow?: 'anyone-in-channel' | { teamsUsers: string[] };
    queueFails?: boolean;
    newsFail?: boolean;
    ledgerFails?: boolean;
    directory?: ChatDirectory;
  } = {},
) {
  const queued: VerdictMessage[] = [];
  const words: QueuedDirectMessage[] = [];
  const counted: string[] = [];
  const lookedUp: Target[] = [];
  const allow = parts.allow ?? 'anyone-in-channel';
  const verdicts = {
    ...rules(parts.outcomes),
    allow:
      typeof allow === 'string'
        ? allow
        : { slackUsers: [], slackGroups: [], teamsGroups: [], people: [], ...allow },
  };
  const answer = createActivityHandler({
    ...asksNothing,
    config: {
      destinations: {
        soc: { type: 'teams', channel: CHANNEL },
        hr: { type: 'slack', channel: 'C0123ABCD', token: '/t' },
      },
      domains: { acme: {} as DomainConfig },
      verdicts,
      routes: [],
      people: {},
      teams: { tenantId: TENANT_ID },
    },
    buttonSeal: async () => SEAL,
    directoryAt: () => parts.directory ?? { isMember: async () => 'no', isOutsider: async () => 'no' },
    routesOf: async () => null,
    queue: async (message) => {
      if (parts.queueFails) throw new Error('down');
      queued.push(message);
    },
    lookUp: async (target) => {
      lookedUp.push(target);
      if (parts.ledgerFails) throw new Error('down');
      return parts.known === undefined ? { delivery, answer: null } : parts.known;
    },
    sendNews: async (body) => {
      if (parts.newsFail) throw new Error('down');
      const read = readDirectMessage(body, SEAL);
      if (read?.ok) words.push(read.message);
    },
    addresses: { cloud: CLOUDS.public },
    clock: createManualClock(NOW_MS + 60_000),
    log: () => undefined,
    metrics: (_subject, _dimensions, values) => void counted.push(...Object.keys(values)),
  });
  const send = (activity: Fields) => answer(readActivity(Buffer.from(JSON.stringify(activity))));
  const press = async (verb: string, entries: Fields = {}, target: Target = TARGET, changes: Fields = {}) =>
    (await send(invoke(verb, { target: writeTarget(target), ...entries }, changes))).body;
  /** As a client does that knows no Action.Execute. */
  const submit = (verb: string, entries: Fields = {}, changes: Fields = {}) =>
    send({
      ...invoke('', {}),
      type: 'message',
      name: undefined,
      value: { verb, target: writeTarget(TARGET), ...entries },
      ...changes,
    });
  return { queued, words, counted, lookedUp, send, press, submit };
}

const textOf = (value: unknown): string =>
  [...nodesOf(value)].flatMap(({ type, text }) => (type === 'TextRun' ? [String(text)] : [])).join('');

const verbsOf = (card: unknown): string[] =>
  [...nodesOf(card)].flatMap(({ type, verb }) => (type === 'Action.Execute' ? [String(verb)] : []));

describe('a click', () => {
  it('is queued, and answered with the card as it will be', async () => {
    const { queued, press } = create();
    const answer = await press('verdict:TRUE_POSITIVE');
    expect(answer).toMatchObject({ statusCode: 200, type: 'application/vnd.microsoft.card.adaptive' });
    expect(parserProblems(answer?.value as Card)).toEqual([]);
    expect(textOf(answer?.value)).toMatch(
      /Mira Söder: true positive\. Recording at \d\d:\d\d:\d\d UTC\. Undo until then/,
    );
    expect(verbsOf(answer?.value)).toEqual(['decision:undo']);
    // Nobody knows how long the verdict function takes. The card for everybody has no such line.
    expect(JSON.stringify(answer?.value)).toContain('Got it. The case updates in a moment');
    expect(queued).toMatchObject([
      {
        kind: 'decide',
        domain: 'acme',
        caseId: CASE.case_id,
        request: {
          outcome: 'TRUE_POSITIVE',
          by: { surface: 'teams', id: ANALYST, name: 'Mira Söder' },
          place: 'soc',
        },
        reply: { surface: 'teams', activity: '1763197200000' },
      },
    ]);
    expect(readVerdictMessage(writeVerdictMessage(queued[0] as VerdictMessage))).toMatchObject({ ok: true });
    // The button that is shown is about the very decision that was queued.
    const undo = [...nodesOf(answer?.value)].find(({ verb }) => verb === 'decision:undo');
    const target = (undo?.data as { target: string } | undefined)?.target;
    expect(parseTarget(target)?.decisionId).toBe((queued[0] as { request: { id: string } }).request.id);
  });

  it('on "I\'m on it" is queued, and answered with who will be on it; a second one is told who is', async () => {
    const { queued, press } = create();
    const answer = await press('claim:claim');
    expect(textOf(answer?.value)).toContain('Mira Söder has had this since');
    expect(queued).toMatchObject([{ kind: 'claim', decisionId: 'none', by: { id: ANALYST }, place: 'soc' }]);
    // Nobody takes a case over from themselves.
    expect(verbsOf(answer?.value)).toContain('claim:hand-back');
    expect(verbsOf(answer?.value)).not.toContain('claim:take-over');
    const taken = create({ known: { delivery, answer: claimed() } });
    expect((await taken.press('claim:claim'))?.value).toMatch(
      /^Anna Berg has had this since .* Press Take over/,
    );
    const over = await taken.press('claim:take-over', {}, { ...TARGET, decisionId: 'k1' });
    expect(textOf(over?.value)).toContain('Mira Söder has had this since');
    await taken.press('claim:hand-back', {}, { ...TARGET, decisionId: 'k1' });
    expect(taken.queued.at(-1)).toMatchObject({ kind: 'hand-back', decisionId: 'k1' });
  });

  it('has one name however often it is delivered, and a second click has another', async () => {
    const { queued, press } = create();
    await press('verdict:SAFE');
    await press('verdict:SAFE');
    await press('verdict:SAFE', {}, TARGET, { id: 'f:other' });
    const [first, again, second] = queued.map(
      (message) => (message as { request: { id: string } }).request.id,
    );
    expect(first).toBe(again);
    expect(first).not.toBe(second);
  });

  it('takes a comment and events from the form', async () => {
    const { queued, press } = create();
    const entries = {
      outcome: 'ESCALATED',
      comment: ' look at this ',
      events: `${uuid(1)},${uuid(2)},nonsense,${uuid(1)}`,
    };
    await press('verdict:form', entries);
    expect(queued).toMatchObject([
      {
        request: {
          outcome: 'ESCALATED',
          comment: 'look at this',
          eventIds: [uuid(1), uuid(2)],
          overrides: null,
        },
      },
    ]);
  });

  it.each([
    ['verdict:form', {}, 'Choose an outcome.'],
    ['verdict:form', { outcome: 'SAFE' }, 'Safe needs a comment.'],
    ['verdict:SAFE', {}, 'Safe needs a comment.'],
    ['verdict:SAFE', { 'comment-SAFE': 'x'.repeat(2_000) }, 'Too long by'],
    ['decision:override', { outcome: 'ESCALATED' }, 'Say why you override the decision.'],
  ])('is told what is missing: %s %j', async (verb, entries, words) => {
    const { queued, press } = create({ outcomes: { SAFE: { comment: 'required' } } });
    const answer = await press(verb, entries);
    expect(answer).toMatchObject({ type: 'application/vnd.microsoft.activity.message' });
    expect(answer?.value).toContain(words);
    expect(queued).toEqual([]);
  });

  it('of one who may not is audited, and told to them alone', async () => {
    const { queued, lookedUp, press } = create({ allow: { teamsUsers: [uuid(7)] } });
    const answer = await press('verdict:SAFE');
    expect(answer).toMatchObject({ type: 'application/vnd.microsoft.activity.message' });
    expect(answer?.value).toContain("can't decide");
    expect(queued).toMatchObject([{ kind: 'denied', what: 'pressed "Safe"', outcome: 'SAFE', reply: null }]);
    expect(lookedUp).toEqual([]);
  });

  it.each([
    [
      'from another channel',
      {
        ...place(),
        conversation: { ...place().conversation, id: '19:other@thread.tacv2;messageid=1' },
        channelData: { ...place().channelData, channel: { id: '19:other@thread.tacv2' } },
      },
    ],
    [
      'from a channel that two fields name differently',
      { channelData: { ...place().channelData, channel: { id: '19:other@thread.tacv2' } } },
    ],
    [
      'from a private chat',
      { conversation: { id: 'a:1private', tenantId: TENANT_ID }, channelData: { tenant: { id: TENANT_ID } } },
    ],
  ])('counts only in the channel of its case: %s', async (_, changes) => {
    const { queued, press } = create();
    expect((await press('verdict:SAFE', {}, TARGET, changes))?.value).toContain('only in the channel');
    expect(queued).toMatchObject([{ kind: 'denied' }]);
  });

  it('on a case that was never shown there decides nothing, whatever the client sent', async () => {
    const { queued, press } = create({ known: null });
    expect((await press('verdict:SAFE'))?.value).toContain('no longer has this case');
    expect(queued).toEqual([]);
  });

  it('of one who is named is taken on a card whose case was forgotten, where that card is', async () => {
    const { queued, press } = create({ known: null, allow: { teamsUsers: [ANALYST] } });
    expect((await press('verdict:SAFE'))?.value).toContain('Got it.');
    expect(queued).toMatchObject([{ kind: 'decide', caseId: CASE.case_id }]);
    const elsewhere = { ...TARGET, destination: 'elsewhere' };
    expect((await press('verdict:SAFE', {}, elsewhere))?.value).toContain('only in the channel');
    expect(queued).toMatchObject([{ kind: 'decide' }, { kind: 'denied' }]);
  });

  it.each([
    ['of another channel', { ...TARGET, destination: 'hr' }, 'only in the channel', ['denied']],
    ['of a domain that nobody configured', { ...TARGET, domain: 'x1' }, 'no longer has this case', []],
  ])('of one who is named does not reach a case %s', async (_, target, words, kinds) => {
    const { queued, press } = create({ allow: { teamsUsers: [ANALYST] } });
    expect((await press('verdict:SAFE', {}, target))?.value).toContain(words);
    expect(queued.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('of one who clicks twice is not told that somebody else was first', async () => {
    const by = { surface: 'teams', id: ANALYST, name: 'Mira Söder' } as const;
    const state = { is: 'recorded', atMs: NOW_MS, resolved: true } as const;
    const known = { delivery, answer: { ...verdict(state), decision: decision(state, { by }) } };
    const answer = await create({ known }).press('verdict:TRUE_POSITIVE');
    expect(answer?.value).toMatch(/^This click changed nothing\. Already decided\. /);
  });

  it.each(['toString', '__proto__', 'elsewhere'])(
    'for a destination that is not configured is denied: %s',
    async (destination) => {
      const { queued, press } = create();
      await press('verdict:SAFE', {}, { ...TARGET, destination });
      expect(queued).toMatchObject([{ kind: 'denied' }]);
    },
  );

  it('by nobody decides nothing', async () => {
    const { queued, press } = create();
    const answer = await press('verdict:SAFE', {}, TARGET, { from: { id: '29:1', name: 'x' } });
    expect(answer?.value).toContain('did not say who you are');
    expect(queued).toEqual([]);
  });

  it.each([
    ['verdict:NOTHING', { target: writeTarget(TARGET) }],
    ['decision:toString', { target: writeTarget(TARGET) }],
    ['verdict:SAFE', { target: 'x' }],
    ['verdict:SAFE', {}],
    ['verdict:SAFE', { target: { d: 'acme' } }],
  ])('that is not ours is told so, in words that Teams shows: %s %j', async (verb, data) => {
    const { queued, send } = create();
    expect((await send(invoke(verb, data))).body).toMatchObject({
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: 'This button is out of date. Nothing was recorded.',
    });
    expect(queued).toEqual([]);
  });

  it('that the queue did not take is told so', async () => {
    const answer = await create({ queueFails: true }).press('verdict:SAFE');
    expect(answer).toMatchObject({ statusCode: 200, value: NOT_TAKEN });
  });

  it('that came second shows who was first, and is audited', async () => {
    const known = { delivery, answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) };
    const { queued, press } = create({ known });
    const answer = await press('verdict:SAFE');
    expect(answer?.value).toContain('Your decision was not recorded. Already decided.');
    expect(answer?.value).toContain('Anna Berg: true positive, recorded');
    expect(queued).toHaveLength(1);
  });

  it('that overrides says what it overrides', async () => {
    const known = { delivery, answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) };
    const { queued, press } = create({ known });
    const target = { ...TARGET, decisionId: 'd1' };
    const answer = await press('decision:override', { outcome: 'SAFE', comment: 'a drill' }, target);
    expect(queued).toMatchObject([{ request: { outcome: 'SAFE', comment: 'a drill', overrides: 'd1' } }]);
    expect(textOf(answer?.value)).toContain('changed true positive to safe');
  });

  it('approves what another decided, and never its own', async () => {
    const waiting = (id: string) => {
      const by = { surface: 'teams', id, name: 'X' } as const;
      const known = {
        delivery,
        answer: {
          ...verdict({ is: 'awaiting-approval' }),
          decision: decision({ is: 'awaiting-approval' }, { by }),
        },
      };
      return create({ known }).press('decision:approve', {}, { ...TARGET, decisionId: 'd1' });
    };
    expect(textOf((await waiting(uuid(9)))?.value)).toContain('approved by Mira Söder');
    expect((await waiting(ANALYST))?.value).toContain("You can't approve your own decision");
  });

  it('sent as a message by an old client counts as much, and has no answer', async () => {
    const { queued, send } = create();
    const value = { verb: 'verdict:SAFE', target: writeTarget(TARGET) };
    const activity = { ...place(), type: 'message', id: '99', replyToId: '17', value };
    expect(await send(activity)).toEqual({ body: null, news: null });
    expect(queued).toMatchObject([{ kind: 'decide', request: { outcome: 'SAFE' } }]);
  });
});

describe('news of a place', () => {
  const TEAM = '19:general@thread.tacv2';
  const installed = (changes: Fields = {}) => ({
    ...place(),
    type: 'installationUpdate',
    action: 'add',
    conversation: { id: '19:general@thread.tacv2', tenantId: TENANT_ID },
    channelData: {
      tenant: { id: TENANT_ID },
      team: { id: TEAM },
      settings: { selectedChannel: { id: CHANNEL } },
    },
    ...changes,
  });

  it('is remembered, with a greeting that says the id of the chosen channel', async () => {
    const { body, news } = await create().send(installed());
    expect(body).toBeNull();
    expect(news).toMatchObject({
      is: 'remember',
      place: {
        channel: CHANNEL,
        serviceUrl: SERVICE_URL,
        tenantId: TENANT_ID,
      },
      hello: { once: true, thread: null },
    });
  });

  it('comes without a greeting with a conversationUpdate, which tells the same once more', async () => {
    const members = { membersAdded: [{ id: place().recipient.id }] };
    const { news } = await create().send({ ...installed(), ...members, type: 'conversationUpdate' });
    expect(news).toMatchObject({ is: 'remember', hello: null });
  });

  it('is asked for by speaking to the bot, and answered in that thread', async () => {
    const { news } = await create().send({
      ...place(),
      type: 'message',
      id: '5',
      text: '<at>Posture Bridge</at>',
      entities: [null, { type: 'clientInfo' }, { type: 'mention', mentioned: place().recipient }],
    });
    expect(news).toMatchObject({
      is: 'remember',
      place: { channel: CHANNEL },
      hello: { thread: { activity: '1763197200000' } },
    });
  });

  it('is forgotten when the bot is removed', async () => {
    const { news } = await create().send(installed({ action: 'remove' }));
    const team = { id: TEAM, group: null };
    expect(news).toEqual({ is: 'forget', channel: CHANNEL, because: 'removed', wholeTeam: true, team });
  });

  it('is not what people say to each other, which a bot that may read is sent too', async () => {
    const message = { ...place(), type: 'message', id: '5', text: 'lunch?' };
    for (const entities of [undefined, null, [], [{ type: 'mention', mentioned: { id: '29:1abc' } }]]) {
      expect(await create().send({ ...message, entities })).toEqual({ body: null, news: null });
    }
  });

  const GROUP = '0a0b0c0d-1111-4222-8333-444455556666';
  const updated = (channelData: Fields, changes: Fields = {}) => ({
    ...installed(),
    type: 'conversationUpdate',
    action: undefined,
    channelData: { tenant: { id: TENANT_ID }, team: { id: TEAM, aadGroupId: GROUP }, ...channelData },
    ...changes,
  });
  const US = [{ id: place().recipient.id.toUpperCase() }];
  const ofAll = { wholeTeam: true, team: { id: TEAM, group: GROUP } };

  it.each([
    ['the bot left the team', updated({ eventType: 'teamMemberRemoved' }, { membersRemoved: US }), 'removed'],
    ['archived', updated({ eventType: 'teamArchived' }), 'archived'],
    ['archived, spelled otherwise', updated({ eventType: 'teamArchive' }), 'archived'],
    ['archived, in lower case', updated({ eventType: 'teamarchived' }), 'archived'],
    ['deleted', updated({ eventType: 'teamDeleted' }), 'deleted'],
    ['deleted for good', updated({ eventType: 'teamHardDeleted' }), 'deleted'],
  ])('is forgotten for the whole team: %s', async (_, activity, because) => {
    expect((await create().send(activity)).news).toEqual({ is: 'forget', channel: TEAM, because, ...ofAll });
  });

  it.each([
    ['the bot left a private one', { eventType: 'channelMemberRemoved' }, { membersRemoved: US }, 'removed'],
    ['deleted', { eventType: 'channelDeleted' }, {}, 'deleted'],
  ])('is forgotten for one channel: %s', async (_, data, changes, because) => {
    const channel = { id: CHANNEL, type: 'private' };
    const { news } = await create().send(updated({ ...data, channel }, changes));
    expect(news).toMatchObject({ is: 'forget', channel: CHANNEL, because, wholeTeam: false });
  });

  it.each([
    ['teamUnarchived', {}, true],
    ['teamUnarchive', {}, true],
    ['teamunarchived', {}, true],
    ['teamRestored', {}, true],
    ['channelRestored', { channel: { id: CHANNEL } }, false],
  ])('comes back with %s', async (eventType, data, wholeTeam) => {
    const { news } = await create().send(updated({ eventType, ...data }));
    const channel = wholeTeam ? TEAM : CHANNEL;
    expect(news).toMatchObject({ is: 'remember', back: true, hello: null, place: { channel }, wholeTeam });
  });

  it.each(['private', 'shared'])('is learned in a %s channel that the bot is added to', async (type) => {
    const data = { eventType: 'channelMemberAdded', channel: { id: CHANNEL, type } };
    const { news } = await create().send(updated(data, { membersAdded: US }));
    expect(news).toMatchObject({ is: 'remember', back: true, place: { channel: CHANNEL }, wholeTeam: false });
  });

  it('is the one of the conversation where its own field is empty', async () => {
    const empty = { channelData: { ...place().channelData, channel: { id: '' } } };
    const { queued, press } = create();
    await press('verdict:SAFE', {}, TARGET, empty);
    expect(queued).toMatchObject([{ kind: 'decide', channelId: CHANNEL }]);
    const data = {
      eventType: 'teamMemberAdded',
      channel: { id: '' },
      settings: { selectedChannel: { id: '' } },
    };
    const { news } = await create().send(updated(data, { membersAdded: US }));
    expect(news).toMatchObject({ is: 'remember', place: { channel: TEAM }, wholeTeam: true });
  });

  it('is not lost with a person who leaves, nor with a new version of the app', async () => {
    const left = updated({ eventType: 'teamMemberRemoved' }, { membersRemoved: [{ id: '29:1abc' }] });
    expect((await create().send(left)).news).toBeNull();
    expect((await create().send(installed({ action: 'remove-upgrade' }))).news).toBeNull();
    expect((await create().send(installed({ action: 'add-upgrade' }))).news).toMatchObject({ hello: null });
  });

  it.each([
    [undefined, TEAM],
    [{ tenant: { id: TENANT_ID } }, '19:general@thread.tacv2'],
    [{ tenant: { id: TENANT_ID }, channel: null, team: null, settings: null }, '19:general@thread.tacv2'],
  ])('is of the General channel where an installation names none: %j', async (channelData, channel) => {
    for (const action of ['add', 'remove']) {
      const { news } = await create().send(installed({ action, channelData }));
      expect(news).toMatchObject(action === 'add' ? { place: { channel } } : { channel });
    }
  });

  it('is none in a chat with one person', async () => {
    const conversation = { id: 'a:1xyz', tenantId: TENANT_ID };
    for (const action of ['add', 'remove', undefined]) {
      const channelData = { tenant: { id: TENANT_ID } };
      expect((await create().send(installed({ action, conversation, channelData }))).news).toBeNull();
    }
  });

  it('is not learned at an address that our token must not go to', async () => {
    expect((await create().send(installed({ serviceUrl: 'https://evil.example/' }))).news).toBeNull();
  });

  it.each([
    { type: 'messageReaction' },
    { type: 'typing' },
    { type: 'invoke', name: 'task/fetch' },
    { type: 'conversationUpdate', channelData: { tenant: { id: TENANT_ID } } },
  ])('is ignored when it is none: %j', async (changes) => {
    expect(await create().send({ ...place(), ...changes })).toEqual({ body: null, news: null });
  });
});

describe('a press of a phone that falls back to Action.Submit', () => {
  const told = ({ words }: ReturnType<typeof create>) => words.map(({ card }) => textOf(card));

  it('is taken, and everybody’s card is the answer', async () => {
    const one = create();
    expect(await one.submit('verdict:SAFE')).toEqual({ body: null, news: null });
    expect(one.queued).toMatchObject([{ kind: 'decide', reply: { recipient: '29:1abc' } }]);
    expect(one.words).toEqual([]);
  });

  it('that is refused is told so, to that person alone in the thread of the case', async () => {
    const one = create({ allow: { teamsUsers: [uuid(9)] } });
    expect(await one.submit('verdict:SAFE')).toEqual({ body: null, news: null });
    expect(one.words).toMatchObject([
      {
        recipient: '29:1abc',
        conversation: `${CHANNEL};messageid=1763197200000`,
        serviceUrl: SERVICE_URL,
      },
    ]);
    expect(told(one)[0]).toContain('Nothing was recorded');
    // It is written down, and the verdict function tells nobody a second time.
    expect(one.queued).toMatchObject([{ kind: 'denied', reply: null }]);
  });

  it('that comes second, that is not ours or that was not taken is told so too', async () => {
    const known = { delivery, answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) };
    const second = create({ known });
    await second.submit('verdict:SAFE');
    expect(told(second)[0]).toContain('Already decided');
    const strange = create();
    await strange.submit('verdict:NOTHING');
    expect(told(strange)).toEqual(['This button is out of date. Nothing was recorded.']);
    const lost = create({ queueFails: true });
    await lost.submit('verdict:SAFE');
    expect(told(lost)).toEqual([NOT_TAKEN]);
  });

  it('has one word however often it is delivered, and never fails because of it', async () => {
    const one = create({ allow: { teamsUsers: [uuid(9)] } });
    await one.submit('verdict:SAFE');
    await one.submit('verdict:SAFE');
    await one.submit('verdict:SAFE', {}, { id: 'f:other' });
    expect(new Set(one.words.map(({ mark }) => mark)).size).toBe(2);
    const down = create({ allow: { teamsUsers: [uuid(9)] }, newsFail: true });
    expect(await down.submit('verdict:SAFE')).toEqual({ body: null, news: null });
    expect(down.queued).toHaveLength(1);
  });

  it('is told nothing where Teams does not say to whom: everybody in the channel would read it', async () => {
    const one = create({ allow: { teamsUsers: [uuid(9)] } });
    await one.submit('verdict:SAFE', {}, { from: { name: 'Mira Söder', aadObjectId: ANALYST } });
    expect(one.words).toEqual([]);
  });
});

describe('a card that Teams refreshes for somebody who looks at it', () => {
  const refresh = (
    one: ReturnType<typeof create>,
    target: unknown = writeTarget(TARGET),
    changes: Fields = {},
  ) => one.send(invoke('case:refresh', { target } as Fields, changes)).then(({ body }) => body);

  it('shows the case as the ledger has it, so that no button is left that is gone', async () => {
    const before = create();
    const open = await refresh(before);
    expect(open).toMatchObject({ statusCode: 200, type: 'application/vnd.microsoft.card.adaptive' });
    expect(verbsOf(open?.value)).toContain('verdict:TRUE_POSITIVE');
    const known = { delivery, answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) };
    const after = create({ known });
    const decided = await refresh(after);
    expect(verbsOf(decided?.value)).toEqual(['decision:override']);
    expect(textOf(decided?.value)).toContain('Anna Berg');
    // Nobody pressed anything.
    expect([before.queued, after.queued, after.words]).toEqual([[], [], []]);
  });

  it('offers to take a case over to everybody but the one who has it', async () => {
    const verbsFor = async (id: string) => {
      const answer = claimed();
      const by = { surface: 'teams', id, name: 'Mira Söder' };
      const mine = { ...answer, claim: { ...answer.claim, by } } as typeof answer;
      const card = await refresh(create({ known: { delivery, answer: mine } }));
      return verbsOf(card?.value).filter((verb) => verb.startsWith('claim:'));
    };
    expect(await verbsFor(ANALYST)).toEqual(['claim:hand-back']);
    expect(await verbsFor('somebody-else')).toEqual(['claim:take-over', 'claim:hand-back']);
  });

  it('is the very card that everybody in the channel sees, and is not refreshed again', async () => {
    const renderer = createTeamsRenderer({ ...rules(), sealOf: SEAL.of });
    const { refresh: action, ...posted } = renderer.render(delivery, null).main.message.card;
    expect(action).toMatchObject({ action: { verb: 'case:refresh', data: { target: expect.any(String) } } });
    expect((await refresh(create()))?.value).toEqual(posted);
  });

  it('tells nobody anything in another channel, of another case or of one that is gone', async () => {
    const elsewhere = { channel: { id: '19:other@thread.tacv2' } };
    const changes = {
      conversation: { ...place().conversation, id: '19:other@thread.tacv2;messageid=1' },
      channelData: { ...place().channelData, ...elsewhere },
    };
    for (const answer of [
      await refresh(create(), writeTarget(TARGET), changes),
      await refresh(create(), JSON.stringify({ d: 'acme', c: CASE.case_id, n: 'soc', t: 1 })),
      await refresh(create(), 'x'),
      await refresh(create({ known: null })),
    ]) {
      expect(answer).toMatchObject({ statusCode: 200, type: 'application/vnd.microsoft.activity.message' });
      expect(JSON.stringify(answer)).not.toContain('Dana');
    }
  });

  it('that cannot be shown loses no click', async () => {
    const one = create({ ledgerFails: true });
    expect((await refresh(one))?.value).toBe(
      'This card could not be refreshed. It changes when the case does.',
    );
    expect(one.counted).toEqual([]);
  });
});

describe('what the answer to a click says', () => {
  it('is not told a second time by the verdict function, which tells what nobody could foresee', async () => {
    const known = { delivery, answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) };
    const second = create({ known });
    await second.press('verdict:SAFE');
    expect(second.queued).toMatchObject([{ reply: { told: 'yes', activity: '1763197200000' } }]);
    const first = create();
    await first.press('verdict:SAFE');
    expect(first.queued[0]?.reply).not.toHaveProperty('told');
    expect(first.words).toEqual([]);
  });
});

describe('the route', () => {
  it('answers what is genuine, refuses the rest, and hands on what was learned', async () => {
    const sent: unknown[] = [];
    const { send } = create();
    const app = createTeamsApp({
      verify: async ({ rawBody }) =>
        rawBody.byteLength === 2
          ? { ok: false, status: 401, reason: 'no' }
          : { ok: true, activity: readActivity(rawBody) },
      answer: async (activity) =>
        activity.kind === 'channel-news'
          ? { body: null, news: { is: 'forget', channel: CHANNEL, because: 'removed' } }
          : send(invoke('x', {})),
      sendNews: async (news, id) => void sent.push(news, id),
      clock: { now: () => 0, sleep: async () => {} },
      log: () => undefined,
      metrics: () => undefined,
    });
    const post = (body: unknown) => {
      const request = { rawBody: Buffer.from(JSON.stringify(body)), sentHeaders: {} };
      return app.request('/teams/messages', { method: 'POST' }, request);
    };
    expect((await post({})).status).toBe(401);
    const answered = await post(invoke('verdict:SAFE', {}));
    expect([answered.status, await answered.json()]).toMatchObject([200, { statusCode: 200 }]);
    expect((await post({ ...place(), type: 'installationUpdate', action: 'remove' })).status).toBe(200);
    expect(sent).toEqual([{ is: 'forget', channel: CHANNEL, because: 'removed' }, '']);
  });
});
