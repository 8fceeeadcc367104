import { describe, expect, it } from 'vitest';
import { checkMessageBlocks, checkView } from '../../../../local/slack/blocks/check-blocks.ts';
import { button, modal, mrkdwn, option, plain } from './harness.ts';

const x = (length: number) => 'x'.repeat(length);
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const url = (length: number) => `https://a.example/${x(length - 18)}`;

const section = (more: object) => ({ type: 'section', text: plain('Words'), ...more });
const actions = (element: object) => ({ type: 'actions', elements: [element] });
const input = (element: object, more: object = {}) => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...more,
});
const select = (more: object) => ({ type: 'static_select', action_id: 'a', options: [option('v')], ...more });
const confirm = (more: object) => ({
  title: plain('Sure?'),
  text: plain('Really?'),
  confirm: plain('Yes'),
  deny: plain('No'),
  ...more,
});
const choices = (type: string, count: number) => ({
  type,
  action_id: 'a',
  options: many(count, (index) => option(`v${index}`)),
});

type Row = readonly [name: string, limit: number, make: (size: number) => object];

/** One block for a size: at the limit it is taken, one above it is not. */
const MOST: readonly Row[] = [
  ['text of a section', 3_000, (n) => section({ text: mrkdwn(x(n)) })],
  ['plain text of a section', 3_000, (n) => section({ text: plain(x(n)) })],
  ['fields of a section', 10, (n) => ({ type: 'section', fields: many(n, () => mrkdwn('f')) })],
  ['text of a field', 2_000, (n) => ({ type: 'section', fields: [mrkdwn(x(n))] })],
  ['a header', 150, (n) => ({ type: 'header', text: plain(x(n)) })],
  ['elements of a context', 10, (n) => ({ type: 'context', elements: many(n, () => mrkdwn('c')) })],
  ['text in a context', 3_000, (n) => ({ type: 'context', elements: [mrkdwn(x(n))] })],
  [
    'elements of a row of actions',
    25,
    (n) => ({ type: 'actions', elements: many(n, (index) => button(`b${index}`)) }),
  ],
  ['text of a button', 75, (n) => actions(button('a', { text: plain(x(n)) }))],
  ['value of a button', 2_000, (n) => actions(button('a', { value: x(n) }))],
  ['url of a button', 3_000, (n) => actions(button('a', { url: url(n) }))],
  ['accessibility label of a button', 75, (n) => actions(button('a', { accessibility_label: x(n) }))],
  ['action_id', 255, (n) => actions(button(x(n)))],
  ['block_id', 255, (n) => section({ block_id: x(n) })],
  ['options of an overflow menu', 5, (n) => actions(choices('overflow', n))],
  [
    'url of an overflow option',
    3_000,
    (n) => actions({ type: 'overflow', options: [{ ...option('v'), url: url(n) }] }),
  ],
  ['options of a select', 100, (n) => actions(choices('static_select', n))],
  ['options of a multi-select', 100, (n) => section({ accessory: choices('multi_static_select', n) })],
  [
    'option groups',
    100,
    (n) =>
      actions({
        type: 'static_select',
        option_groups: many(n, (index) => ({ label: plain('g'), options: [option(`v${index}`)] })),
      }),
  ],
  [
    'options of a group',
    100,
    (n) =>
      actions({
        type: 'static_select',
        option_groups: [{ label: plain('g'), options: many(n, (index) => option(`v${index}`)) }],
      }),
  ],
  [
    'label of a group',
    75,
    (n) =>
      actions({ type: 'static_select', option_groups: [{ label: plain(x(n)), options: [option('v')] }] }),
  ],
  ['text of an option', 75, (n) => actions(select({ options: [option('v', x(n))] }))],
  ['value of an option', 150, (n) => actions(select({ options: [option(x(n), 'text')] }))],
  [
    'description of an option',
    75,
    (n) => actions(select({ options: [{ ...option('v'), description: plain(x(n)) }] })),
  ],
  ['placeholder of a select', 150, (n) => actions(select({ placeholder: plain(x(n)) }))],
  ['radio buttons', 10, (n) => actions(choices('radio_buttons', n))],
  ['checkboxes', 10, (n) => actions(choices('checkboxes', n))],
  ['title of a confirmation', 100, (n) => actions(button('a', { confirm: confirm({ title: plain(x(n)) }) }))],
  ['text of a confirmation', 300, (n) => actions(button('a', { confirm: confirm({ text: plain(x(n)) }) }))],
  ['yes of a confirmation', 30, (n) => actions(button('a', { confirm: confirm({ confirm: plain(x(n)) }) }))],
  ['no of a confirmation', 30, (n) => actions(button('a', { confirm: confirm({ deny: plain(x(n)) }) }))],
  ['label of an input', 2_000, (n) => input({ type: 'plain_text_input' }, { label: plain(x(n)) })],
  ['hint of an input', 2_000, (n) => input({ type: 'plain_text_input' }, { hint: plain(x(n)) })],
  ['placeholder of an input', 150, (n) => input({ type: 'plain_text_input', placeholder: plain(x(n)) })],
  ['max_length of an input', 3_000, (n) => input({ type: 'plain_text_input', max_length: n })],
  [
    'alt text of an image',
    2_000,
    (n) => ({ type: 'image', image_url: 'https://a.example/i.png', alt_text: x(n) }),
  ],
  ['url of an image', 3_000, (n) => ({ type: 'image', image_url: url(n), alt_text: 'a' })],
  [
    'title of an image',
    2_000,
    (n) => ({ type: 'image', image_url: 'https://a.example/i.png', alt_text: 'a', title: plain(x(n)) }),
  ],
];

const VIEW_MOST: readonly Row[] = [
  ['blocks of a view', 100, (n) => ({ blocks: many(n, () => ({ type: 'divider' })) })],
  ['title of a view', 24, (n) => ({ title: plain(x(n)) })],
  ['submit of a view', 24, (n) => ({ submit: plain(x(n)) })],
  ['close of a view', 24, (n) => ({ close: plain(x(n)) })],
  ['private_metadata', 3_000, (n) => ({ private_metadata: x(n) })],
  ['callback_id', 255, (n) => ({ callback_id: x(n) })],
  ['external_id', 255, (n) => ({ external_id: x(n) })],
];

describe('limits of blocks', () => {
  it.each(MOST)('%s ends at %i', (_name, limit, make) => {
    expect(checkMessageBlocks([make(limit)])).toMatchObject({ ok: true });
    expect(checkMessageBlocks([make(limit + 1)])).toMatchObject({ ok: false, error: 'invalid_blocks' });
  });

  it.each(VIEW_MOST)('%s ends at %i', (_name, limit, make) => {
    expect(checkView(modal(make(limit)))).toMatchObject({ ok: true });
    expect(checkView(modal(make(limit + 1)))).toMatchObject({ ok: false, error: 'invalid_arguments' });
  });

  it('takes 50 blocks in a message and says where the 51st went wrong', () => {
    const dividers = (count: number) => many(count, () => ({ type: 'divider' }));
    expect(checkMessageBlocks(dividers(50))).toMatchObject({ ok: true });
    expect(checkMessageBlocks(dividers(51))).toEqual({
      ok: false,
      error: 'invalid_blocks',
      messages: ['[ERROR] no more than 50 items allowed [json-pointer:/blocks]'],
    });
  });

  it('takes 11,000 characters of text in all blocks together', () => {
    const blocks = (last: number) => [
      ...many(3, () => section({ text: mrkdwn(x(3_000)) })),
      section({ text: plain(x(last)) }),
    ];
    expect(checkMessageBlocks(blocks(2_000))).toMatchObject({ ok: true });
    expect(checkMessageBlocks(blocks(2_001))).toMatchObject({ ok: false, error: 'msg_blocks_too_long' });
  });

  it('refuses a view above 250 KB', () => {
    const heavy = many(100, () => section({ text: plain(x(2_900)) }));
    expect(checkView(modal({ blocks: heavy }))).toMatchObject({ ok: false, error: 'view_too_large' });
  });
});

const EMPTY: readonly (readonly [string, object])[] = [
  ['text', section({ text: plain('') })],
  ['fields', { type: 'section', fields: [] }],
  ['context', { type: 'context', elements: [] }],
  ['actions', { type: 'actions', elements: [] }],
  ['options', actions(select({ options: [] }))],
  ['overflow', actions({ type: 'overflow', options: [] })],
  ['option value', actions(select({ options: [option('', 'text')] }))],
  ['block_id', section({ block_id: '' })],
  ['action_id', actions(button(''))],
  ['rich text', { type: 'rich_text', elements: [] }],
];

describe('what may not be empty', () => {
  it.each(EMPTY)('%s', (_name, block) => {
    expect(checkMessageBlocks([block])).toMatchObject({ ok: false, error: 'invalid_blocks' });
  });
});
