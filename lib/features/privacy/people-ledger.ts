import type { Answer } from '../../case/answer.ts';
import type { Judged, PersonRow } from './forget.ts';

/** All rows of the ledger, for those who ask for one person. */
export interface PeopleLedger<Row extends PersonRow = PersonRow> {
  /** Partition after partition. `scanned`: rows looked at so far. */
  partitions(): AsyncIterable<{ readonly rows: readonly Row[]; readonly scanned: number }>;
  /** One of them again, as it stands now. */
  read(pk: string): Promise<readonly Row[]>;
  /** The partition of the answer to the case that a partition is of; null for another one. */
  answerBeside(pk: string): string | null;
  /** Steps of an answer that are in no audit trail yet, so that its row alone has them. */
  owesTrail(answer: Answer): Promise<boolean>;
  /** The places of these entries of the trail in the chains of their days, and the clicks that they are of. */
  proofsOf(trail: readonly PersonRow[]): AsyncIterable<PersonRow>;
  /** `moved on`: another function changed the row meanwhile. Only for rows that this ledger gave. */
  apply(judged: Judged): Promise<'done' | 'moved on'>;
}
