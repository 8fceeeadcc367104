import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Target, writeTarget } from '../../../../lib/chats/document/button-target.ts';
import { readRequest } from '../../../../lib/chats/slack/read-click.ts';
import { renderCase } from '../../../support/written-slack.ts';
import { CASE, STATES, story, verdict } from '../document/stories.ts';
import { nodesOf } from './check-limits.ts';

const TARGET: Target = {
  domain: 'acme',
  caseId: CASE.case_id,
  destination: 'soc',
  createdAtMs: Date.parse(CASE.created_at),
  decisionId: null,
};

const pressIn = (payload: unknown) => {
  const request = readRequest(payload, null);
  return typeof request === 'object' && request?.is === 'press' ? request : null;
};

/** A message as Slack sends it along: with the block ids it made up. */
const posted = (blocks: readonly object[]) =>
  blocks.map((block, index) => ({ ...block, block_id: `b${index}` }));

const pressed = (blocks: readonly object[], actionId: string, option?: string) => {
  const row = posted(blocks).find((block) =>
    [...nodesOf(block)].some(({ action_id }) => action_id === actionId),
  );
  const element = [...nodesOf(row)].find(({ action_id }) => action_id === actionId);
  const chosen = option === undefined ? { value: element?.value } : { selected_option: { value: option } };
  return {
    type: 'block_actions',
    actions: [{ action_id: actionId, block_id: row?.block_id, ...chosen }],
    message: { blocks: posted(blocks) },
  };
};

describe('the target of a press', () => {
  it('is read from every button of every state', () => {
    for (const state of [null, ...STATES]) {
      const { blocks } = renderCase(story({ answer: state && verdict(state) }));
      for (const { type, action_id } of nodesOf(blocks)) {
        if (type !== 'button') continue;
        const onDecision = String(action_id).startsWith('decision:');
        const payload = pressed(blocks, String(action_id));
        expect(pressIn(payload)?.read.target).toEqual({
          ...TARGET,
          decisionId: onDecision ? 'd1' : null,
        });
      }
    }
  });

  it('is read for the menu from a button beside it', () => {
    const payload = pressed(renderCase(story()).blocks, 'verdict:more', 'SAFE');
    expect(pressIn(payload)?.read.target).toEqual(TARGET);
    expect(pressIn(payload)?.press).toEqual({ is: 'outcome', outcome: 'SAFE' });
  });

  it('is that of the case for the menu beside a retry button', () => {
    const failed = STATES.find(({ is }) => is === 'failed') as (typeof STATES)[number];
    const { blocks } = renderCase(story({ answer: verdict(failed) }));
    expect(pressIn(pressed(blocks, 'verdict:more', 'FORM'))?.read.target).toEqual(TARGET);
    expect(pressIn(pressed(blocks, 'verdict:more', 'FORM'))?.press).toEqual({ is: 'form' });
  });

  it.each([
    ['nothing', null],
    ['no action', { actions: [] }],
    ['another value', { actions: [{ action_id: 'verdict:SAFE', value: 'y' }] }],
    ['JSON of another shape', { actions: [{ action_id: 'verdict:SAFE', value: '{"d":1}' }] }],
    ['a menu without its message', { actions: [{ action_id: 'verdict:more', block_id: 'b' }] }],
    ['a menu in another row', pressedElsewhere()],
  ])('is null for %s', (_, payload) => {
    expect(pressIn(payload)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        readRequest(one, null);
        readRequest({ actions: [one], message: other }, null);
        const menu = { action_id: 'verdict:more', block_id: 'b', selected_option: { value: 'SAFE' } };
        readRequest({ actions: [menu], message: { blocks: [one, other] } }, null);
      }),
    );
  });
});

function pressedElsewhere() {
  const payload = pressed(renderCase(story()).blocks, 'verdict:more', 'SAFE');
  return { ...payload, actions: [{ ...payload.actions[0], block_id: 'other' }] };
}

describe('what was pressed', () => {
  it.each([
    ['verdict:TRUE_POSITIVE', { is: 'outcome', outcome: 'TRUE_POSITIVE' }],
    ['decision:undo', { is: 'undo' }],
    ['decision:override', { is: 'override' }],
    ['verdict:more', null],
    ['verdict:NONSENSE', null],
    ['other', null],
  ])('is %s', (action_id, press) => {
    const value = writeTarget(TARGET);
    expect(pressIn({ actions: [{ action_id, value }] })?.press ?? null).toEqual(press);
  });
});
