import type { Person } from '../../case/answer.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import type { Mutable, Mute } from './mute.ts';

/** What was decided about the cases of one person, type or route. */
export interface Rates {
  /** How many were decided, by outcome. */
  readonly by: Readonly<Partial<Record<Outcome, number>>>;
  /** How many of them in the last 7 days. */
  readonly lately: number;
}

/** A mute that analysts are asked about, because nearly all that it would hide was harmless. */
export interface Proposal extends Rates {
  readonly id: string;
  readonly field: Extract<Mutable, 'user' | 'threatType' | 'route'>;
  readonly value: string;
  readonly atMs: number;
  readonly answered?: ProposalAnswer | undefined;
}

export interface ProposalAnswer {
  readonly choice: 'mute' | 'no';
  readonly by: Person;
  readonly atMs: number;
}

/** What was proposed for a domain, last and before. */
export interface Proposals {
  /** When the reconciler last looked for something to propose. */
  readonly atMs: number;
  /** The operators were told. */
  readonly told: boolean;
  readonly all: readonly Proposal[];
}

export const NO_PROPOSALS: Proposals = { atMs: 0, told: true, all: [] };

/** How long a proposed mute lasts. */
export const PROPOSED_MUTE_MS = 7 * 86_400_000;
/** How long a declined mute is not proposed again. */
export const NOT_AGAIN_MS = 30 * 86_400_000;

/** The answers to proposals, for as long as they count. */
export const answeredLately = (all: readonly Proposal[], nowMs: number): readonly Proposal[] =>
  all.filter(({ answered }) => answered && nowMs - answered.atMs < NOT_AGAIN_MS);

/** The mute that a proposal becomes. */
export const muteOf = ({ id, field, value, by: decided }: Proposal, by: Person, nowMs: number): Mute => ({
  id,
  field,
  value,
  critical: false,
  reason: `Proposed by the bridge: ${harmlessIn(decided)} of ${decidedIn(decided)} decided cases were harmless.`,
  by,
  atMs: nowMs,
  untilMs: nowMs + PROPOSED_MUTE_MS,
});

/** A duplicate says nothing about what it is a duplicate of. */
export const TELLING: readonly Outcome[] = ['SAFE', 'FALSE_POSITIVE', 'TRUE_POSITIVE', 'ESCALATED'];
const HARMLESS: readonly Outcome[] = ['SAFE', 'FALSE_POSITIVE'];

const sumOf = (by: Rates['by'], outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + (by[outcome] ?? 0), 0);
export const decidedIn = (by: Rates['by']): number => sumOf(by, TELLING);
export const harmlessIn = (by: Rates['by']): number => sumOf(by, HARMLESS);
