import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../lib/case/answer.ts';
import {
  type PrivateMessage,
  readPrivateMessage,
  writePrivateMessage,
} from '../../../../lib/chats/slack/private-message.ts';
import { createSendPrivateMessage } from '../../../../lib/chats/slack/send-private-message.ts';
import type { ChatAnswer } from '../../../../lib/outbox/chat-port.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { SEAL } from '../../../support/sealed.ts';
import { NOW_MS, verdict } from '../document/stories.ts';

const URL = 'https://hooks.slack.com/actions/1';
const MESSAGE: PrivateMessage = {
  ...{ responseUrl: URL, threadTs: '1.0', atMs: NOW_MS, text: 'Received', blocks: [] },
  unless: { domain: 'acme', caseId: 'c1', clickId: 'k1' },
};
const answerAt = (atMs: number): Answer => {
  const { decision, ...row } = verdict({ is: 'undoable', sinceMs: atMs, untilMs: atMs + 1 });
  const entry = { id: decision.id, atMs, what: 'decided', by: decision.by, outcome: 'SAFE' };
  return { ...row, decision, trail: [{ ...entry, comment: null, answer: null }] } as unknown as Answer;
};

function open({
  answer = null,
  telling = { is: 'ok', value: null },
}: {
  answer?: Answer | null;
  telling?: ChatAnswer<null>;
} = {}) {
  const clock = createManualClock(NOW_MS);
  const told: unknown[] = [];
  const send = createSendPrivateMessage({
    responder: {
      async tell(...args) {
        told.push(args);
        return telling;
      },
    },
    answerOf: async () => answer,
    clock,
    log: () => undefined,
  });
  const sendAt = (ageMs: number, message: PrivateMessage = MESSAGE) => {
    clock.advance(ageMs);
    return send({ kind: 'private-message', ...message });
  };
  return { sendAt, told };
}

describe('that a click was received', () => {
  it('is told when the verdict function has not dealt with it in a moment, and the queue does the waiting', async () => {
    const { sendAt, told } = open();
    expect(await sendAt(100)).toEqual({ retryAfterMs: 1_400 });
    expect(told).toEqual([]);
    expect(await sendAt(1_400)).toBe('done');
    expect(told).toEqual([[URL, { text: 'Received', blocks: [] }, { threadTs: '1.0' }]]);
  });

  it.each([
    ['the message shows what came of it', answerAt(NOW_MS + 50)],
    [
      'it was refused, which the verdict function tells',
      { ...answerAt(1), refused: [{ id: 'k1', because: 'x' }] },
    ],
  ])('is not told when %s', async (_, answer) => {
    const { sendAt, told } = open({ answer: answer as Answer });
    expect(await sendAt(2_000)).toBe('done');
    expect(told).toEqual([]);
  });

  it('is told although somebody decided the case before', async () => {
    const { sendAt, told } = open({ answer: answerAt(NOW_MS - 1) });
    await sendAt(2_000);
    expect(told).toHaveLength(1);
  });
});

describe('a private message', () => {
  const plain = { ...MESSAGE, unless: undefined };

  it('without a condition is told at once, and an old one never', async () => {
    const { sendAt, told } = open();
    expect(await sendAt(0, plain)).toBe('done');
    expect(await sendAt(26 * 60_000, plain)).toBe('done');
    expect(told).toHaveLength(1);
  });

  it.each<[ChatAnswer<null>, unknown]>([
    [{ is: 'busy', retryAfterMs: 3_000 }, { retryAfterMs: 3_000 }],
    [{ is: 'failed', reason: 'x' }, 'retry'],
    // It may be there.
    [{ is: 'unknown', reason: 'x' }, 'done'],
    [{ is: 'refused', code: 'used_url', kind: 'place', reason: 'x', messageGone: false }, 'done'],
  ])('that Slack answers with %j is handled as %j', async (telling, handled) => {
    expect(await open({ telling }).sendAt(0, plain)).toEqual(handled);
  });

  it('counts only with the proof that the bridge wrote it', () => {
    const body = writePrivateMessage(MESSAGE, SEAL);
    expect(readPrivateMessage(body, SEAL)).toMatchObject({ ok: true, message: MESSAGE });
    for (const forged of [
      body.replace('Received', 'Rejected'),
      body.replace('actions/1', 'actions/2'),
      JSON.stringify({ v: 1, kind: 'private-message', ...MESSAGE }),
    ])
      expect(readPrivateMessage(forged, SEAL)).toMatchObject({ ok: false, mayBecomeReadable: false });
    expect(readPrivateMessage('{"v":1,"kind":"wake-up"}', SEAL)).toBeNull();
  });
});
