import type { Clock } from '../../base/clock.ts';
import { inParallel } from '../../base/in-parallel.ts';
import { DAY_MS } from '../../base/time.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import type { AuditEntry } from '../../verdict/answer-ledger.ts';
import { type DecidedCase, findProposals } from './find-proposals.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';
import { answeredLately, type Proposals } from './proposal.ts';

export interface ProposeMutesParts {
  readonly ledger: Pick<MuteLedger, 'load' | 'save'>;
  /** Everything of one day (UTC), in order. */
  readonly trailOf: (domain: string, day: Date) => AsyncIterable<readonly AuditEntry[]>;
  /** What is known of a case; null if it is no longer known. */
  readonly caseOf: (domain: string, caseId: string) => Promise<Pick<DecidedCase, 'item' | 'routes'> | null>;
  /** Tells the operators; whether their queue took it. The id is fixed, so a repeat is shown once. */
  readonly tell: (domain: string, proposals: Proposals) => Promise<boolean>;
  /** Whether the operators' channel may show people. */
  readonly people: boolean;
  readonly clock: Pick<Clock, 'now'>;
}

const EVERY_MS = 7 * DAY_MS;
const DAYS = 30;
/** The latest ones. More would take longer, and say the same. */
const MOST_DECIDED = 1_000;
const AT_ONCE = 10;

/**
 * Proposes mutes once a week, from the trail, so a decision costs nothing more for it. The reconciler saves proposals
 * before it tells them, under one id: after a crash it tells the same again, and the chat shows it once.
 */
export function createProposeMutes(parts: ProposeMutesParts) {
  const { ledger, trailOf, caseOf, tell, clock } = parts;

  return async function propose(domain: string, saved: SavedMutes): Promise<void> {
    const { proposals } = saved;
    if (!proposals.told) return tellThem(domain, saved);
    const nowMs = clock.now();
    if (nowMs - proposals.atMs < EVERY_MS && nowMs >= proposals.atMs) return;
    const decided = await decidedLately(domain, nowMs);
    const found = findProposals(decided, {
      domain,
      nowMs,
      mutes: saved.mutes,
      before: proposals.all,
      people: parts.people,
    });
    const all = [...answeredLately(proposals.all, nowMs), ...found];
    const { version, ...before } = saved;
    const next = { ...before, proposals: { atMs: nowMs, told: found.length === 0, all } };
    // Another function was quicker and changed a mute: the next look finds out.
    const isSaved = await ledger.save(domain, next, version, nowMs);
    if (isSaved && found.length > 0) await tellThem(domain, await ledger.load(domain));
  };

  async function tellThem(domain: string, { version, ...saved }: SavedMutes): Promise<void> {
    const { proposals } = saved;
    if (!(await tell(domain, proposals))) return;
    await ledger.save(domain, { ...saved, proposals: { ...proposals, told: true } }, version, clock.now());
  }

  /** Each case once, with what was recorded last. */
  async function decidedLately(domain: string, nowMs: number): Promise<readonly DecidedCase[]> {
    const outcomes = new Map<string, { readonly outcome: Outcome; readonly atMs: number }>();
    for (let ago = 0; ago < DAYS && outcomes.size < MOST_DECIDED; ago++) {
      const ofDay: AuditEntry[] = [];
      for await (const page of trailOf(domain, new Date(nowMs - ago * DAY_MS))) ofDay.push(...page);
      for (const { what, outcome, caseId, atMs } of ofDay.toReversed())
        if (what === 'recorded' && outcome && !outcomes.has(caseId)) outcomes.set(caseId, { outcome, atMs });
    }
    const latest = [...outcomes].slice(0, MOST_DECIDED);
    const known = await inParallel(latest, AT_ONCE, ([caseId]) => caseOf(domain, caseId));
    return latest.flatMap(([, decided], at) => {
      const found = known[at];
      return found ? [{ ...decided, ...found }] : [];
    });
  }
}
