import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { forgetProof, type Judged, type JudgeOptions, judge, type PersonRow } from './forget.ts';
import type { PeopleLedger } from './people-ledger.ts';
import type { PersonSearch } from './person.ts';

export interface FindPersonParts extends JudgeOptions {
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
  leftovers = forget,
  onScanned,
}: FindPersonParts): AsyncGenerator<Judged> {
  const trail: PersonRow[] = [];
  const judgeNow = async (rows: readonly PersonRow[]): Promise<Judged[]> =>
    Promise.all(judge(rows, person, { leftovers }).map((judged) => heldBack(ledger, judged)));
  for await (const { rows, scanned } of ledger.partitions()) {
    onScanned?.(scanned);
    const found = await judgeNow(rows);
    if (found.length === 0) continue;
    const left = forget ? await forgetAll(ledger, found, judgeNow) : null;
    for (const judged of found) {
      if (judged.row.kind === 'trail') trail.push(judged.row);
      yield left?.includes(nameOf(judged)) ? { ...judged, forgetting: { do: 'cannot', why: BUSY } } : judged;
    }
  }
  for await (const row of ledger.proofsOf(trail)) yield { row, own: true, forgetting: forgetProof };
}

/** What is erased from the row of a case is to be in the trail: forgetting must not be a way to lose evidence. */
async function heldBack(ledger: PeopleLedger, judged: Judged): Promise<Judged> {
  const { row, forgetting } = judged;
  if (row.kind !== 'decision' || forgetting.do !== 'rewrite') return judged;
  const owes = await ledger.owesTrail(row.value as CaseVerdict);
  return owes ? { ...judged, forgetting: { do: 'cannot', why: OWED } } : judged;
}

const OWED = 'its last steps are not in the audit trail yet: run this again in an hour, or after 30 days';
const BUSY = 'the bridge was writing it at the same time: run this again';

/** The names of those rows that could not be forgotten. */
async function forgetAll(
  ledger: PeopleLedger,
  found: readonly Judged[],
  judgeNow: (rows: readonly PersonRow[]) => Promise<Judged[]>,
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
    todo = await judgeNow(await ledger.read(found[0]?.row.pk ?? ''));
  }
  return todo.filter(({ forgetting }) => !['cannot', 'nothing'].includes(forgetting.do)).map(nameOf);
}

const nameOf = ({ row: { pk, sk } }: Judged): string => JSON.stringify([pk, sk]);
