import { clean } from '../../lib/base/text/clean-text.ts';
import { type Answer, type Claim, cameToNothing, type Decision } from '../../lib/case/answer.ts';
import { type CaseRecord, isWithheld } from '../../lib/case/case-record.ts';
import { type CasePolicy, claimEndsMs, standing } from '../../lib/case/standing.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import type { Severity } from '../../lib/posture/severity.ts';
import { contentOf, titleOf, withheldIn, withheldWords } from '../flow/item-rows.ts';
import type { Source } from '../source.ts';
import type { CaseStanding } from '../wire.ts';

/** What the console keeps of an open case: small, because there may be ten thousand. */
export interface KnownCase {
  readonly domain: string;
  readonly id: string;
  readonly title: string;
  readonly type: string | null;
  readonly person: string | null;
  readonly severity: Severity | null;
  readonly createdAtMs: number;
  readonly waitsSinceMs: number;
  readonly standing: CaseStanding | 'recorded';
  /** The decision that counts, or the last one if that came to nothing. */
  readonly decision: Decision | null;
  readonly canUndo: boolean;
  /** Null once the claim has ended. */
  readonly claimIn: (nowMs: number) => Claim | null;
  readonly places: readonly string[];
  readonly withheld: readonly string[];
}

type Rows = Pick<Source, 'ledger'>;

/** Reads what is not in the record: the words of the case, and what people did about it. */
export async function readKnownCase(
  { ledger }: Rows,
  record: CaseRecord,
  policy: CasePolicy,
  nowMs: number,
): Promise<KnownCase> {
  const { domain, caseId: id } = record;
  const key = { domain, feed: 'cases', id } as const;
  const [shown, answer] = await Promise.all([ledger.deliveries.places(key), ledger.answers.load(domain, id)]);
  const item = contentOf({ deliveries: shown.map(({ value }) => value), answer, told: [] }) as Case | null;
  const { decision, claim, sinceMs } = standing(record, answer, policy, nowMs);
  const endsMs = claimEndsMs(record, claim, policy) ?? 0;
  const failed = failedIn(answer, record);
  return {
    ...{ domain, id, title: titleOf(item, key) },
    type: textOf(item?.threat_type),
    person: textOf(item?.user_name ?? item?.user_email),
    severity: record.severity,
    createdAtMs: record.createdAtMs,
    waitsSinceMs: sinceMs,
    standing: standingOf(decision),
    decision: decision ?? failed,
    canUndo: decision?.state.is === 'undoable',
    claimIn: (atMs) => (claim !== null && atMs < endsMs ? claim : null),
    places: Object.keys(record.places).filter((name) => !isWithheld(record.places[name])),
    withheld: withheldIn(record).map(withheldWords),
  };
}

/** A decision that the platform did not accept has to be made again. */
const failedIn = (answer: Answer | null, { episode }: CaseRecord): Decision | null => {
  const decision = answer?.decision ?? null;
  return decision && decision.episode >= episode && decision.state.is === 'failed' ? decision : null;
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && clean(value) !== '' ? clean(value) : null;

export function standingOf(decision: Decision | null): KnownCase['standing'] {
  if (decision === null) return 'undecided';
  const { state } = decision;
  if (state.is === 'failed' && state.mayBeRecorded) return 'unclear';
  if (cameToNothing(state)) return 'undecided';
  if (state.is === 'awaiting-approval' || state.is === 'recorded') return state.is;
  return state.is === 'posting' && state.doubt !== undefined ? 'unclear' : 'on-its-way';
}
