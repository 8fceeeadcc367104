import * as z from 'zod/mini';
import { createVersionedReader, understood } from '../base/read-versioned.ts';
import type { VersionedRows } from '../base/versioned-rows.ts';
import type { WithheldItem, WithheldPage } from '../case/item-in-short.ts';
import { withheldRow } from '../ledger/withheld-rows.ts';

/** An item as rows of what is withheld keep it. */
export const savedItem = {
  feed: z.enum(['cases', 'threats']),
  id: z.string(),
  createdAtMs: z.number(),
  what: z.string(),
  severity: z.nullable(z.string()),
};

const WITHHELD_FORMAT = 1;

/** What a mute or a window withheld, as it is kept. */
export const readWithheld = createVersionedReader<WithheldItem>(
  'what was withheld',
  WITHHELD_FORMAT,
  z.object({ ...savedItem, at: z.optional(z.array(z.string())) }),
);

type Withholder = Parameters<typeof withheldRow.partition>[0];

/** Notes what a mute or a window withheld. May repeat. */
export async function noteWithheld(
  rows: Pick<VersionedRows, 'putAll'>,
  by: Withholder,
  items: readonly WithheldItem[],
  expiresAtMs: number,
): Promise<void> {
  const written = items.map((item) => ({
    key: withheldRow.key(by, item),
    value: { v: WITHHELD_FORMAT, ...item },
  }));
  if (written.length > 0) await rows.putAll(written, expiresAtMs);
}

/** The oldest first, page by page. Begins behind the place where another reading ended, if one is given. */
export async function* withheldBy(
  rows: Pick<VersionedRows, 'pages'>,
  by: Withholder,
  after?: string,
): AsyncGenerator<WithheldPage, void, undefined> {
  for await (const page of rows.pages(withheldRow.partition(by), withheldRow.prefix, after)) {
    const place = page.at(-1)?.key.sk;
    if (place !== undefined) yield { items: page.map(({ value }) => understood(readWithheld(value))), place };
  }
}
