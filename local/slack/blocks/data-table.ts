import { z } from 'zod';
import { RichText } from './rich-text.ts';
import { identifier } from './text-objects.ts';

const RawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const RawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1),
});

/** Slack documents 101 rows, and its client 201: the smaller one. */
const MOST_ROWS = 101;

/** A table that people sort, filter and page through. The first row is its header. */
export const DataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: identifier,
    caption: z.string().min(1).max(255),
    rows: z
      .array(
        z
          .array(z.discriminatedUnion('type', [RawText, RawNumber, RichText]))
          .min(1)
          .max(20),
      )
      .min(2)
      .max(MOST_ROWS),
    page_size: z.int().min(1).max(100).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .superRefine(({ rows }, context) => {
    const [header = []] = rows;
    const problem = (message: string, ...path: number[]) =>
      context.addIssue({ code: 'custom', message, path: ['rows', ...path] });
    rows.forEach((row, index) => {
      if (row.length !== header.length) problem('all rows must have the same number of cells', index);
    });
    header.forEach(({ type }, index) => {
      if (type === 'rich_text') problem('rich_text is not allowed in the header', 0, index);
    });
  });
