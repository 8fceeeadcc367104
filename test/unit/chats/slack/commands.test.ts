import { describe, expect, it } from 'vitest';
import { plainAnswer } from '../../../../lib/chats/document/command-answer.ts';
import { writePage } from '../../../../lib/chats/document/command-page.ts';
import type { TypedCommand } from '../../../../lib/chats/presses/chat-definition.ts';
import { createInteractionHandler } from '../../../../lib/chats/slack/handle-interaction.ts';
import type { BlockActions, SlashCommand } from '../../../../lib/chats/slack/interaction.ts';
import { readPrivateMessage } from '../../../../lib/chats/slack/private-message.ts';
import { createSlackReplies } from '../../../../lib/chats/slack/replies.ts';
import type { Responder } from '../../../../lib/chats/slack/respond.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { SEAL } from '../../../support/sealed.ts';

const URL = 'https://hooks.slack.com/commands/T1/2/abc';
const command: SlashCommand = {
  kind: 'command',
  teamId: 'T0ACME0001',
  user: { id: 'U0ADA00001', name: 'ada', isForeign: false },
  text: 'cases closed',
  channelId: 'C0SOC00001',
  triggerId: '1.2.3',
  responseUrl: URL,
};
const press = (value: string | null): BlockActions => ({
  kind: 'block-actions',
  teamId: 'T0ACME0001',
  user: command.user,
  actionId: 'ask:more:1',
  actionTs: '1763197260.1',
  triggerId: null,
  channelId: 'C0SOC00001',
  messageTs: '1763197200.1',
  threadTs: null,
  ephemeral: true,
  view: null,
  responseUrl: URL,
  payload: { actions: [{ action_id: 'ask:more:1', ...(value !== null && { value }) }] },
});

function open(received: Awaited<ReturnType<Responder['tell']>> = { is: 'ok', value: null }) {
  const [asked, told]: [TypedCommand[], string[]] = [[], []];
  let isDown = false;
  const responder: Responder = {
    replace: () => Promise.reject(new Error('nothing of everybody is replaced')),
    async tell(_, { text }) {
      told.push(text);
      return received;
    },
  };
  const answer = createInteractionHandler({
    ...asksNothing,
    config: {
      destinations: { ops: { type: 'slack', channel: 'C0OPS00000' } },
      domains: {},
      people: {},
    } as never,
    async ask(typed) {
      if (isDown) throw new Error('down');
      asked.push(typed);
      return { ...plainAnswer('Looking it up'), isInterim: true };
    },
    directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
    async sendNews(body) {
      const read = readPrivateMessage(body, SEAL);
      if (read?.ok) told.push(read.message.text);
    },
    responder,
    api: () => Promise.reject(new Error('no form is opened')),
    lookUp: async () => null,
    routesOf: async () => null,
    queue: () => Promise.reject(new Error('nobody decides')),
    buttonSeal: async () => SEAL,
    clock: createManualClock(),
    log: () => undefined,
    metrics: () => undefined,
  });
  return {
    asked,
    told,
    answer,
    responder,
    down: () => {
      isDown = true;
    },
  };
}

describe('a command in Slack', () => {
  it('is answered at once, to the person who typed it', async () => {
    const { asked, answer } = open();
    expect(await answer(command)).toMatchObject({ response_type: 'ephemeral', text: 'Looking it up' });
    expect(asked).toMatchObject([
      {
        by: { surface: 'slack', id: 'U0ADA00001', name: 'ada' },
        text: 'cases closed',
        page: null,
        channelId: 'C0SOC00001',
        reply: { surface: 'slack', responseUrl: URL, messageTs: null },
      },
    ]);
  });

  it('has the same name when it is sent again, and another when it is typed again', async () => {
    const { asked, answer } = open();
    for (const triggerId of ['1.2.3', '1.2.3', '4.5.6']) await answer({ ...command, triggerId });
    const [first, again, second] = asked.map(({ askId }) => askId);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  it('that could not be taken says so', async () => {
    const { answer, down } = open();
    down();
    expect(JSON.stringify(await answer(command))).toContain("didn't go through");
  });

  it('goes on where its button says, and only where the bridge wrote that', async () => {
    const { asked, told, answer } = open();
    const page = { text: 'cases closed', domain: 'acme', after: 'c10' };
    await answer(press(writePage(page, SEAL.of)));
    expect(asked).toMatchObject([{ text: 'cases closed', page: { domain: 'acme', after: 'c10' } }]);
    // Its answer follows at the same address.
    expect(told).toEqual([]);
    for (const value of [null, '', JSON.stringify({ q: 'cases', d: 'acme', a: 'c10', s: 'x' })]) {
      await answer(press(value));
    }
    expect(asked).toHaveLength(1);
    expect(told).toHaveLength(3);
    expect(told.every((text) => text.includes('This button is out of date'))).toBe(true);
  });
});

describe('the answer to a command in Slack', () => {
  const replyWith = (answer: Awaited<ReturnType<Responder['tell']>>) => {
    const { responder, told } = open(answer);
    const parts = { config: { slack: {} }, rules: {}, sealOf: SEAL.of, log: () => undefined } as never;
    const replies = createSlackReplies(parts, { renderer: {} as never, responder });
    return {
      told,
      answer: (url: string | null) =>
        replies.answer({ surface: 'slack', responseUrl: url }, plainAnswer('Here'), 'a1'),
    };
  };

  it('is told through the address that came with it', async () => {
    const { answer, told } = replyWith({ is: 'ok', value: null });
    expect(await answer(URL)).toBe('told');
    expect(told).toEqual(['Here']);
    expect(await answer(null)).toBe('refused');
  });

  it('is tried again when Slack is busy or silent, and not when the address is used up', async () => {
    expect(await replyWith({ is: 'busy', retryAfterMs: 1 }).answer(URL)).toBe('again');
    expect(await replyWith({ is: 'unknown', reason: 'x' }).answer(URL)).toBe('again');
    const spent = {
      is: 'refused',
      code: 'used_url',
      kind: 'place',
      reason: 'x',
      messageGone: false,
    } as const;
    expect(await replyWith(spent).answer(URL)).toBe('refused');
  });
});
