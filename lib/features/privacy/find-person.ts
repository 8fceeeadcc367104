import type { Answer } from '../../case/answer.ts';
import { forgetProof, isForgotten, type Judged, type JudgeOptions, judge, type PersonRow } from './forget.ts';
import type { PeopleLedger } from './people-ledger.ts';
import type { PersonSearch } from './person.ts';

export interface FindPersonParts extends JudgeOptions {
  readonly ledger: PeopleLedger;
  readonly person: PersonSearch;
  /** Erases what can be erased. Otherwise nothing is changed. */
  readonly forget: boolean;
  readonly onScanned?: ((rows: number) => void) | undefined;
}

/** Each round after the first is a write that a function of the bridge was quicker to make. */
const MAX_ROUNDS = 5;

/**
 * Everything that the ledger holds about one person, with what was done about it or would be. What is erased is not found again,
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
  /** Answers that were judged with their case, and those that name the person and may belong to a case that comes later. */
  const covered = new Set<string>();
  const answers: (readonly PersonRow[])[] = [];
  const judgeNow = async (rows: readonly PersonRow[]): Promise<Judged[]> =>
    Promise.all(judge(rows, person, { leftovers }).map((judged) => heldBack(ledger, judged)));
  async function dealWith(rows: readonly PersonRow[]): Promise<Judged[]> {
    const pks = [...new Set(rows.map(({ pk }) => pk))];
    const readAgain = async () => (await Promise.all(pks.map((pk) => ledger.read(pk)))).flat();
    const found = await judgeNow(rows);
    const left = forget ? await forgetAll(ledger, found, async () => judgeNow(await readAgain())) : [];
    trail.push(...found.flatMap(({ row }) => (row.kind === 'trail' ? [row] : [])));
    return found.map((judged) =>
      left.includes(nameOf(judged)) ? { ...judged, forgetting: { do: 'cannot', why: BUSY } } : judged,
    );
  }
  for await (const { rows, scanned } of ledger.partitions()) {
    onScanned?.(scanned);
    const isLeftover = leftovers && rows.some(isForgotten);
    if (!isLeftover && judge(rows, person, { leftovers }).length === 0) continue;
    if (rows.every(({ kind }) => kind === 'answer')) {
      answers.push(rows);
      continue;
    }
    // Only the case says whom an answer is about.
    const beside = ledger.answerBeside(rows[0]?.pk ?? '');
    if (beside) covered.add(beside);
    yield* await dealWith(beside ? [...rows, ...(await ledger.read(beside))] : rows);
  }
  for (const rows of answers) if (!covered.has(rows[0]?.pk ?? '')) yield* await dealWith(rows);
  for await (const row of ledger.proofsOf(trail)) yield { row, own: true, forgetting: forgetProof };
}

/** What is erased from the row of a case is to be in the trail: forgetting must not be a way to lose evidence. */
async function heldBack(ledger: PeopleLedger, judged: Judged): Promise<Judged> {
  const { row, forgetting } = judged;
  if (row.kind !== 'answer' || forgetting.do !== 'rewrite') return judged;
  const owes = await ledger.owesTrail(row.value as Answer);
  return owes ? { ...judged, forgetting: { do: 'cannot', why: OWED } } : judged;
}

const OWED = 'its last steps are not in the audit trail yet: run this again in an hour, or after 30 days';
const BUSY = 'the bridge was writing it at the same time: run this again';

/** The names of those rows that could not be forgotten. */
async function forgetAll(
  ledger: PeopleLedger,
  found: readonly Judged[],
  judgeAgain: () => Promise<Judged[]>,
): Promise<string[]> {
  let todo = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const judged of todo.filter(isToDo)) {
      // The delivery is last and says whose case it is: it has to wait for what is before it.
      if ((await ledger.apply(judged)) === 'moved on') break;
    }
    // Also where all went well: others may have written about it before it was marked.
    todo = (await judgeAgain()).filter(isToDo);
    if (todo.length === 0) return [];
  }
  return todo.map(nameOf);
}

const isToDo = ({ forgetting }: Judged): boolean => forgetting.do !== 'cannot' && forgetting.do !== 'nothing';

const nameOf = ({ row: { pk, sk } }: Judged): string => JSON.stringify([pk, sk]);
