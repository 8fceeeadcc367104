import { type Answer, isDecisionEntry } from '../../../lib/case/answer.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { auditOf } from '../../../lib/verdict/audit.ts';
import {
  decisionsIn,
  readSeveralMessage,
  type SeveralMessage,
} from '../../../lib/verdict/several-message.ts';
import { isSystem } from '../../../lib/verdict/system-person.ts';
import {
  type ClaimMessage,
  isClaimMessage,
  readVerdictMessage,
  type VerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { SEAL } from '../../support/sealed.ts';
import { CLAIMED } from './judge-claims.ts';
import type { SaveJudge } from './judge-saves.ts';
import type { Submission } from './model-platform.ts';

export interface Decisions {
  readonly saves: SaveJudge;
  readonly submissions: readonly Submission[];
  /** The bodies of all that the verdict queue took. */
  readonly messages: Iterable<string>;
  readonly audit: readonly AuditEntry[];
  /** Addresses where somebody was told something. */
  readonly told: ReadonlyMap<string, number>;
  readonly wrong: string[];
}

const ENDS = ['recorded', 'failed', 'undone', 'declined', 'awaiting-approval'];
const DONE = { undo: 'undone', approve: 'approved', decline: 'declined' } as const;

/** What has to be true of all decisions when nothing is left to happen. */
export function judgeVerdicts(decisions: Decisions, answers: readonly Answer[]): void {
  for (const answer of answers) judgeCase(decisions, answer);
  for (const body of decisions.messages) {
    const several = readSeveralMessage(body, SEAL);
    if (several?.ok) judgeSeveral(decisions, several.message);
    if (several) continue;
    const read = readVerdictMessage(body);
    if (!read.ok) decisions.wrong.push(`the verdict queue got something unreadable: ${read.reason}`);
    else judgeClick(decisions, read.message);
  }
}

function judgeCase({ submissions, audit, wrong }: Decisions, answer: Answer): void {
  const { caseId, decision, trail } = answer;
  const copied = audit.filter(
    (entry) => entry.caseId === caseId && entry.n > 0 && entry.what !== 'unanswered',
  );
  if (JSON.stringify(copied) !== JSON.stringify(auditOf(answer))) {
    wrong.push(`the copies by day are not the trail of ${caseId}`);
  }
  if (!decision) return;
  if (!ENDS.includes(decision.state.is)) wrong.push(`${decision.id} ended as ${decision.state.is}`);
  const { by, approvedBy } = decision;
  if (approvedBy && isSystem(approvedBy)) wrong.push(`${decision.id} was approved by a system`);
  // A system has no second self in a chat.
  if (approvedBy && approvedBy.surface !== by.surface && !isSystem(by)) {
    wrong.push(`${decision.id} was approved on another surface, perhaps by who decided it`);
  }
  for (const id of new Set(trail.filter(isDecisionEntry).map((entry) => entry.id))) {
    const steps = trail.filter((entry) => entry.id === id);
    const posts = submissions.filter(({ decisionId }) => decisionId === id);
    const end = steps.findLast(({ what }) => what !== 'overridden');
    const taken = posts.filter((post) => post.taken);
    if (taken.length > 1) wrong.push(`${id} was recorded ${taken.length} times`);
    const sure = posts.findIndex(({ answered }) => answered !== 'no');
    if (sure !== -1 && sure < posts.length - 1)
      wrong.push(`${id} was sent again after it may have been taken`);
    if (end?.what === 'recorded' && taken.length === 0)
      wrong.push(`${id} is told to be recorded, and is not`);
    const isDoubtful = end?.answer?.startsWith('no clear answer') === true;
    if (taken.length > 0 && end?.what !== 'recorded' && !isDoubtful) {
      wrong.push(`${id} is recorded, and told ${end?.what}`);
    }
    const back = steps.findIndex(({ what }) => what === 'undone' || what === 'declined');
    if (back !== -1 && taken.length > 0) wrong.push(`${id} was taken back, and sent all the same`);
    if (steps.filter(({ what }) => what === 'requested').length !== 1)
      wrong.push(`${id} began more than once`);
    const isOpen = id === decision.id && decision.state.is === 'awaiting-approval';
    if (!isOpen && !ENDS.includes(end?.what ?? '')) wrong.push(`${id} ends as ${end?.what} in the trail`);
  }
}

/** Each of several was decided or refused, and who chose them was told of those that were not. */
function judgeSeveral(decisions: Decisions, message: SeveralMessage): void {
  for (const one of decisionsIn(message)) judgeClick(decisions, one);
  const { audit, saves, told, wrong } = decisions;
  const ids = new Set(decisionsIn(message).map(({ request }) => request.id));
  if (ids.size < message.cases.length) wrong.push(`${message.clickId} has one decision for several cases`);
  const isRefused = audit.some(({ id, what }) => ids.has(id) && (what === 'refused' || what === 'denied'));
  const { reply } = message;
  const isUntold = reply?.surface === 'slack' && reply.responseUrl && !told.has(reply.responseUrl);
  if (isRefused && isUntold) wrong.push(`nobody was told which of several ${message.clickId} left out`);
  for (const { caseId, request } of decisionsIn(message)) {
    const others = saves.rowOf(caseId)?.trail.filter(({ id }) => id === request.id) ?? [];
    if (others.filter(({ what }) => what === 'requested').length > 1)
      wrong.push(`${request.id} decided ${caseId} more than once`);
  }
}

/** Who pressed something has done it, or was told no, and not both. */
function judgeClick({ saves, audit, told, wrong }: Decisions, message: VerdictMessage): void {
  if (message.kind === 'post' || message.kind === 'unanswered') return;
  const id = message.kind === 'decide' ? message.request.id : message.clickId;
  const was = (what: AuditEntry['what']) => audit.some((entry) => entry.id === id && entry.what === what);
  const isRefused = was('refused') || was('denied');
  const isDone = hasDone();
  if (!isRefused && !isDone) wrong.push(`the ${message.kind} ${id} came to nothing`);
  // A press that was denied because nobody knew its message yet may come again, and then count.
  if (was('refused') && (message.kind === 'decide' || message.kind === 'retry') && isDone) {
    wrong.push(`the ${message.kind} ${id} was refused, and came true all the same`);
  }
  if (
    was('refused') &&
    isClaimMessage(message) &&
    audit.some((entry) => entry.id === id && CLAIMED.has(entry.what))
  )
    wrong.push(`the ${message.kind} ${id} was refused, and came true all the same`);
  const { reply } = message;
  if (isRefused && reply?.surface === 'slack' && reply.responseUrl && !told.has(reply.responseUrl)) {
    wrong.push(`nobody was told that the ${message.kind} ${id} came to nothing`);
  }

  /** Who is on it already and says so once more has done nothing, and is not told no. */
  function isClaimDone({ kind, clickId, caseId, by }: ClaimMessage): boolean {
    const entries = audit.filter((entry) => entry.caseId === caseId && CLAIMED.has(entry.what));
    if (entries.some((entry) => entry.id === clickId)) return true;
    return kind === 'claim' && entries.some((entry) => entry.by?.id === by.id);
  }

  function hasDone(): boolean {
    if (message.kind === 'decide' || message.kind === 'retry') return saves.wasRequested(id);
    if (message.kind === 'denied' || message.kind === 'post' || message.kind === 'unanswered') return false;
    if (isClaimMessage(message)) return isClaimDone(message);
    const trail = saves.rowOf(message.caseId)?.trail ?? [];
    const what = DONE[message.kind];
    return trail.some((entry) => entry.what === what && entry.id === message.decisionId);
  }
}
