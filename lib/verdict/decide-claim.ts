import { lastMomentOf } from './apply-change.ts';
import type { CaseVerdict, Person } from './case-verdict.ts';
import {
  type CaseWatch,
  type Claim,
  claimIn,
  isUndecided,
  type WatchEntry,
  watchAfter,
} from './case-watch.ts';
import { isSamePerson, type KnownPeople } from './same-person.ts';
import type { ClaimMessage } from './verdict-message.ts';

/** Instead of the claim that an analyst saw: there was none. */
const NOBODYS = 'none';

export interface ClaimContext {
  readonly people: KnownPeople;
  readonly nowMs: number;
}

/** `claimed`: another analyst is on it. `conflict`: it is decided. `too-late`: it went on meanwhile. */
export type ClaimRefusal = 'claimed' | 'conflict' | 'too-late';

export type ClaimDecided =
  | { readonly is: 'changed'; readonly next: CaseWatch }
  /** Nothing new: all that follows from how it stands is done once more. */
  | { readonly is: 'repeat'; readonly current: CaseWatch }
  | { readonly is: 'refused'; readonly because: ClaimRefusal; readonly claim: Claim | null };

/**
 * What a press on "I'm on it", "Take over" or "Hand back" does. Pure. Who pressed before the case came to be as it is saw
 * another one: that also keeps the repeat of a press that was refused from coming true later.
 */
export function decideClaim(
  watch: CaseWatch | null,
  verdict: CaseVerdict | null,
  message: ClaimMessage,
  context: ClaimContext,
): ClaimDecided {
  const { clickId, decisionId: seen, by } = message;
  if (watch?.trail.some(({ id }) => id === clickId)) return { is: 'repeat', current: watch };
  const claim = claimIn(watch, verdict);
  const refused = (because: ClaimRefusal): ClaimDecided => ({ is: 'refused', because, claim });
  if (!isUndecided(verdict)) return refused('conflict');
  if (message.kind === 'hand-back') {
    return watch && claim?.id === seen
      ? moved(watch, message, 'handed-back', null, context)
      : refused('too-late');
  }
  if (watch && claim && isSamePerson(claim.by, by, context.people)) return { is: 'repeat', current: watch };
  if (claim) {
    return claim.id === seen ? moved(watch, message, 'taken-over', claim.by, context) : refused('claimed');
  }
  // They saw somebody on it.
  if (seen !== NOBODYS) return refused('too-late');
  if (message.atMs < Math.max(lastClaimedMs(watch), lastMomentOf(verdict))) return refused('too-late');
  return moved(watch, message, 'claimed', null, context);
}

function moved(
  watch: CaseWatch | null,
  { domain, caseId, clickId: id, by, place }: ClaimMessage,
  what: WatchEntry['what'],
  from: Person | null,
  { nowMs }: ClaimContext,
): ClaimDecided {
  // Clocks of functions differ a little: a trail never goes back in time.
  const atMs = Math.max(nowMs, watch?.trail.at(-1)?.atMs ?? 0);
  const claim = what === 'handed-back' ? null : { id, by, place, atMs };
  const answer = from && `from ${from.name} (${from.surface} ${from.id})`;
  const row = watch ?? { domain, caseId };
  return { is: 'changed', next: watchAfter(row, { claim }, { atMs, what, id, by, place, answer }) };
}

const lastClaimedMs = (watch: CaseWatch | null): number =>
  watch?.trail.findLast(({ by }) => by !== null)?.atMs ?? 0;

/** For the trail and the operators. Analysts get a sentence of their own. */
export const CLAIM_REFUSAL_WORDS: Readonly<Record<ClaimRefusal, string>> = {
  claimed: 'another analyst is on it',
  conflict: 'it is decided',
  'too-late': 'it had gone on already',
};
