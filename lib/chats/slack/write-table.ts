import { grouped } from '../../base/text/format.ts';
import type { Block, Cell, Part, Table } from '../document/document.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock } from './message.ts';
import { type Inline, richText, section, whole } from './render-blocks.ts';

/** The rows of a block that can be a table; null for any other. */
export function rowsOf(
  block: Block,
): { readonly table: Table; readonly rows: readonly (readonly Cell[])[] } | null {
  if (block.is !== 'items' && block.is !== 'tally') return null;
  const { table } = block;
  if (!table) return null;
  const rows = 'rows' in table ? block.is === 'tally' && table.rows : itemRows(block);
  return rows && rows.length > 0 && rows.length <= LIMITS.tableRows ? { table, rows } : null;
}

const itemRows = (block: Block): readonly (readonly Cell[])[] =>
  block.is === 'items' && block.items.every(({ cells }) => cells !== undefined)
    ? block.items.map(({ cells = [] }) => cells)
    : [];

/** A table that people sort and page through. A column without a word in it is left out. */
export function writeTable(
  { caption, columns }: Table,
  rows: readonly (readonly Cell[])[],
  inline: (part: Part) => readonly (Inline | null)[],
): SlackBlock {
  const written = rows.map((row) => columns.map((_, at) => writeCell(row[at] ?? [], inline)));
  const used = columns.flatMap((_, at) => (written.some((row) => row[at] !== NOTHING) ? [at] : []));
  return {
    type: 'data_table',
    caption,
    page_size: LIMITS.tablePage,
    rows: [
      used.map((at) => ({ type: 'raw_text', text: columns[at] })),
      ...written.map((row) => used.map((at) => row[at])),
    ],
  };
}

const NOTHING: SlackBlock = { type: 'raw_text', text: '–' };

/** Words from outside stand in rich text, where Slack shows them as they are. */
function writeCell(cell: Cell, inline: (part: Part) => readonly (Inline | null)[]): SlackBlock {
  if (typeof cell === 'number') return { type: 'raw_number', value: cell, text: grouped(cell) };
  const words = cell.every((span) => typeof span === 'string') ? cell.join('') : null;
  if (words !== null) return words === '' ? NOTHING : { type: 'raw_text', text: words };
  const [block] = richText([section([whole(inline(cell))])]);
  return block ?? NOTHING;
}
