import { describe, expect, it } from 'vitest';
import { checkCard } from '../../../../local/teams/cards/check-card.ts';
import { block, card, execute, rich } from './harness.ts';

const comment = { type: 'Input.Text', id: 'comment', label: 'Why', isMultiline: true, maxLength: 100 };
const choice = {
  type: 'Input.ChoiceSet',
  id: 'events',
  choices: [{ title: 'A', value: 'a' }],
  isMultiSelect: true,
};
const submit = { type: 'Action.Submit', title: 'Send', data: { verb: 'send' } };

const WHOLE = card(
  [
    block('Title', { size: 'large', weight: 'bolder', wrap: true, style: 'heading' }),
    rich('literal', 'text'),
    { type: 'RichTextBlock', inlines: ['a plain string'] },
    { type: 'FactSet', facts: [{ title: 'Who', value: 'Ada' }] },
    {
      type: 'ColumnSet',
      columns: [
        { type: 'Column', width: 'auto', items: [block('left')] },
        {
          type: 'Column',
          width: 2,
          items: [{ type: 'Image', url: 'https://a.example/b.png', altText: 'b' }],
        },
      ],
    },
    { type: 'Container', style: 'emphasis', items: [comment], isVisible: false, id: 'more' },
    { type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' }] },
  ],
  {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    actions: [
      execute('go', { data: { case: 1 }, fallback: submit, style: 'positive', id: 'go' }),
      {
        type: 'Action.ShowCard',
        title: 'Decide',
        card: { type: 'AdaptiveCard', body: [choice], actions: [execute('ok')] },
      },
      { type: 'Action.ToggleVisibility', title: 'More', targetElements: ['more'] },
    ],
    msteams: { width: 'Full' },
  },
);

const actions = (...list: object[]) => card([block('a')], { actions: list });

describe('a card', () => {
  it('may hold all of this', () => {
    expect(checkCard(WHOLE)).toEqual([]);
  });

  const WRONG: [string, unknown, string][] = [
    ['is an object', 'words', 'type'],
    ['has a version', { type: 'AdaptiveCard', body: [] }, '/version: is missing.'],
    ['has a version that Teams knows', card([], { version: '1.6' }), '/version'],
    ['is an AdaptiveCard', card([], { type: 'MessageCard' }), '/type'],
    ['has no unknown properties', card([], { colour: 'red' }), '/colour: is not a known property.'],
    ['has no unknown elements', card([{ type: 'Carousel' }]), '/body/0/type'],
    ['has elements with a type', card([{ text: 'a' }]), '/body/0/type: is missing.'],
    ['has no unknown properties inside', card([block('a', { colour: 'red' })]), '/body/0/colour'],
    ['has texts in its blocks', card([{ type: 'TextBlock' }]), '/body/0/text: is missing.'],
    ['has texts that are strings', card([{ type: 'TextBlock', text: 7 }]), '/body/0/text: must be a string.'],
    ['has colours that exist', card([block('a', { color: 'pink' })]), '/body/0/color'],
    ['has runs in rich text', card([{ type: 'RichTextBlock', inlines: [block('a')] }]), '/body/0/inlines/0'],
    ['has facts of two texts', card([{ type: 'FactSet', facts: [{ title: 'a' }] }]), '/body/0/facts/0/value'],
    ['has columns in a ColumnSet', card([{ type: 'ColumnSet', columns: [block('a')] }]), '/body/0/columns/0'],
    ['has inputs with ids', card([{ type: 'Input.Text' }]), '/body/0/id: is missing.'],
    ['has ids once', card([comment, { ...comment }]), 'the id "comment" is used twice'],
    [
      'has choices in a ChoiceSet',
      card([{ type: 'Input.ChoiceSet', id: 'a', choices: [] }]),
      'needs at least 1',
    ],
    ['has a verb in Action.Execute', actions({ type: 'Action.Execute', title: 'a' }), '/actions/0/verb'],
    ['has titles on its buttons', actions({ type: 'Action.Execute', verb: 'a' }), '/actions/0/title'],
    ['opens pages only', actions({ type: 'Action.OpenUrl', title: 'a', url: 'javascript:alert(1)' }), '/url'],
    ['has no Action.Http', actions({ type: 'Action.Http', title: 'a' }), '/actions/0/type'],
    [
      'shows six actions',
      actions(...Array.from({ length: 7 }, (_, turn) => execute(`v${turn}`))),
      'more than 6',
    ],
    [
      'has inputs that are not data too',
      card([comment], { actions: [execute('a', { data: { comment: 1 } })] }),
      '/data/comment',
    ],
    [
      'does not fall back to a card',
      actions(execute('a', { fallback: { type: 'Action.ShowCard' } })),
      '/fallback',
    ],
    ['has Action.Execute from 1.4 on', { ...actions(execute('a')), version: '1.3' }, 'needs version 1.4'],
    [
      'has headings from 1.5 on',
      card([block('a', { style: 'heading' })], { version: '1.4' }),
      'needs version 1.5',
    ],
    [
      'names who is mentioned',
      card([], { msteams: { entities: [{ type: 'mention', text: '<at>A</at>' }] } }),
      'mentioned',
    ],
    ['refreshes by Action.Execute', card([], { refresh: { action: submit } }), '/refresh/action'],
  ];
  it.each(WRONG)('%s', (_, wrong, problem) => {
    expect(checkCard(wrong).join(' ')).toContain(problem);
  });

  it('opens a card, which opens no further one', () => {
    const show = (inner: object) => ({
      type: 'Action.ShowCard',
      title: 'Open',
      card: { type: 'AdaptiveCard', body: [], actions: [inner] },
    });
    expect(checkCard(actions(show(execute('a'))))).toEqual([]);
    expect(checkCard(actions(show(show(execute('a'))))).join()).toContain('opens no further one');
  });

  it('looks for ids in the cards it opens, and not in what older clients get', () => {
    const inner = { type: 'AdaptiveCard', body: [comment], actions: [execute('a')] };
    const opened = { type: 'Action.ShowCard', title: 'Open', card: inner };
    expect(checkCard(card([comment], { actions: [opened] })).join()).toContain('used twice');
    expect(checkCard(card([{ ...comment, fallback: { ...comment } }]))).toEqual([]);
  });

  it('may have more actions behind the three dots', () => {
    const list = Array.from({ length: 9 }, (_, turn) =>
      execute(`v${turn}`, turn > 5 ? { mode: 'secondary' } : {}),
    );
    expect(checkCard(actions(...list))).toEqual([]);
  });
});
