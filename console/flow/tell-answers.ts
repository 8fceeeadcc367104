import { inWords } from '../../lib/base/text/format.ts';
import { type Answer, type ClaimEntry, type DecisionEntry, isDecisionEntry } from '../../lib/case/answer.ts';
import { decidedWord } from '../../lib/case/outcome-words.ts';
import type { Effect } from '../wire.ts';
import { effect, joined } from './effect.ts';

/** What people did about a case, and the outcome. */
export const effectsOfAnswer = ({ trail, trimmed = 0 }: Answer): Effect[] => [
  ...(trimmed > 0
    ? [effect(trail[0]?.atMs ?? null, 'verdict', `${trimmed} earlier steps are in the audit trail`)]
    : []),
  ...trail.map((entry) => {
    const { atMs, by, place, comment, answer } = entry;
    const who = by?.name ?? 'The bridge';
    const detail = joined(place && `in ${place}`, comment && `“${comment}”`, answer);
    return isDecisionEntry(entry)
      ? effect(atMs, 'verdict', DECIDED[entry.what](who, decidedWord(entry.outcome)), detail)
      : effect(atMs, 'claim', `${who} ${CLAIMED[entry.what]}`, detail);
  }),
];

/** The escalation steps that were taken. */
export const effectsOfWaiting = ({ steps = [] }: Pick<Answer, 'steps'>): Effect[] =>
  steps.map(({ atMs, afterMs, to, step, route }) => {
    const also = to.length > 0 ? `, so the bridge sends it to ${to.join(' and ')} too` : '';
    const text = `Unacknowledged for ${inWords(afterMs)}${also}`;
    return effect(atMs, 'escalation', text, `step ${step} of the route ${route}`);
  });

const DECIDED: Readonly<Record<DecisionEntry['what'], (who: string, outcome: string) => string>> = {
  requested: (who, outcome) => `${who} decided: ${outcome}`,
  overridden: (who, outcome) => `${who} replaced the decision: ${outcome}`,
  replaced: (who, outcome) => `${who} decides the reopened case again. Before: ${outcome}`,
  approved: (who, outcome) => `${who} approved: ${outcome}`,
  declined: (who, outcome) => `${who} declined: ${outcome}`,
  undone: (who, outcome) => `${who} took back: ${outcome}`,
  posting: (_, outcome) => `The bridge sends to the platform: ${outcome}`,
  waiting: (_, outcome) => `Waits for the platform: ${outcome}`,
  recorded: (_, outcome) => `The platform recorded: ${outcome}`,
  failed: (_, outcome) => `The platform did not record: ${outcome}`,
};

const CLAIMED: Readonly<Record<ClaimEntry['what'], string>> = {
  claimed: 'is on it',
  'taken-over': 'took it over',
  'handed-back': 'handed it back',
  'claim-ended': 'no longer has it',
};
