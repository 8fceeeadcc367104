import type { Answer, Decision, TrailEntry } from '../../case/answer.ts';
import { decisionData } from '../../endpoints/event-data.ts';
import type { Submission } from './submission.ts';

/** How it stands with what a system sent. */
export interface SubmissionAnswer {
  readonly id: string;
  readonly decision_id: string;
  readonly domain: string;
  readonly case_id: string;
  readonly outcome: string;
  readonly state: SubmissionState;
  /** It will not change by itself any more. */
  readonly final: boolean;
  readonly because?: string;
  /** As in the events: of this decision, or of the one that counts if this one was refused. */
  readonly decision?: object;
}

export type SubmissionState =
  | 'accepted'
  | 'awaiting_approval'
  | 'undoable'
  | 'posting'
  | 'waiting'
  | 'recorded'
  | 'failed'
  | 'undone'
  | 'declined'
  | 'overridden'
  | 'replaced'
  | 'refused'
  | 'unknown';

type Found = Pick<SubmissionAnswer, 'state' | 'because'> & {
  readonly decision?: Decision | undefined;
  readonly final?: true;
};

const FINAL: ReadonlySet<SubmissionState> = new Set<SubmissionState>([
  'recorded',
  'failed',
  'undone',
  'declined',
  'overridden',
  'replaced',
  'refused',
]);

/** The verdict function needs seconds. What it has not handled by then it refused, or it is down. */
const SURELY_DEALT_WITH_MS = 3_600_000;
/** The clocks of two functions differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

export interface TellOptions {
  readonly nowMs: number;
  /** Whether the destination may be shown what analysts wrote. */
  readonly isFull: boolean;
}

export function tellSubmission(
  submission: Submission,
  answer: Answer | null,
  { nowMs, isFull }: TellOptions,
): SubmissionAnswer {
  const { key, decisionId, domain, caseId, outcome, atMs } = submission;
  const isLate = nowMs - atMs > SURELY_DEALT_WITH_MS;
  const found = find(submission, answer) ?? NOT_FOUND[isLate ? 'unknown' : 'accepted'];
  const { state, because, decision, final = FINAL.has(state) } = found;
  return {
    id: key,
    decision_id: decisionId,
    domain,
    case_id: caseId,
    outcome,
    state,
    final,
    ...(because !== undefined && { because }),
    ...(decision && { decision: decisionData(domain, caseId, decision, isFull) }),
  };
}

/** Whether the verdict function has dealt with it, so that it need not be queued again. */
export const isDealtWith = (submission: Submission, answer: Answer | null): boolean =>
  find(submission, answer) !== null;

function find({ decisionId, atMs }: Submission, answer: Answer | null): Found | null {
  if (!answer) return null;
  const { before, trail, refused, trimmed } = answer;
  const decision = answer.decision ?? undefined;
  if (decision?.id === decisionId) return { state: STATES[decision.state.is], decision };
  // It is recorded, and another one is about to replace it.
  if (before?.id === decisionId) return { state: 'recorded', decision: before };
  const last = trail.findLast((entry) => entry.id === decisionId);
  if (last) return { state: ENDED[last.what] ?? 'overridden', decision };
  const no = refused?.find(({ id }) => id === decisionId);
  if (no) return { state: 'refused', because: no.because, decision };
  if (!trimmed) return null;
  // Steps that had to make room or were erased are older than those that are left. If it was sent after the oldest of these,
  // none of its steps are gone: it never came to the verdict function. If not, nobody can tell; and it comes too late anyhow.
  const [oldest] = trail;
  const isAllThere = oldest !== undefined && atMs - CLOCKS_DIFFER_MS > oldest.atMs;
  return isAllThere ? null : { state: 'unknown', decision, final: true };
}

const NOT_FOUND: Readonly<Record<'accepted' | 'unknown', Found>> = {
  accepted: { state: 'accepted' },
  unknown: { state: 'unknown' },
};

const STATES: Readonly<Record<Decision['state']['is'], SubmissionState>> = {
  'awaiting-approval': 'awaiting_approval',
  undoable: 'undoable',
  posting: 'posting',
  waiting: 'waiting',
  recorded: 'recorded',
  failed: 'failed',
  undone: 'undone',
  declined: 'declined',
};

const ENDED: Partial<Record<TrailEntry['what'], SubmissionState>> = {
  undone: 'undone',
  declined: 'declined',
  failed: 'failed',
  replaced: 'replaced',
};
