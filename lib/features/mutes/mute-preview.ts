import { counted } from '../../base/text/format.ts';
import { WEEK_MS } from '../../base/time.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { List } from '../../posture/list.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import type { CommandContext } from '../entry-points/command/command-context.ts';
import type { PastCases } from './mute-needs-approval.ts';

const MOST_PAGES = 5;

/** What the platform lists of the last 7 days. Of a list that is too long to read, only what was looked at is known. */
interface Looked {
  readonly items: PastCases['cases'];
  readonly isWhole: boolean;
  readonly looked: number;
}

export interface PastItems extends PastCases {
  readonly listed: Readonly<Record<'cases' | 'threats', Looked>>;
}

export async function readPast(
  context: Pick<CommandContext, 'name' | 'client' | 'call' | 'nowMs'>,
): Promise<PastItems> {
  const sinceMs = context.nowMs - WEEK_MS;
  const read = async <T extends { created_at: string }, F>(
    list: Pick<List<T, F>, 'page'>,
    feed: 'cases' | 'threats',
    filter: F,
  ): Promise<Looked> => {
    const items: Looked['items'][number][] = [];
    let [looked, cursor, isWhole] = [0, null as string | null, false];
    for (let pages = 0; pages < MOST_PAGES && !isWhole; pages++) {
      const page: Awaited<ReturnType<typeof list.page>> = await list.page(
        { filter, ...(cursor !== null && { cursor }) },
        context.call,
      );
      for (const item of page.items) {
        const createdAtMs = readTimestamp(item.created_at) ?? 0;
        const routed = { domain: context.name, feed, item } as unknown as RoutedItem;
        if (createdAtMs >= sinceMs) items.push({ routed, createdAtMs });
      }
      looked += page.items.length;
      cursor = page.nextCursor;
      isWhole = cursor === null;
    }
    return { items, isWhole, looked };
  };
  const [cases, threats] = await Promise.all([
    read(context.client.cases, 'cases', { createdAfter: new Date(sinceMs) }),
    read(context.client.threats, 'threats', {}),
  ]);
  return { cases: cases.items, listed: { cases, threats } };
}

/** What it would have hidden in the last 7 days, as the platform lists it. */
export function previewWords({ listed }: PastItems, wouldHide: (routed: RoutedItem) => boolean): Sentence {
  const words = (feed: 'cases' | 'threats', noun: string): string => {
    const { items, isWhole, looked } = listed[feed];
    const found = items.filter(({ routed }) => wouldHide(routed)).length;
    if (isWhole) return counted(found, noun);
    return found === 0 ? `none of the ${counted(looked, noun)} checked` : `at least ${counted(found, noun)}`;
  };
  return [
    `In the last 7 days it would have hidden ${words('cases', 'case')} and ${words('threats', 'threat')}.`,
  ];
}
