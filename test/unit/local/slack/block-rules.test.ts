import { describe, expect, it } from 'vitest';
import { checkMessageBlocks, checkView } from '../../../../local/slack/blocks/check-blocks.ts';
import { button, modal, mrkdwn, option, plain } from './harness.ts';

const refusal = (...blocks: object[]): readonly string[] => {
  const checked = checkMessageBlocks(blocks);
  return checked.ok ? [] : checked.messages;
};
const section = (more: object) => ({ type: 'section', text: plain('Words'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});

describe('strictness', () => {
  it('knows no other blocks and elements than it knows', () => {
    expect(refusal({ type: 'sektion', text: plain('a') })).toEqual([
      '[ERROR] unsupported type: sektion [json-pointer:/blocks/0/type]',
    ]);
    expect(refusal(actions({ type: 'knob', action_id: 'a' }))).toEqual([
      '[ERROR] unsupported type: knob [json-pointer:/blocks/0/elements/0/type]',
    ]);
    expect(refusal({ text: plain('a') })).toEqual([
      '[ERROR] missing required field: type [json-pointer:/blocks/0]',
    ]);
  });

  it('names every property that does not belong', () => {
    expect(refusal(section({ colour: 'red' }))).toEqual([
      '[ERROR] invalid additional property: colour [json-pointer:/blocks/0]',
    ]);
    expect(refusal(section({ text: { ...plain('a'), verbatim: true } }))).toEqual([
      '[ERROR] invalid additional property: verbatim [json-pointer:/blocks/0/text]',
    ]);
    expect(refusal(section({ text: { ...mrkdwn('a'), emoji: true } }))).toEqual([
      '[ERROR] invalid additional property: emoji [json-pointer:/blocks/0/text]',
    ]);
  });

  it('says what is missing, what is too long and what has the wrong shape', () => {
    expect(refusal({ type: 'header' })).toEqual([
      '[ERROR] missing required field: text [json-pointer:/blocks/0]',
    ]);
    expect(refusal({ type: 'header', text: 'words' })).toEqual([
      '[ERROR] must provide an object [json-pointer:/blocks/0/text]',
    ]);
    expect(refusal(section({ text: plain('x'.repeat(3_001)) }))).toEqual([
      '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ]);
    expect(refusal({ type: 'section' })).toEqual([
      '[ERROR] must define either `text` or `fields` [json-pointer:/blocks/0]',
    ]);
  });

  it('takes plain text only where Slack does', () => {
    expect(refusal({ type: 'header', text: mrkdwn('*a*') })).not.toEqual([]);
    expect(refusal(actions(button('a', { text: mrkdwn('*a*') })))).not.toEqual([]);
    expect(refusal({ type: 'input', label: mrkdwn('a'), element: { type: 'plain_text_input' } })).not.toEqual(
      [],
    );
    expect(refusal(actions({ type: 'radio_buttons', options: [{ text: mrkdwn('a'), value: 'v' }] }))).toEqual(
      [],
    );
    expect(
      refusal(actions({ type: 'static_select', options: [{ text: mrkdwn('a'), value: 'v' }] })),
    ).not.toEqual([]);
  });

  it('has two styles for buttons and opens web pages only', () => {
    expect(refusal(actions(button('a', { style: 'primary' }), button('b', { style: 'danger' })))).toEqual([]);
    expect(refusal(actions(button('a', { style: 'default' })))).not.toEqual([]);
    expect(refusal(actions(button('a', { url: 'javascript:alert(1)' })))).not.toEqual([]);
    expect(refusal(actions(button('a', { url: 'not an address' })))).not.toEqual([]);
  });

  it('wants block_ids unique in the message, and action_ids in their block', () => {
    expect(refusal(section({ block_id: 'b' }), section({ block_id: 'b' }))).toEqual([
      '[ERROR] block_id `b` already exists [json-pointer:/blocks]',
    ]);
    expect(refusal(actions(button('a'), button('a')))).toEqual([
      '[ERROR] action_id `a` already exists [json-pointer:/blocks/0]',
    ]);
    expect(refusal(actions(button('a')), actions(button('a')))).toEqual([]);
  });

  it('wants options or option groups, different values, and a first choice that is on offer', () => {
    const select = (more: object) => actions({ type: 'static_select', ...more });
    const groups = [{ label: plain('g'), options: [option('v')] }];
    expect(refusal(select({}))).not.toEqual([]);
    expect(refusal(select({ options: [option('v')], option_groups: groups }))).not.toEqual([]);
    expect(refusal(select({ options: [option('v'), option('v', 'other')] }))).not.toEqual([]);
    expect(refusal(select({ options: [option('v')], initial_option: option('w') }))).not.toEqual([]);
    expect(refusal(select({ option_groups: groups, initial_option: option('v') }))).toEqual([]);
    expect(refusal(select({ options: [{ ...option('v'), url: 'https://a.example' }] }))).not.toEqual([]);
  });

  it('keeps elements in the blocks they belong to', () => {
    const multi = { type: 'multi_static_select', options: [option('v')] };
    const image = { type: 'image', image_url: 'https://a.example/i.png', alt_text: 'a' };
    expect(refusal(actions(multi))).not.toEqual([]);
    expect(refusal(section({ accessory: multi }))).toEqual([]);
    expect(refusal(actions(image))).not.toEqual([]);
    expect(refusal({ type: 'context', elements: [image, mrkdwn('a')] })).toEqual([]);
    expect(refusal({ type: 'context', elements: [button('a')] })).not.toEqual([]);
    expect(refusal(section({ accessory: { type: 'plain_text_input' } }))).not.toEqual([]);
    expect(refusal({ type: 'input', label: plain('a'), element: button('a') })).not.toEqual([]);
  });

  it('wants the lengths of an input to make sense', () => {
    const input = (more: object) => ({
      type: 'input',
      label: plain('a'),
      element: { type: 'plain_text_input', ...more },
    });
    expect(refusal(input({ min_length: 5, max_length: 4 }))).not.toEqual([]);
    expect(refusal(input({ initial_value: 'abc', max_length: 2 }))).not.toEqual([]);
    expect(refusal(input({ max_length: 0 }))).not.toEqual([]);
    expect(refusal(input({ initial_value: 'abc', max_length: 3 }))).toEqual([]);
  });

  it('lets one element only have the focus', () => {
    const focused = (actionId: string) => ({
      type: 'input',
      label: plain('a'),
      element: { type: 'plain_text_input', action_id: actionId, focus_on_load: true },
    });
    expect(checkView(modal({ blocks: [focused('a')] }))).toMatchObject({ ok: true });
    expect(checkView(modal({ blocks: [focused('a'), focused('b')] }))).toMatchObject({ ok: false });
  });
});

describe('rich text', () => {
  it('takes sections, lists, quotes and preformatted text', () => {
    const words = [{ type: 'text', text: '<!channel> *stays* as it is', style: { bold: true } }];
    const inner = { type: 'rich_text_section', elements: words };
    expect(
      refusal({
        type: 'rich_text',
        elements: [
          inner,
          { type: 'rich_text_list', style: 'bullet', elements: [inner] },
          { type: 'rich_text_quote', elements: words },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }] },
        ],
      }),
    ).toEqual([]);
  });

  it('refuses text without text, unknown parts, and what does not belong', () => {
    expect(refusal(rich({ type: 'text', text: '' }))).not.toEqual([]);
    expect(refusal(rich({ type: 'text', text: 'a', color: 'red' }))).not.toEqual([]);
    expect(refusal(rich({ type: 'blink', text: 'a' }))).not.toEqual([]);
    expect(refusal(rich({ type: 'user', user_id: 'everyone' }))).not.toEqual([]);
    expect(refusal({ type: 'rich_text', elements: [{ type: 'text', text: 'a' }] })).not.toEqual([]);
    expect(
      refusal({
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'emoji', name: 'tada' }] }],
      }),
    ).not.toEqual([]);
  });
});

describe('views', () => {
  it('need a way to submit when there is something to fill in', () => {
    const blocks = [{ type: 'input', label: plain('a'), element: { type: 'plain_text_input' } }];
    const { submit: _, ...silent } = modal({ blocks });
    expect(checkView(silent)).toEqual({
      ok: false,
      error: 'invalid_arguments',
      messages: ['[ERROR] missing required field: submit [json-pointer:/view]'],
    });
    expect(checkView(modal({ blocks }))).toMatchObject({ ok: true });
  });

  it('have a title, blocks and a type, and nothing that is not theirs', () => {
    const { title: _, ...nameless } = modal();
    expect(checkView(nameless)).toMatchObject({ ok: false });
    expect(checkView(modal({ blocks: [] }))).toMatchObject({ ok: false });
    expect(checkView(modal({ type: 'window' }))).toMatchObject({ ok: false });
    expect(checkView(modal({ footer: 'a' }))).toMatchObject({ ok: false });
    expect(checkView('words')).toMatchObject({ ok: false });
  });
});
