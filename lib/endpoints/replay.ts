import type { Todo } from '../base/todo-list.ts';
import type { EventLedger } from './event-ledger.ts';
import { allGivenUp, allWaiting, givenUpPriority, timeIn, waitingPriority } from './event-priority.ts';

export interface Replay {
  readonly destination: string;
  /** What happened since then is told, in order. */
  readonly fromMs: number;
  /** Gives up older events that wait. Otherwise they keep waiting. */
  readonly skipOlder?: boolean | undefined;
}

export interface Replayed {
  /** Given up before, and told now. */
  readonly again: number;
  readonly skipped: number;
}

const PAGE = 100;

/**
 * Has an endpoint told what it missed since a time. It changes priorities only, so it may run beside the function that sends,
 * and may be run again. The caller wakes the endpoint afterwards, or the reconciler does within a minute.
 */
export async function replayEvents(
  ledger: Pick<EventLedger, 'todo' | 'move' | 'read'>,
  { destination, fromMs, skipOlder = false }: Replay,
): Promise<Replayed> {
  let again = 0;
  let skipped = 0;
  const since = { ...allGivenUp, from: givenUpPriority(fromMs) };
  for await (const todo of all(since)) {
    if (await ledger.move(destination, todo, waitingPriority(timeIn(todo.at)))) again++;
  }
  if (!skipOlder) return { again, skipped };
  for await (const todo of all(allWaiting)) {
    // The row of an event with its own time says when it happened.
    const atMs = (await ledger.read(todo.key))?.value.atMs ?? timeIn(todo.at);
    if (atMs < fromMs && (await ledger.move(destination, todo, givenUpPriority(atMs)))) skipped++;
  }
  return { again, skipped };

  async function* all(range: { from: string; until: string }): AsyncGenerator<Todo> {
    let after: Todo | undefined;
    for (;;) {
      const page = await ledger.todo(destination, { ...range, limit: PAGE, after });
      yield* page;
      after = page.at(-1);
      if (page.length < PAGE) return;
    }
  }
}
