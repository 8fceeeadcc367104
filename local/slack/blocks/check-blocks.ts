import { type Fields, walk } from '../../stand-in-kit/fields.ts';
import { MessageBlocks, View } from './blocks.ts';
import { elementsOf } from './elements-of.ts';
import { problemLines } from './problems.ts';

/** Not documented: posts have failed from about this size on, so an app should stay well below. */
export const MOST_BLOCK_TEXT = 11_000;
const LARGEST_VIEW_BYTES = 250_000;

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: string; readonly messages: readonly string[] };

const repeated = (ids: readonly unknown[]): string[] => {
  const known = ids.filter((id): id is string => typeof id === 'string');
  return [...new Set(known.filter((id, index) => known.indexOf(id) !== index))];
};

/** Rules across all blocks. */
const checkTogether = (blocks: readonly Fields[], root: string): string[] => [
  ...repeated(blocks.map((block) => block.block_id)).map(
    (id) => `[ERROR] block_id \`${id}\` already exists [json-pointer:/${root}]`,
  ),
  ...blocks.flatMap((block, index) =>
    repeated(elementsOf(block).map((element) => element.action_id)).map(
      (id) => `[ERROR] action_id \`${id}\` already exists [json-pointer:/${root}/${index}]`,
    ),
  ),
  ...(blocks.flatMap(elementsOf).filter((element) => element.focus_on_load === true).length > 1
    ? [`[ERROR] only one element can have focus_on_load [json-pointer:/${root}]`]
    : []),
];

export const blockTextLength = (blocks: unknown): number => {
  let length = 0;
  for (const [fields] of walk(blocks)) {
    for (const key of ['text', 'alt_text'] as const) {
      const text = fields[key];
      if (typeof text === 'string') length += text.length;
    }
  }
  return length;
};

export const checkMessageBlocks = (blocks: readonly unknown[]): Checked<Fields[]> => {
  const parsed = MessageBlocks.safeParse(blocks, { reportInput: true });
  if (!parsed.success)
    return { ok: false, error: 'invalid_blocks', messages: problemLines(parsed.error.issues, 'blocks') };
  const messages = checkTogether(parsed.data, 'blocks');
  if (messages.length > 0) return { ok: false, error: 'invalid_blocks', messages };
  if (blockTextLength(parsed.data) > MOST_BLOCK_TEXT)
    return { ok: false, error: 'msg_blocks_too_long', messages: [] };
  return { ok: true, value: parsed.data };
};

export const checkView = (view: unknown): Checked<View> => {
  const parsed = View.safeParse(view, { reportInput: true });
  if (!parsed.success)
    return { ok: false, error: 'invalid_arguments', messages: problemLines(parsed.error.issues, 'view') };
  const messages = checkTogether(parsed.data.blocks, 'view/blocks');
  if (messages.length > 0) return { ok: false, error: 'invalid_arguments', messages };
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > LARGEST_VIEW_BYTES)
    return { ok: false, error: 'view_too_large', messages: [] };
  return { ok: true, value: parsed.data };
};
