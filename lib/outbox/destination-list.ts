import type { Todo } from '../base/todo-list.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import type { DigestsOf } from './digests.ts';
import { isOrdinary, rankIn } from './priority.ts';
import { type Head, SCREENFUL } from './storm-count.ts';

/** How much of the list is read to find what is next: more than a screenful, and still one read unit. */
const LOOK = 30;

/** The name of a row; with its priority, of what is to be done about it. */
export const rowName = ({ pk, sk }: RowKey, at = ''): string => JSON.stringify([pk, sk, at]);

export type DestinationList = ReturnType<typeof createDestinationList>;

/** What waits for a destination, while one run works for it. `passed`: what the run has dealt with. */
export function createDestinationList(
  ledger: Pick<DeliveryLedger, 'todo'>,
  destination: string,
  passed: ReadonlySet<string>,
) {
  const isFresh = ({ key, at }: Todo): boolean => !passed.has(rowName(key, at));

  async function lookAt(limit: number): Promise<Head> {
    const listed = await ledger.todo(destination, { limit });
    return { todos: listed.filter(isFresh), isWhole: listed.length < limit };
  }

  /** The rows of a rank, the newest first. */
  async function newest(rank: string, most: number): Promise<readonly Todo[]> {
    const range = { from: `${rank}#`, until: `${rank}#~`, backwards: true };
    return (await ledger.todo(destination, { ...range, limit: most + passed.size })).filter(isFresh);
  }

  return {
    newest,

    async head(): Promise<Head> {
      const head = await lookAt(LOOK);
      // The list may lag behind the rows, and still name rows that are done. Those must not hide the others.
      return head.isWhole || head.todos.length > SCREENFUL ? head : lookAt(LOOK + passed.size);
    },

    /** The first of them. If more than a screenful of new items wait, the newest. */
    async next(
      { todos }: Head,
      { told, probed }: { readonly told: DigestsOf; readonly probed: 0 | 1 },
    ): Promise<Todo | null> {
      const top = todos[probed] ?? todos[0];
      if (!top || !isOrdinary(top.at)) return top ?? null;
      const rank = rankIn(top.at);
      const counted = told.next(rank);
      if (counted && isFresh(counted)) return counted;
      const sameRank = todos.filter(({ at }) => rankIn(at) === rank);
      return sameRank.length <= SCREENFUL ? top : ((await newest(rank, 1))[0] ?? top);
    },

    /** Nothing but this row, and what has a lower priority, waits. */
    async hasNothingBefore(row: RowKey, priority: string): Promise<boolean> {
      const first = await ledger.todo(destination, { limit: 2 });
      return first.every(({ key, at }) => rowName(key) === rowName(row) || at > priority);
    },
  };
}
