import { describe, expect, it } from 'vitest';
import { type Target, writeTarget } from '../../../../lib/chats/document/button-target.ts';
import { CASE_QUESTIONS } from '../../../../lib/chats/document/case-questions.ts';
import { plainAnswer } from '../../../../lib/chats/document/command-answer.ts';
import type { TypedCommand } from '../../../../lib/chats/presses/chat-definition.ts';
import { createInteractionHandler } from '../../../../lib/chats/slack/handle-interaction.ts';
import type { BlockActions } from '../../../../lib/chats/slack/interaction.ts';
import { readPrivateMessage } from '../../../../lib/chats/slack/private-message.ts';
import type { Case } from '../../../../lib/posture/schemas/case.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { SEAL } from '../../../support/sealed.ts';
import { renderCase } from '../../../support/written-slack.ts';
import { CASE, story } from '../document/stories.ts';

const TARGET: Target = {
  ...{ domain: 'acme', caseId: CASE.case_id, destination: 'soc', createdAtMs: 1, decisionId: null },
};

/** What is chosen in the menu of a message in a channel. */
function choose(
  optionValue: string,
  { channelId = 'C0SOC', value = writeTarget(TARGET, SEAL.of) } = {},
): BlockActions {
  const row = { type: 'actions', block_id: 'row', elements: [{ type: 'button', value }] };
  return {
    ...{ kind: 'block-actions', teamId: 'T1', user: { id: 'U0ANNA0000', name: 'anna' } },
    ...{ actionId: 'ask:case', actionTs: '1.1', triggerId: 'x', channelId, messageTs: '1.0', threadTs: null },
    ...{ ephemeral: false, view: null, responseUrl: 'https://hooks.slack.com/actions/1' },
    payload: {
      actions: [{ action_id: 'ask:case', block_id: 'row', selected_option: { value: optionValue } }],
      message: { blocks: [row] },
    },
  };
}

function open(item: Partial<Case> = {}) {
  const [asked, told]: [TypedCommand[], string[]] = [[], []];
  const content = { kind: 'case', item: { ...CASE, ...item }, trimmed: [] } as const;
  const answer = createInteractionHandler({
    ...asksNothing,
    config: {
      destinations: { soc: { type: 'slack', channel: 'C0SOC' } },
      domains: { acme: {} },
      people: {},
    } as never,
    async ask(typed) {
      asked.push(typed);
      return { ...plainAnswer('Looking it up'), isInterim: true };
    },
    async sendNews(body) {
      const read = readPrivateMessage(body, SEAL);
      if (read?.ok) told.push(read.message.text);
    },
    directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
    responder: { tell: () => Promise.reject(new Error('the queue takes it')) },
    api: () => Promise.reject(new Error('no form is opened')),
    lookUp: async () => ({
      delivery: { key: { domain: 'acme', destination: 'soc' }, content, memory: null },
      answer: null,
    }),
    routesOf: async () => null,
    queue: () => Promise.reject(new Error('nobody decides')),
    buttonSeal: async () => SEAL,
    clock: createManualClock(),
    log: () => undefined,
    metrics: () => undefined,
  });
  return { answer, asked, told };
}

describe('the menu Ask… of a case', () => {
  it('stands beside its buttons, with each question', () => {
    const row = renderCase(story()).blocks.find(({ type }) => type === 'actions') as { elements: object[] };
    expect(row.elements.at(-1)).toMatchObject({
      type: 'static_select',
      placeholder: { text: 'Ask…' },
      options: CASE_QUESTIONS.map(({ command, label }) => ({ value: command, text: { text: label } })),
    });
  });

  it.each([
    ['case', `case ${CASE.case_id} in acme`],
    ['who', `who ${CASE.user_email} in acme`],
    ['cases', `cases ${CASE.user_email} in acme`],
    ['threats', `threats ${CASE.user_email} in acme`],
    ['hunt', `hunt ${CASE.case_id} in acme`],
  ])('asks the command that one could type: %s', async (question, text) => {
    const { answer, asked, told } = open();
    expect(await answer(choose(question))).toBeNull();
    // Asked by this person in this channel, and answered at the address of the press.
    expect(asked).toMatchObject([
      {
        ...{ text, page: null, channelId: 'C0SOC', by: { id: 'U0ANNA0000' } },
        reply: { surface: 'slack', responseUrl: 'https://hooks.slack.com/actions/1' },
      },
    ]);
    expect(told).toEqual([]);
  });

  it('asks about nobody where the channel is not shown who it is', async () => {
    const { answer, asked, told } = open({ user_email: null, user_name: null });
    for (const question of ['who', 'cases', 'threats']) await answer(choose(question));
    expect(asked).toEqual([]);
    expect(told).toEqual(Array(3).fill('The case does not say whom it is about.'));
  });

  it.each([
    ['another channel', choose('case', { channelId: 'C0OTHER' })],
    ['a question that is not in it', choose('mute')],
    ['a case that the bridge did not write there', choose('case', { value: writeTarget(TARGET) ?? '' })],
    ['no button beside it', choose('case', { value: '' })],
  ])('asks nothing for %s', async (_, pressed) => {
    const { answer, asked, told } = open();
    await answer(pressed);
    expect(asked).toEqual([]);
    expect(told).toHaveLength(1);
  });
});
