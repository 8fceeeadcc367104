import { describe, expect, it } from 'vitest';
import { plainAnswer } from '../../../lib/chats/document/command-answer.ts';
import type { TypedCommand } from '../../../lib/chats/presses/chat-definition.ts';
import { sectionOf } from '../../../lib/config/chats.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createAskHandler } from '../../../lib/features/commands/ask-handler.ts';
import {
  type AskMessage,
  readAskMessage,
  writeAskMessage,
} from '../../../lib/features/commands/ask-message.ts';
import type { ToRun } from '../../../lib/features/commands/run-command.ts';
import { createTakeCommand } from '../../../lib/features/commands/take-command.ts';
import { withProof } from '../../../lib/verdict/click-proof.ts';
import { readVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { SEAL } from '../../support/sealed.ts';
import { WORDS } from './ask-platform.ts';

const ADA = { surface: 'slack', id: 'U0ADA00001', name: 'ada' };
const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/api/v1/external', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token' },
  destinations: { soc: { type: 'slack', channel: 'C0SOC00001' } },
  routes: [{ name: 'all', to: 'soc' }],
  verdicts: { allow: { slackUsers: [ADA.id] } },
} as BridgeInput);

const typed = (text: string, change: Partial<TypedCommand> = {}): TypedCommand => ({
  askId: 'ask-1',
  by: ADA,
  text,
  page: null,
  channelId: 'C0SOC00001',
  directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
  reply: { surface: 'slack', responseUrl: 'https://hooks.slack.com/commands/1' },
  ...change,
});

describe('the function that faces the internet', () => {
  const open = (isDown = false) => {
    const queued: AskMessage[] = [];
    const take = createTakeCommand({
      words: WORDS,
      config,
      async queue(message) {
        if (isDown) throw new Error('down');
        queued.push(message);
      },
      clock: createManualClock(),
      log: () => undefined,
    });
    return { queued, take };
  };

  it('hands a command on, once it is known who asks', async () => {
    const { queued, take } = open();
    expect((await take(typed('cases closed'))).title).toEqual(['Looking it up: ', { said: 'cases closed' }]);
    expect(queued).toMatchObject([
      { kind: 'ask', askId: 'ask-1', by: ADA, text: 'cases closed', page: null },
    ]);
  });

  it('answers by itself what needs no platform', async () => {
    const { queued, take } = open();
    for (const text of ['', 'help', 'csaes', 'case', 'x'.repeat(1_000)]) await take(typed(text));
    expect(queued).toEqual([]);
  });

  it('tells nothing to others, not even what a command is called', async () => {
    const { queued, take } = open();
    const eve = typed('help', { by: { ...ADA, id: 'U0EVE00001' } });
    expect((await take(eve)).title.join('')).toMatch(/Only people who can decide/);
    expect(JSON.stringify(await take({ ...eve, text: 'cases in acme' }))).not.toContain('acme');
    expect(queued).toEqual([]);
  });

  it('does not say that it looks when the queue has nothing', async () => {
    await expect(open(true).take(typed('cases'))).rejects.toThrow('down');
  });
});

const message: AskMessage = {
  v: 1,
  kind: 'ask',
  askId: 'ask-1',
  by: ADA,
  text: 'cases',
  page: null,
  channelId: 'C0SOC00001',
  found: { groups: [], outsider: null },
  atMs: Date.parse('2026-11-15T09:00:00Z'),
  reply: { surface: 'slack', responseUrl: 'https://hooks.slack.com/commands/1' },
};

describe('a command on its way', () => {
  it('is taken with the proof of the action function, and parked without', () => {
    const text = writeAskMessage(message);
    expect(readAskMessage(withProof(text, SEAL), SEAL)).toEqual({ ok: true, message });
    expect(readAskMessage(text, SEAL)).toMatchObject({ ok: false, mayBecomeReadable: false });
    const other = withProof(text, SEAL).replace('"text":"cases"', '"text":"mine"');
    expect(readAskMessage(other, SEAL)).toMatchObject({ ok: false });
    expect(readAskMessage(writeAskMessage({ ...message, v: 2 as never }), SEAL)).toMatchObject({ ok: false });
    expect(readAskMessage('{"kind":"decide"}', SEAL)).toBeNull();
    expect(readAskMessage('not JSON', SEAL)).toBeNull();
  });
});

it('a command is quarantined by a function of the version before, until that is replaced', () => {
  expect(readVerdictMessage(writeAskMessage(message))).toMatchObject({ ok: false, mayBecomeReadable: true });
});

describe('the function that answers', () => {
  const open = (told: readonly ('told' | 'again' | 'refused')[] = ['told']) => {
    const [asked, answers]: [ToRun[], unknown[]] = [[], []];
    const clock = createManualClock(message.atMs);
    const left = [...told];
    const handle = createAskHandler({
      config,
      async run(one) {
        asked.push(one);
        return plainAnswer('answered');
      },
      namedInOf: (chat) => (chat === 'slack' ? sectionOf('slack').namedIn : undefined),
      repliesOf: () => ({
        async answer(_, answer) {
          answers.push(answer);
          return left.shift() ?? 'told';
        },
      }),
      clock,
      log: () => undefined,
    });
    return { asked, answers, clock, handle };
  };

  it('answers once, whatever is repeated, with the urgency of people and not of feeds', async () => {
    const { asked, answers, handle } = open();
    expect([await handle(message), await handle(message)]).toEqual(['done', 'done']);
    expect(answers).toHaveLength(1);
    expect(asked[0]?.call).toMatchObject({ priority: 'interactive', deadline: message.atMs + 10_000 });
    expect(asked[0]?.domains).toEqual([{ name: 'acme', show: 'full' }]);
  });

  it('judges again who asks, by what it knows itself', async () => {
    const { asked, answers, handle } = open();
    await handle({ ...message, by: { ...ADA, id: 'U0EVE00001' } });
    expect(asked).toEqual([]);
    expect(JSON.stringify(answers)).toContain('Only people who can decide');
  });

  it('comes back when the chat cannot be reached, and not when it refuses', async () => {
    const { handle } = open(['again', 'refused']);
    expect(await handle(message)).toBe('retry');
    expect(await handle(message)).toBe('done');
  });

  it('leaves alone what nobody waits for any more, and what it cannot answer', async () => {
    const { answers, clock, handle } = open();
    expect(await handle({ ...message, reply: null })).toBe('done');
    expect(await handle({ ...message, by: { ...ADA, surface: 'gone' } })).toBe('done');
    clock.advance(26 * 60_000);
    expect(await handle(message)).toBe('done');
    expect(answers).toEqual([]);
  });
});
