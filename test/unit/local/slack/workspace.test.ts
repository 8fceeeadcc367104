import { describe, expect, it } from 'vitest';
import { createHarness, type Harness } from './harness.ts';

const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const post = (slack: Harness, ...blocks: object[]) => slack.post({ text: 'words', blocks });

describe('a user group', () => {
  it('that is not there is refused, with the place', async () => {
    const slack = createHarness({ rates: false });
    const [group = ''] = slack.service.directory.groups.keys();
    const call = (id: string) => post(slack, rich({ type: 'usergroup', usergroup_id: id }));
    expect(await call(group)).toMatchObject({ ok: true });
    expect(await call('S0000NONE')).toMatchObject({
      error: 'invalid_blocks',
      response_metadata: {
        messages: [
          '[ERROR] usergroup [S0000NONE] could not be found [json-pointer:/blocks/0/elements/0/elements/0/usergroup_id]',
        ],
      },
    });
  });
});

describe('a table', () => {
  const text = (words: string) => ({ type: 'raw_text', text: words });
  const cell = rich({ type: 'text', text: 'Ada' });
  const table = (rows: object[][], more: object = {}) => ({
    type: 'data_table',
    caption: 'Cases',
    rows,
    ...more,
  });
  const HEADER = [text('Who'), text('Items')];
  const ROW = [cell, { type: 'raw_number', value: 3, text: '3' }];

  it('is taken, and read by people', async () => {
    const slack = createHarness({ rates: false });
    expect(await post(slack, table([HEADER, ROW], { page_size: 10 }))).toMatchObject({ ok: true });
    expect(slack.messages(slack.channel).at(-1)?.shown).toEqual([
      'words',
      ...['Cases', 'Who', 'Items', 'Ada', '3'],
    ]);
  });

  it.each<[string, object]>([
    ['without a row', table([HEADER])],
    ['with more rows than Slack takes', table([HEADER, ...Array<object[]>(101).fill(ROW)])],
    ['with a row that is too short', table([HEADER, [cell]])],
    ['with rich text in its header', table([[cell, text('Items')], ROW])],
    ['with a number that says nothing', table([HEADER, [cell, { type: 'raw_number', value: 3 }]])],
    ['without a caption', table([HEADER, ROW], { caption: '' })],
    ['with an empty page', table([HEADER, ROW], { page_size: 0 })],
  ])('%s is refused', async (_, block) => {
    expect(await post(createHarness({ rates: false }), block)).toMatchObject({ error: 'invalid_blocks' });
  });

  it('is refused where the workspace does not have it yet, and in a form', async () => {
    const slack = createHarness({ rates: false });
    slack.set({ dataTables: false });
    expect(await post(slack, table([HEADER, ROW]))).toMatchObject({ error: 'invalid_blocks' });
    slack.set({ dataTables: true });
    const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [table([HEADER, ROW])] };
    const trigger_id = slack.mintTrigger(slack.userId);
    expect(await slack.call('views.open', { trigger_id, view })).toMatchObject({
      error: 'invalid_arguments',
    });
  });
});
