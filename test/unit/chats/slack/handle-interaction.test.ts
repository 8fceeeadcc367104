import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../../lib/base/seal.ts';
import { type Target, writeTarget } from '../../../../lib/chats/document/button-target.ts';
import { EVIDENCE_VERB, outcomeVerb } from '../../../../lib/chats/document/press.ts';
import type { SlackAnswer } from '../../../../lib/chats/slack/api.ts';
import { writeMetadata } from '../../../../lib/chats/slack/form-metadata.ts';
import { createInteractionHandler } from '../../../../lib/chats/slack/handle-interaction.ts';
import type { BlockActions } from '../../../../lib/chats/slack/interaction.ts';
import { type PrivateMessage, readPrivateMessage } from '../../../../lib/chats/slack/private-message.ts';
import { FORM_OPTION, MENU_ACTION } from '../../../../lib/chats/slack/read-click.ts';
import type { BridgeConfig } from '../../../../lib/config/define-bridge.ts';
import type { ChatAnswer } from '../../../../lib/outbox/chat-port.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../../lib/verdict/verdict-message.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { SEAL } from '../../../support/sealed.ts';
import { ANNA, CASE, NOW_MS, rules } from '../document/stories.ts';

const TARGET: Target = {
  domain: 'acme',
  caseId: CASE.case_id,
  destination: 'soc',
  createdAtMs: 1,
  decisionId: null,
};

const SHOWN = {
  key: { domain: 'acme', destination: 'soc' },
  content: { kind: 'case', item: CASE, trimmed: [] },
  memory: null,
} as const;

const click = (fields: Partial<BlockActions> = {}): BlockActions => ({
  kind: 'block-actions',
  teamId: 'T1',
  user: { id: ANNA.id, name: 'anna' },
  actionId: outcomeVerb('TRUE_POSITIVE'),
  actionTs: '1.1',
  triggerId: 'x',
  channelId: 'C0SOC',
  messageTs: '1.0',
  threadTs: null,
  ephemeral: false,
  view: null,
  responseUrl: 'https://hooks.slack.com/actions/1',
  payload: {
    actions: [
      { type: 'button', action_id: outcomeVerb('TRUE_POSITIVE'), value: writeTarget(TARGET, SEAL.of) },
    ],
  },
  ...fields,
});

function create({
  queueFails = false,
  newsFail = false,
  channel = 'C0SOC',
  opening = () => Promise.reject(new Error('not asked')),
  telling = async () => ({ is: 'ok', value: null }),
}: {
  queueFails?: boolean;
  /** The queue of the notifier takes nothing. */
  newsFail?: boolean;
  channel?: string;
  /** What Slack answers when a form is to be opened. */
  opening?: () => Promise<SlackAnswer>;
  /** What Slack answers to a private message that does not go through the queue. */
  telling?: () => Promise<ChatAnswer<null>>;
} = {}) {
  const clock = createLazyClock(NOW_MS + 60_000);
  const queued: VerdictMessage[] = [];
  /** What happened, in turn. */
  const story: string[] = [];
  const words: PrivateMessage[] = [];
  const marks: string[] = [];
  /** What Slack was asked for, besides forms. */
  const called: string[] = [];
  const answer = createInteractionHandler({
    ...asksNothing,
    config: {
      destinations: { soc: { type: 'slack', channel } },
      domains: { acme: {} },
      verdicts: rules(),
      routes: [],
      people: {},
    } as unknown as BridgeConfig,
    queue: async (message) => {
      if (queueFails) throw new Error('down');
      queued.push(message);
      story.push('queued');
    },
    async sendNews(body, { id }) {
      if (newsFail) throw new Error('down');
      const read = readPrivateMessage(body, SEAL);
      if (!read?.ok) throw new Error('no private message');
      marks.push(id);
      words.push(read.message);
      story.push(`told: ${read.message.text}`);
    },
    api: async () => ({
      call(method) {
        if (method === 'views.open') return opening();
        called.push(method);
        return Promise.resolve({ is: 'ok', body: {} });
      },
    }),
    directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
    routesOf: async () => null,
    responder: {
      async tell(_, { text }) {
        story.push(`told without the queue: ${text}`);
        return telling();
      },
    },
    lookUp: async () => ({ delivery: SHOWN, answer: null }),
    buttonSeal: async () => SEAL,
    clock,
    log: () => undefined,
    metrics: () => undefined,
  });
  return { answer, queued, story, words, marks, called, clock, startedAtMs: clock.now() };
}

const RECEIVED = expect.stringMatching(/^told: Got it\. The case updates/) as string;
/** Time goes on only when nothing else is left to do. */
function createLazyClock(start: number) {
  let now = start;
  const sleep = async (ms: number) => {
    const until = now + ms;
    await new Promise((resolve) => setTimeout(resolve, ms / 20));
    now = Math.max(now, until);
  };
  return { now: () => now, sleep };
}

describe('a click that the queue has', () => {
  it('is answered without a word from Slack, and the notifier tells the analyst, unless it is dealt with by then', async () => {
    const { answer, story, words, queued, clock, startedAtMs } = create();
    expect(await answer(click())).toBeNull();
    expect(story).toEqual(['queued', RECEIVED]);
    expect(clock.now()).toBe(startedAtMs);
    const { request } = queued[0] as Extract<VerdictMessage, { kind: 'decide' }>;
    expect(words).toMatchObject([
      {
        responseUrl: 'https://hooks.slack.com/actions/1',
        unless: { domain: 'acme', caseId: CASE.case_id, clickId: request.id },
      },
    ]);
  });

  it('is told once when Slack delivers it again', async () => {
    const { answer, marks } = create();
    for (let time = 0; time < 2; time++) await answer(click());
    await answer(click({ actionTs: '2.2' }));
    expect(marks[1]).toBe(marks[0]);
    expect(marks[2]).not.toBe(marks[0]);
  });

  it('has no such word when the queue does not have it', async () => {
    const { answer, story } = create({ queueFails: true });
    await answer(click());
    expect(story).toEqual([expect.stringContaining("That didn't go through. Nothing was recorded")]);
  });
});

describe('a slow Slack', () => {
  const silent = () => new Promise<never>(() => undefined);
  /** Slack waits for three seconds. */
  const waited = async (parts: Parameters<typeof create>[0], pressed: BlockActions) => {
    const { answer, clock, startedAtMs, story } = create(parts);
    await answer({ ...pressed, actionTs: String(startedAtMs / 1_000) });
    expect(clock.now() - startedAtMs).toBeLessThan(2_600);
    return story;
  };
  const value = writeTarget(TARGET, SEAL.of);
  const opens = (actionId: string) =>
    click({ actionId, payload: { actions: [{ type: 'button', action_id: actionId, value }] } });

  it('does not delay the answer to a press whose private message no queue takes', async () => {
    const story = await waited({ newsFail: true, telling: silent }, click());
    expect(story).toEqual(['queued', expect.stringContaining('told without the queue: Got it')]);
  });

  it('does not delay it when it says nothing about a form', async () => {
    const story = await waited({ opening: silent }, opens('verdict:form'));
    expect(story).toEqual([expect.stringContaining('Slack is slow to open the form')]);
  });

  it('does not delay it when it opens the evidence and then says nothing', async () => {
    expect(await waited({ opening: silent }, opens(EVIDENCE_VERB))).toHaveLength(1);
  });
});

it('has one who may not decide told at once, and hands the verdict function what it has to write down', async () => {
  const { answer, story, queued } = create({ channel: 'C0OTHER' });
  await answer(click());
  expect(story).toEqual([expect.stringContaining('only in the channel it was sent to'), 'queued']);
  const pressed = { what: 'pressed "True positive"', outcome: 'TRUE_POSITIVE' };
  expect(queued).toMatchObject([{ kind: 'denied', reply: null, ...pressed }]);
});

describe('the evidence of a case that is over', () => {
  const value = writeTarget(TARGET, SEAL.of);
  const looking = click({
    // Not among those who may decide: everybody in the channel may look.
    user: { id: 'U0READER', name: 'reader' },
    actionId: EVIDENCE_VERB,
    payload: { actions: [{ type: 'button', action_id: EVIDENCE_VERB, value }] },
  });
  const opened = async (): Promise<SlackAnswer> => ({ is: 'ok', body: { view: { id: 'V1', hash: 'h' } } });

  it('is shown to whoever presses, and nothing is queued', async () => {
    const { answer, story, called, queued } = create({ opening: opened });
    expect(await answer(looking)).toBeNull();
    expect([story, called, queued]).toEqual([[], ['views.update'], []]);
  });

  it('is shown in its own channel only', async () => {
    const { answer, story, called } = create({ opening: opened, channel: 'C0OTHER' });
    await answer(looking);
    expect(called).toEqual([]);
    expect(story).toContainEqual(expect.stringContaining('only in the channel it was sent to'));
  });
});

describe('a form', () => {
  const wanting = click({
    actionId: MENU_ACTION,
    payload: {
      actions: [{ action_id: MENU_ACTION, block_id: 'row', selected_option: { value: FORM_OPTION } }],
      message: { blocks: [{ block_id: 'row', elements: [{ value: writeTarget(TARGET, SEAL.of) }] }] },
    },
  });
  const refused = (code: string): SlackAnswer => ({ is: 'refused', code, permanent: true, reason: code });

  it.each<[string, SlackAnswer, unknown[]]>([
    ['that opened', { is: 'ok', body: { view: { id: 'V1', hash: 'h' } } }, []],
    ['that is there already, from the same press', refused('exchanged_trigger_id'), []],
    [
      'that may open late',
      { is: 'unknown', reason: 'views.open got no answer' },
      [expect.stringMatching(/^told: Slack is slow.*If it does not appear in a moment, press again\.$/)],
    ],
    [
      'that came too late to be opened',
      refused('expired_trigger_id'),
      [expect.stringMatching(/^told: The form could not be opened/)],
    ],
    [
      'that Slack has no time for',
      { is: 'busy', retryAfterMs: 1_000 },
      [expect.stringContaining('could not be opened')],
    ],
  ])('%s is called what it is', async (_, opening, told) => {
    const { answer, story, queued } = create({ opening: async () => opening });
    expect(await answer(wanting)).toBeNull();
    expect(story).toEqual(told);
    expect(queued).toEqual([]);
  });
});

it('queues a form that came back as a message that the verdict function reads', async () => {
  const metadata = {
    about: { mode: 'override', target: { ...TARGET, decisionId: 'd1' } },
    ...{ channel: 'C0SOC', messageTs: '1.0', threadTs: null, responseUrl: null },
  } as const;
  const { answer, queued } = create();
  const values = {
    outcome: { outcome: { selected_option: { value: 'SAFE' } } },
    comment: { comment: { value: 'known travel' } },
  };
  const view = { id: 'V1', hash: 'h', callbackId: 'verdict', values };
  const privateMetadata = writeMetadata(metadata, SEAL.of) ?? '';
  const user = { id: ANNA.id, name: 'anna' };
  const submission = { kind: 'view-submission', teamId: 'T1', user } as const;
  expect(await answer({ ...submission, view: { ...view, privateMetadata } })).toBeNull();
  expect(readVerdictMessage(writeVerdictMessage(queued[0] as VerdictMessage))).toMatchObject({
    ok: true,
    message: { request: { outcome: 'SAFE', overrides: 'd1' }, reply: { channel: 'C0SOC', messageTs: '1.0' } },
  });
});

describe('an outcome that is chosen in a form', () => {
  const metadata = {
    about: { mode: 'comment', target: TARGET },
    ...{ channel: 'C0SOC', messageTs: '1.0', threadTs: null, responseUrl: null },
  } as const;
  const choose = (privateMetadata: string, callbackId = 'verdict') =>
    click({
      actionId: 'outcome',
      channelId: null,
      messageTs: null,
      responseUrl: null,
      view: {
        id: 'V1',
        callbackId,
        privateMetadata,
        values: { outcome: { outcome: { selected_option: { value: 'SAFE' } } } },
      },
    });
  const genuine = writeMetadata(metadata, SEAL.of) ?? '';
  const OTHER_KEY = createSeal({ secret: Buffer.alloc(32, 8) });

  it('changes the form, and decides nothing', async () => {
    const { answer, story, called, queued } = create();
    expect(await answer(choose(genuine))).toBeNull();
    expect(called).toEqual(['views.update']);
    expect([...story, ...queued]).toEqual([]);
  });

  it.each([
    ['of another case', choose(genuine.replace(CASE.case_id, '00000000-1111-4222-8333-444455556666'))],
    ['that the bridge did not write', choose(writeMetadata(metadata, OTHER_KEY.of) ?? '')],
    ['that is not ours', choose(genuine, 'other')],
    ['that cannot be read', choose('{')],
  ])('shows nothing in a form %s', async (_, chosen) => {
    const { answer, story, called } = create();
    expect(await answer(chosen)).toBeNull();
    expect([...story, ...called]).toEqual([]);
  });
});

describe('a press on who is on a case', () => {
  it.each([
    ['claim:claim', null, { kind: 'claim', decisionId: 'none' }],
    ['claim:take-over', 'k1', { kind: 'claim', decisionId: 'k1' }],
    ['claim:hand-back', 'k1', { kind: 'hand-back', decisionId: 'k1' }],
  ])('is queued: %s', async (actionId, decisionId, message) => {
    const { answer, queued, story } = create();
    const value = writeTarget({ ...TARGET, decisionId }, SEAL.of);
    await answer(click({ actionId, payload: { actions: [{ type: 'button', action_id: actionId, value }] } }));
    expect(queued).toMatchObject([{ ...message, place: 'soc', by: { id: ANNA.id } }]);
    // Nothing of it would ever be recorded.
    expect(story).toEqual(['queued', expect.stringMatching(/^told: Got it\. The case shows who has it/)]);
  });

  it('counts for nothing with a seal of something else', async () => {
    const { answer, queued } = create();
    const value = writeTarget({ ...TARGET, decisionId: 'k1' }, SEAL.of)?.replace('k1', 'k2');
    await answer(click({ payload: { actions: [{ type: 'button', action_id: 'claim:hand-back', value }] } }));
    expect(queued.map(({ kind }) => kind)).toEqual(['denied']);
  });
});
