import type { Answer } from '../case/answer.ts';
import type { AuditEntry } from './answer-ledger.ts';
import type { ClickRefusal, VerdictEvent } from './decision-types.ts';
import { REFUSAL_WORDS } from './refusal-words.ts';
import type { MessageOf } from './verdict-message.ts';

/** The trail of a case as entries of the audit trail of all cases. */
export const auditOf = ({ domain, caseId, trail, trimmed = 0 }: Answer): AuditEntry[] =>
  // Counted from 1: 0 is for what changed nothing.
  trail.map((entry, index) => ({ ...entry, domain, caseId, n: trimmed + index + 1 }));

const UNCHANGED = { n: 0, outcome: null, comment: null } as const;

export const auditOfDenied = (message: MessageOf<'denied'>): AuditEntry => ({
  ...UNCHANGED,
  domain: message.domain,
  caseId: message.caseId,
  atMs: message.atMs,
  what: 'denied',
  id: message.clickId,
  by: message.by,
  place: message.place,
  outcome: message.outcome ?? null,
  answer: `${message.what}: ${message.why}`,
});

/** The entry for a click that came to nothing. Null for events that nobody clicked. */
export function auditOfRefused(event: VerdictEvent, because: ClickRefusal): AuditEntry | null {
  const { domain, caseId } = event;
  const refused = { ...UNCHANGED, domain, caseId, what: 'refused' } as const;
  switch (event.kind) {
    case 'decide': {
      const { id, outcome, by, place, comment, clickedAtMs: atMs } = event.request;
      return {
        ...refused,
        id,
        outcome,
        by,
        place,
        comment,
        atMs,
        answer: `decide: ${REFUSAL_WORDS[because]}`,
      };
    }
    case 'post':
    case 'answered':
    case 'looked':
      return null;
    default: {
      const { clickId: id, by, place, atMs } = event;
      const about =
        event.kind === 'claim' || event.kind === 'hand-back' ? '' : ` (decision ${event.decisionId})`;
      const answer = `${event.kind}: ${REFUSAL_WORDS[because]}${about}`;
      return { ...refused, id, by, place, atMs, answer };
    }
  }
}
