import { counted } from '../../../base/text/format.ts';
import type { ListedItem } from '../../../case/answer-part.ts';
import type { List } from '../../../posture/list.ts';
import { lines } from './answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from './command-context.ts';

/** How many items an answer shows. */
export const PAGE_SIZE = 10;
/** A page may have no item that passes the filter, while the next one has. */
const MOST_PAGES = 3;
/** A longer cursor is no id of the contract, and fits into no button. */
const LONGEST_CURSOR = 500;

interface Shown<T> {
  readonly none: string;
  readonly show: (item: T) => ListedItem;
  /** Of its cells. */
  readonly columns?: readonly string[] | undefined;
}

/** One page of a list, from where the last one ended. */
export async function listPage<T, F>(
  context: Pick<CommandContext, 'name' | 'call' | 'text' | 'after'>,
  list: Pick<List<T, F>, 'page'>,
  filter: F,
  { none, show, columns }: Shown<T>,
): Promise<DomainAnswer> {
  let cursor = context.after;
  for (let pages = 1; ; pages++) {
    const query = { filter, pageSize: PAGE_SIZE, ...(cursor !== null && { cursor }) };
    const { items, rejected, nextCursor } = await list.page(query, context.call);
    cursor = nextCursor;
    if (items.length === 0 && rejected.length === 0 && cursor !== null && pages < MOST_PAGES) continue;
    const more = moreOf(context, cursor);
    if (items.length + rejected.length === 0 && more.length === 0) return nothing(none);
    return {
      found: true,
      parts: [
        ...(items.length > 0 ? [{ is: 'list', items: items.map(show), columns } as const] : []),
        ...lines(
          rejected.length > 0 ? [`${counted(rejected.length, 'more item')} here cannot be read.`] : [],
          items.length === 0 && more.length > 0 ? ['Nothing yet. Press More to keep looking.'] : [],
          cursor !== null && more.length === 0 ? ['There is more in the platform.'] : [],
        ),
      ],
      more,
    };
  }
}

/** No button where the cursor is too long for one. */
export const moreOf = ({ name, text }: Pick<CommandContext, 'name' | 'text'>, cursor: string | null) =>
  cursor === null || cursor.length > LONGEST_CURSOR
    ? []
    : [{ label: 'More', page: { text, domain: name, after: cursor } }];
