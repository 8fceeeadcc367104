import { describe, expect, it } from 'vitest';
import { checkMessageBlocks, checkView } from '../../../../local/slack/blocks/check-blocks.ts';
import { button, modal, mrkdwn, option, plain } from './harness.ts';

const section = (more: object = {}) => ({ type: 'section', text: plain('Words'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const select = (more: object) => actions({ type: 'static_select', ...more });
const input = (element: object, more: object = {}) => ({
  type: 'input',
  label: plain('a'),
  element,
  ...more,
});
const words = (more: object = {}) => ({ type: 'plain_text_input', ...more });
const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});

const GROUPS = [{ label: plain('g'), options: [option('v')] }];
const BOLD = [{ text: mrkdwn('a'), value: 'v' }];
const MULTI = { type: 'multi_static_select', options: [option('v')] };
const IMAGE = { type: 'image', image_url: 'https://a.example/i.png', alt_text: 'a' };
const LITERAL = [{ type: 'text', text: '<!channel> *stays* as it is', style: { bold: true } }];
const PART = { type: 'rich_text_section', elements: LITERAL };

const TAKEN: readonly [string, ...object[]][] = [
  ['formatted text on radio buttons', actions({ type: 'radio_buttons', options: BOLD })],
  ['two styles of buttons', actions(button('a', { style: 'primary' }), button('b', { style: 'danger' }))],
  ['an action_id in two blocks', actions(button('a')), actions(button('a'))],
  ['a first choice from a group', select({ option_groups: GROUPS, initial_option: option('v') })],
  ['a multi-select beside a section', section({ accessory: MULTI })],
  ['an image in a context', { type: 'context', elements: [IMAGE, mrkdwn('a')] }],
  ['a first value that fits', input(words({ initial_value: 'abc', max_length: 3 }))],
  [
    'sections, lists, quotes and preformatted text',
    {
      type: 'rich_text',
      elements: [
        PART,
        { type: 'rich_text_list', style: 'bullet', elements: [PART] },
        { type: 'rich_text_quote', elements: LITERAL },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }] },
      ],
    },
  ],
];

/** With the words of the refusal, where they matter. */
const REFUSED: readonly [string, string, ...object[]][] = [
  ['an unknown block', 'unsupported type: sektion [json-pointer:/blocks/0/type]', { type: 'sektion' }],
  [
    'an unknown element',
    'unsupported type: knob [json-pointer:/blocks/0/elements/0/type]',
    actions({ type: 'knob', action_id: 'a' }),
  ],
  ['no type', 'missing required field: type [json-pointer:/blocks/0]', { text: plain('a') }],
  [
    'a property too many',
    'invalid additional property: colour [json-pointer:/blocks/0]',
    section({ colour: 'red' }),
  ],
  [
    'verbatim plain text',
    'invalid additional property: verbatim [json-pointer:/blocks/0/text]',
    section({ text: { ...plain('a'), verbatim: true } }),
  ],
  [
    'emoji in mrkdwn',
    'invalid additional property: emoji [json-pointer:/blocks/0/text]',
    section({ text: { ...mrkdwn('a'), emoji: true } }),
  ],
  ['a header without text', 'missing required field: text [json-pointer:/blocks/0]', { type: 'header' }],
  [
    'a bare string',
    'must provide an object [json-pointer:/blocks/0/text]',
    { type: 'header', text: 'words' },
  ],
  [
    'too much text',
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    section({ text: plain('x'.repeat(3_001)) }),
  ],
  ['an empty section', 'must define either `text` or `fields` [json-pointer:/blocks/0]', { type: 'section' }],
  [
    'a block_id twice',
    'block_id `b` already exists [json-pointer:/blocks]',
    section({ block_id: 'b' }),
    section({ block_id: 'b' }),
  ],
  [
    'an action_id twice in a block',
    'action_id `a` already exists [json-pointer:/blocks/0]',
    actions(button('a'), button('a')),
  ],
  ['a formatted header', '', { type: 'header', text: mrkdwn('*a*') }],
  ['a formatted button', '', actions(button('a', { text: mrkdwn('*a*') }))],
  ['a formatted label', '', input(words(), { label: mrkdwn('a') })],
  ['a formatted option of a select', '', select({ options: BOLD })],
  ['a third style of buttons', '', actions(button('a', { style: 'default' }))],
  ['a button that runs a script', '', actions(button('a', { url: 'javascript:alert(1)' }))],
  ['a button to no address', '', actions(button('a', { url: 'not an address' }))],
  ['a select without options', '', select({})],
  ['options beside groups', '', select({ options: [option('v')], option_groups: GROUPS })],
  ['a value twice', '', select({ options: [option('v'), option('v', 'other')] })],
  ['a first choice not on offer', '', select({ options: [option('v')], initial_option: option('w') })],
  ['a select that opens a page', '', select({ options: [{ ...option('v'), url: 'https://a.example' }] })],
  ['a multi-select in a row of actions', '', actions(MULTI)],
  ['an image in a row of actions', '', actions(IMAGE)],
  ['a button in a context', '', { type: 'context', elements: [button('a')] }],
  ['an input beside a section', '', section({ accessory: words() })],
  ['a button as an input', '', input(button('a'))],
  ['a least length over the most', '', input(words({ min_length: 5, max_length: 4 }))],
  ['a first value that is too long', '', input(words({ initial_value: 'abc', max_length: 2 }))],
  ['no length at all', '', input(words({ max_length: 0 }))],
  ['rich text without text', '', rich({ type: 'text', text: '' })],
  ['rich text in colour', '', rich({ type: 'text', text: 'a', color: 'red' })],
  ['an unknown part of rich text', '', rich({ type: 'blink', text: 'a' })],
  ['a person by name in rich text', '', rich({ type: 'user', user_id: 'everyone' })],
  ['text outside a section', '', { type: 'rich_text', elements: [{ type: 'text', text: 'a' }] }],
  [
    'an emoji in preformatted text',
    '',
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'emoji', name: 'tada' }] }],
    },
  ],
];

describe('a message', () => {
  it.each(TAKEN)('may have %s', (_, ...blocks) => {
    expect(checkMessageBlocks(blocks)).toMatchObject({ ok: true });
  });

  it.each(REFUSED)('may not have %s', (_, problem, ...blocks) => {
    const messages = problem === '' ? expect.anything() : [`[ERROR] ${problem}`];
    expect(checkMessageBlocks(blocks)).toEqual({ ok: false, error: 'invalid_blocks', messages });
  });
});

describe('a view', () => {
  const focused = (actionId: string) => input(words({ action_id: actionId, focus_on_load: true }));
  const { submit: _submit, ...silent } = modal({ blocks: [input(words())] });
  const { title: _title, ...nameless } = modal();

  it('may have something to fill in, and one element with the focus', () => {
    expect(checkView(modal({ blocks: [input(words())] }))).toMatchObject({ ok: true });
    expect(checkView(modal({ blocks: [focused('a')] }))).toMatchObject({ ok: true });
  });

  it.each([
    ['something to fill in without a way to submit', silent],
    ['no title', nameless],
    ['no blocks', modal({ blocks: [] })],
    ['another type', modal({ type: 'window' })],
    ['a property too many', modal({ footer: 'a' })],
    ['two elements with the focus', modal({ blocks: [focused('a'), focused('b')] })],
    ['only words', 'words'],
  ])('may not have %s', (_, view) => {
    expect(checkView(view)).toMatchObject({ ok: false, error: 'invalid_arguments' });
  });

  it('is told what is missing', () => {
    const messages = ['[ERROR] missing required field: submit [json-pointer:/view]'];
    expect(checkView(silent)).toMatchObject({ messages });
  });
});
