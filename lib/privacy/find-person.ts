import { type Judged, judge } from './forget.ts';
import type { PeopleLedger } from './people-ledger.ts';
import type { PersonSearch } from './person.ts';

export interface FindPersonParts {
  readonly ledger: PeopleLedger;
  readonly person: PersonSearch;
  /** Erases what can be erased. Otherwise nothing is changed. */
  readonly forget: boolean;
  readonly onScanned?: ((rows: number) => void) | undefined;
}

/** Each round is a write that a function of the bridge was quicker to make. */
const MAX_ROUNDS = 5;

/**
 * Everything that the ledger holds about one person, with what has become of it, or would. What was done is not found again,
 * so a run that stopped is simply run once more.
 */
export async function* findPerson({
  ledger,
  person,
  forget,
  onScanned,
}: FindPersonParts): AsyncGenerator<Judged> {
  for await (const { rows, scanned } of ledger.partitions()) {
    onScanned?.(scanned);
    const found = judge(rows, person);
    if (found.length === 0) continue;
    const left = forget ? await forgetAll(ledger, found, person) : null;
    for (const judged of found) {
      yield left?.includes(nameOf(judged)) ? { ...judged, forgetting: { do: 'cannot', why: BUSY } } : judged;
    }
  }
}

const BUSY = 'the bridge was writing it at the same time: run this again';

/** The names of those rows that could not be forgotten. */
async function forgetAll(
  ledger: PeopleLedger,
  found: readonly Judged[],
  person: PersonSearch,
): Promise<string[]> {
  let todo = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = false;
    for (const judged of todo) {
      const { forgetting } = judged;
      if (forgetting.do === 'cannot' || forgetting.do === 'nothing') continue;
      // The delivery is last and says whose case it is: it has to wait for what is before it.
      if ((await ledger.apply(judged)) === 'moved on') {
        moved = true;
        break;
      }
    }
    if (!moved) return [];
    todo = judge(await ledger.read(found[0]?.row.pk ?? ''), person);
  }
  return todo.filter(({ forgetting }) => !['cannot', 'nothing'].includes(forgetting.do)).map(nameOf);
}

const nameOf = ({ row: { pk, sk } }: Judged): string => JSON.stringify([pk, sk]);
