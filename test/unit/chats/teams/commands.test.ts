import { describe, expect, it } from 'vitest';
import { plainAnswer } from '../../../../lib/chats/document/command-answer.ts';
import { writePage } from '../../../../lib/chats/document/command-page.ts';
import type { TypedCommand } from '../../../../lib/chats/presses/chat-definition.ts';
import { type CardClick, type PersonalMessage, readActivity } from '../../../../lib/chats/teams/activity.ts';
import { CLOUDS } from '../../../../lib/chats/teams/clouds.ts';
import {
  type QueuedDirectMessage,
  readDirectMessage,
  writeDirectMessage,
} from '../../../../lib/chats/teams/direct-message.ts';
import { createActivityHandler } from '../../../../lib/chats/teams/handle-activity.ts';
import { renderAnswer } from '../../../../lib/chats/teams/renderer.ts';
import { createTeamsReplies } from '../../../../lib/chats/teams/replies.ts';
import { createSendDirectMessage } from '../../../../lib/chats/teams/send-direct-message.ts';
import { readWakeUp } from '../../../../lib/outbox/wake-up.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { SEAL } from '../../../support/sealed.ts';

const [ADA, TENANT, CHAT] = [
  'aad00000-0000-4000-8000-00000000ada0',
  '7e4a0000-0000-4000-8000-000000000001',
  'a:1abc',
];
const CHANNEL = '19:ops@thread.tacv2';
const SERVICE = 'https://smba.trafficmanager.net/teams/';

const sent = (change: object = {}) =>
  Buffer.from(
    JSON.stringify({
      type: 'message',
      id: '1700000000001',
      channelId: 'msteams',
      serviceUrl: SERVICE,
      text: 'cases closed',
      from: { id: '29:1', name: 'Ada Winter', aadObjectId: ADA },
      recipient: { id: '28:bot' },
      conversation: { id: CHAT, conversationType: 'personal', tenantId: TENANT },
      channelData: { tenant: { id: TENANT } },
      ...change,
    }),
  );
const message = readActivity(sent()) as PersonalMessage;

describe('what somebody writes to the bot alone', () => {
  it('is read with who wrote it and where they are answered', () => {
    expect(message).toMatchObject({
      kind: 'personal-message',
      conversation: CHAT,
      text: 'cases closed',
      user: { aadObjectId: ADA, name: 'Ada Winter' },
    });
    const mentioned = readActivity(sent({ text: '<at>bridge</at>&nbsp;help' })) as PersonalMessage;
    expect(mentioned.text.trim()).toBe('help');
  });

  it('is a slash command in a channel, which nobody else sees', () => {
    const where = { conversation: { id: `${CHANNEL};messageid=5`, conversationType: 'channel' } };
    const slash = { ...where, recipient: { id: '28:bot', isTargeted: true }, text: '/cases closed' };
    expect(readActivity(sent(slash))).toMatchObject({
      kind: 'personal-message',
      conversation: `${CHANNEL};messageid=5`,
      channel: CHANNEL,
      text: 'cases closed',
    });
    for (const recipient of [{ id: '28:bot' }, { id: '28:bot', isTargeted: false }])
      expect(readActivity(sent({ ...slash, recipient })).kind).not.toBe('personal-message');
  });

  it.each([
    ['in a channel', { conversation: { id: '19:x@thread.tacv2', conversationType: 'channel' } }],
    ['in a group', { conversation: { id: '19:x@thread.v2', conversationType: 'groupChat' } }],
    ['of a team', { channelData: { tenant: { id: TENANT }, team: { id: '19:x@thread.tacv2' } } }],
    ['in a place with another kind of name', { conversation: { id: 'x', conversationType: 'personal' } }],
    ['without words', { text: ' ' }],
    ['with a button of another version', { value: { verb: 'other' } }],
  ])('is nothing else: %s', (_, change) => {
    expect(readActivity(sent(change)).kind).not.toBe('personal-message');
  });
});

function open({ seal = SEAL as typeof SEAL | null, isDown = false } = {}) {
  const asked: TypedCommand[] = [];
  const sentWords: { body: string; group: string; id: string }[] = [];
  const answer = createActivityHandler({
    ...asksNothing,
    config: {
      people: {},
      teams: { tenantId: TENANT },
      destinations: { ops: { type: 'teams', channel: '19:ops@thread.tacv2' } },
      domains: {},
    } as never,
    addresses: { cloud: CLOUDS.public },
    lookUp: async () => null,
    routesOf: async () => null,
    queue: () => Promise.reject(new Error('nobody decides')),
    async ask(typed) {
      if (isDown) throw new Error('down');
      asked.push(typed);
      return plainAnswer('Looking it up');
    },
    async sendNews(body, order) {
      sentWords.push({ body, ...order });
    },
    directoryAt: () => ({ isMember: async () => 'no', isOutsider: async () => 'no' }),
    buttonSeal: async () => seal,
    clock: createManualClock(),
    log: () => undefined,
    metrics: () => undefined,
  });
  return { asked, sentWords, answer };
}
const said = (body: string): string => JSON.stringify(readDirectMessage(body, SEAL));

describe('a command in Teams', () => {
  it('is taken, and the first word about it goes through the notifier', async () => {
    const { asked, sentWords, answer } = open();
    await answer(message);
    expect(asked).toMatchObject([
      { by: { surface: 'teams', id: ADA }, text: 'cases closed', channelId: CHAT, isOutsider: false },
    ]);
    expect(asked[0]?.reply).toMatchObject({ conversation: CHAT, serviceUrl: SERVICE });
    expect(sentWords).toMatchObject([{ group: CHAT }]);
    expect(said(sentWords[0]?.body ?? '')).toContain('Looking it up');
  });

  it('typed in a channel is judged there, and answered to that person alone', async () => {
    const { asked, sentWords, answer } = open();
    const conversation = `${CHANNEL};messageid=5`;
    const user = { ...message.user, id: '29:1' };
    await answer({ ...message, conversation, channel: CHANNEL, user });
    expect(asked).toMatchObject([{ channelId: CHANNEL, reply: { conversation, recipient: '29:1' } }]);
    expect(said(sentWords[0]?.body ?? '')).toContain('"recipient":"29:1"');
    // Without a name for them everybody would read the answer.
    await answer({ ...message, conversation, channel: CHANNEL, user: { ...user, id: null } });
    expect(sentWords).toHaveLength(1);
  });

  it('has the same name when Teams sends it again', async () => {
    const { asked, sentWords, answer } = open();
    await answer(message);
    await answer(message);
    await answer({ ...message, activityId: '1700000000002' });
    expect(new Set(asked.map(({ askId }) => askId)).size).toBe(2);
    expect(new Set(sentWords.map(({ id }) => id)).size).toBe(2);
  });

  it('is not taken of somebody whom Teams does not name, and strangers are called that', async () => {
    const { asked, sentWords, answer } = open();
    await answer({ ...message, user: { ...message.user, aadObjectId: null } });
    expect(asked).toEqual([]);
    expect(said(sentWords[0]?.body ?? '')).toContain('did not say who you are');
    await answer({ ...message, user: { ...message.user, tenantId: 'another' } });
    expect(asked).toMatchObject([{ isOutsider: true }]);
  });

  it('that could not be taken says so; and nothing is said that nobody could prove', async () => {
    const { sentWords, answer } = open({ isDown: true });
    await answer(message);
    expect(said(sentWords[0]?.body ?? '')).toContain("didn't go through");
    const unsealed = open({ seal: null });
    await unsealed.answer(message);
    expect(unsealed.sentWords).toEqual([]);
  });

  it('goes on where its button says, and only where the bridge wrote that', async () => {
    const { asked, answer } = open();
    const page = { text: 'cases', domain: 'acme', after: 'c10' };
    const press = async (target: unknown, where: Partial<CardClick> = { personal: CHAT }) => {
      const button = { kind: 'card-click', via: 'invoke', verb: 'ask:more', entries: { target } } as const;
      const { body } = await answer({
        ...{ ...message, ...button, messageId: null, channel: null, conversation: null },
        ...where,
      });
      return body?.value;
    };
    expect(await press(writePage(page, SEAL.of))).toContain('Looking it up');
    expect(asked).toMatchObject([{ text: 'cases', page: { domain: 'acme', after: 'c10' } }]);
    expect(await press('{}')).toContain('This button is out of date');
    await press(writePage(page, SEAL.of), {});
    expect(asked).toHaveLength(1);
    // As in the channel where it was asked.
    await press(writePage(page, SEAL.of), { channel: CHANNEL, conversation: CHANNEL });
    expect(asked[1]).toMatchObject({ channelId: CHANNEL, reply: { recipient: '29:1' } });
  });
});

const word = {
  conversation: CHAT,
  serviceUrl: SERVICE,
  mark: 'a1 taken',
  atMs: 1_000,
  ...renderAnswer(plainAnswer('Here')),
};

describe('a word to one person', () => {
  it('is said only with the proof of the bridge', () => {
    const body = writeDirectMessage(word, SEAL);
    expect(readDirectMessage(body, SEAL)).toMatchObject({
      ok: true,
      message: { kind: 'direct-message', conversation: CHAT },
    });
    expect(readDirectMessage(body.replace('Here', 'Evil'), SEAL)).toMatchObject({
      ok: false,
      mayBecomeReadable: false,
    });
    expect(readDirectMessage(body.replace(CHAT, 'a:1other'), SEAL)).toMatchObject({ ok: false });
    expect(readDirectMessage('{"kind":"direct-message"}', SEAL)).toMatchObject({ ok: false });
    expect(readDirectMessage('{"kind":"case"}', SEAL)).toBeNull();
    // A notifier of the version before lets it rest.
    expect(readWakeUp(body)).toMatchObject({ ok: false, mayBecomeReadable: true });
  });

  it.each([
    [{ is: 'ok', value: {} }, 'done'],
    [{ is: 'busy', retryAfterMs: 700 }, { retryAfterMs: 700 }],
    [{ is: 'failed', reason: 'x' }, 'retry'],
    [{ is: 'unknown', reason: 'x' }, 'done'],
    [{ is: 'refused', reason: 'x' }, 'done'],
  ])('is said again only when it was certainly not said: %o', async (answer, handled) => {
    const say = createSendDirectMessage({
      connector: { reply: async () => answer as never },
      turn: async () => 'now',
      clock: createManualClock(2_000),
      log: () => undefined,
    });
    expect(await say({ kind: 'direct-message', ...word } as QueuedDirectMessage)).toEqual(handled);
  });

  it('waits for its turn, and is dropped when nobody waits for it any more', async () => {
    const clock = createManualClock(2_000);
    const parts = {
      connector: { reply: () => Promise.reject(new Error('not now')) },
      clock,
      log: () => undefined,
    };
    const say = createSendDirectMessage({ ...parts, turn: async () => ({ waitMs: 300 }) });
    expect(await say({ kind: 'direct-message', ...word } as QueuedDirectMessage)).toEqual({
      retryAfterMs: 300,
    });
    clock.advance(30 * 60_000);
    expect(await say({ kind: 'direct-message', ...word } as QueuedDirectMessage)).toBe('done');
  });

  it('in a channel is said to its recipient, in the turn of that channel, and else to nobody', async () => {
    const replied: unknown[] = [];
    const turns: string[] = [];
    const say = createSendDirectMessage({
      connector: {
        async reply(...args) {
          replied.push([args[1], args[4]]);
          return { is: 'ok', value: {} };
        },
      },
      async turn(place) {
        turns.push(place);
        return 'now';
      },
      clock: createManualClock(2_000),
      log: () => undefined,
    });
    const inChannel = { ...word, kind: 'direct-message', conversation: `${CHANNEL};messageid=5` } as const;
    await say({ ...inChannel, recipient: '29:1' } as QueuedDirectMessage);
    expect([replied, turns]).toEqual([[[`${CHANNEL};messageid=5`, '29:1']], [CHANNEL]]);
    await say(inChannel as QueuedDirectMessage);
    expect(replied).toHaveLength(1);
    // Who can only send to the queue cannot change to whom it goes.
    const body = writeDirectMessage({ ...inChannel, recipient: '29:1' }, SEAL);
    expect(readDirectMessage(body.replace('29:1', '29:2'), SEAL)).toMatchObject({ ok: false });
    expect(readDirectMessage(body.replace('"recipient":"29:1",', ''), SEAL)).toMatchObject({ ok: false });
  });

  it('says what the verdict function found out later, unless the answer to the click did', async () => {
    const [words, lines]: [string[], string[]] = [[], []];
    let isDown = false;
    const replies = createTeamsReplies({
      sealOf: SEAL.of,
      clock: createManualClock(),
      log: (line) => void lines.push(line),
      async sendDirectMessage(_chat, body, { id }) {
        if (isDown) throw new Error('down');
        words.push(`${id} ${said(body)}`);
      },
    });
    const reply = {
      surface: 'teams',
      conversation: CHANNEL,
      serviceUrl: SERVICE,
      recipient: '29:1',
      click: 'c1',
    };
    const refused = { because: 'denied', domain: 'acme', caseId: 'c', what: 'pressed', why: 'You may not.' };
    await replies.tell(reply, refused as never);
    expect(words).toMatchObject([expect.stringMatching(/^c1 told .*"recipient":"29:1".*You may not\./)]);
    await replies.tell({ ...reply, told: 'yes' }, refused as never);
    await replies.tell({ ...reply, recipient: null }, refused as never);
    expect([words.length, lines]).toEqual([1, ['not told']]);
    isDown = true;
    await replies.tell(reply, refused as never);
    expect(lines).toEqual(['not told', 'not told']);
  });

  it('answers a command through the queue of the notifier', async () => {
    const words: string[] = [];
    const replies = createTeamsReplies({
      sealOf: SEAL.of,
      clock: createManualClock(),
      log: () => undefined,
      async sendDirectMessage(chat, body, { group, id }) {
        words.push(`${chat} ${group} ${id} ${said(body).includes('Here')}`);
      },
    });
    const reply = { surface: 'teams', conversation: CHAT, serviceUrl: SERVICE };
    expect(await replies.answer(reply, plainAnswer('Here'), 'a1')).toBe('told');
    expect(words).toEqual([`teams ${CHAT} a1 answered true`]);
    expect(await replies.answer({ surface: 'teams' }, plainAnswer('Here'), 'a1')).toBe('refused');
  });
});
