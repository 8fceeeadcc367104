/*
 * Slack's limits once more, written down from its documentation and sharing nothing with lib/slack: a limit that is
 * wrong there is not wrong here in the same way.
 */
type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (isFields(value) ? String(value.text) : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** By `type`; and text objects that have a limit of their own, by the field they are in. */
const RULES: Record<string, (node: Fields) => (string | false)[]> = {
  button: (node) => [
    text(node.text).length > 75 && 'button text',
    String(node.value).length > 2_000 && 'button value',
    String(node.url ?? '').length > 3_000 && 'button url',
    String(node.accessibility_label ?? '').length > 75 && 'button accessibility_label',
    String(node.action_id).length > 255 && 'action_id',
  ],
  overflow: (node) => [list(node.options).length > 5 && 'overflow options', ...options(node)],
  radio_buttons: (node) => [list(node.options).length > 10 && 'radio options', ...options(node)],
  multi_static_select: (node) => [list(node.options).length > 100 && 'select options', ...options(node)],
  static_select: (node) => [
    !within(text(node.placeholder), 1, 150) && 'placeholder',
    !(list(node.options).length >= 1 && list(node.options).length <= 100) && 'select options',
    ...options(node),
  ],
  plain_text_input: ({ max_length: most }) => [
    !(Number(most) >= 1 && Number(most) <= 3_000) && 'input max_length',
  ],
  actions: (node) => [
    list(node.elements).length > 25 && 'actions elements',
    list(node.elements).length === 0 && 'no actions',
    repeated(list(node.elements).map((element) => isFields(element) && element.action_id)) &&
      'action_id twice',
  ],
  context: (node) => [list(node.elements).length > 10 && 'context elements'],
  plain_text: (node) => [!within(node.text, 1, 3_000) && 'plain_text'],
  mrkdwn: () => ['mrkdwn: nothing here should need it'],
  text: (node) => [!within(node.text, 1, 9_000) && 'rich text'],
  link: (node) => [!within(node.text, 1, 9_000) && 'link text', !within(node.url, 1, 3_000) && 'link url'],
  date: ({ timestamp }) => [!Number.isInteger(timestamp) && 'date'],
  data_table: ({ caption, rows, page_size: page }) => [
    !within(caption, 1, 255) && 'caption',
    !(list(rows).length >= 2 && list(rows).length <= 101) && 'rows of a table',
    new Set(list(rows).map((row) => list(row).length)).size !== 1 && 'rows of different lengths',
    !(Number(page) >= 1 && Number(page) <= 100) && 'page_size',
  ],
  raw_text: (node) => [!within(node.text, 1, 3_000) && 'raw_text'],
  rich_text: (node) => [list(node.elements).length === 0 && 'empty rich_text'],
  rich_text_section: (node) => [list(node.elements).length === 0 && 'empty section'],
  modal: (node) => [
    !within(text(node.title), 1, 24) && 'title',
    !within(text(node.submit), 1, 24) && 'submit',
    !within(text(node.close), 1, 24) && 'close',
    String(node.private_metadata).length > 3_000 && 'private_metadata',
    list(node.blocks).length > 100 && 'blocks of a view',
    repeated(list(node.blocks).map((block) => isFields(block) && block.block_id)) && 'block_id twice',
  ],
};

const within = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.length >= least && value.length <= most;

const repeated = (ids: unknown[]): boolean => {
  const named = ids.filter((id) => typeof id === 'string');
  return new Set(named).size < named.length;
};

const options = (node: Fields): (string | false)[] =>
  list(node.options).flatMap((option): (string | false)[] => {
    if (!isFields(option)) return ['option'];
    return [
      !within(text(option.text), 1, 75) && 'option text',
      !within(option.value, 1, 150) && 'option value',
      option.description !== undefined && !within(text(option.description), 1, 75) && 'option description',
    ];
  });

const confirmProblems = ({ title, text: words, confirm, deny }: Fields): (string | false)[] => [
  !within(text(title), 1, 100) && 'confirm title',
  !within(text(words), 1, 300) && 'confirm text',
  !within(text(confirm), 1, 30) && 'confirm button',
  !within(text(deny), 1, 30) && 'deny button',
];

export function* nodesOf(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  if (!isFields(value)) return;
  yield value;
  for (const one of Object.values(value)) yield* nodesOf(one);
}

export const blockText = (blocks: unknown): number =>
  [...nodesOf(blocks)].reduce((sum, { text }) => sum + (typeof text === 'string' ? text.length : 0), 0);

const problemsIn = (tree: unknown): string[] =>
  [...nodesOf(tree)].flatMap((node) => [
    ...(RULES[String(node.type)]?.(node) ?? []).filter((problem) => problem !== false),
    ...(isFields(node.confirm) && node.type === 'button'
      ? confirmProblems(node.confirm).filter((problem) => problem !== false)
      : []),
  ]);

export const messageProblems = (message: { text: string; blocks: readonly unknown[] }): string[] => [
  ...problemsIn(message.blocks),
  ...(message.blocks.length > 50 ? ['blocks'] : []),
  ...(message.blocks.length === 0 ? ['no blocks'] : []),
  ...(within(message.text, 1, 4_000) ? [] : ['fallback text']),
  ...(/[\n\r\u2028\u2029]/.test(message.text) ? ['fallback text of several lines'] : []),
  ...(blockText(message.blocks) < 9_000 ? [] : ['all texts together']),
];

export const viewProblems = (view: unknown): string[] => problemsIn(view);
