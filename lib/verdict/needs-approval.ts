import {
  type Answer,
  cameToNothing,
  type Decision,
  type DecisionRequest,
  type Person,
} from '../case/answer.ts';
import type { VerdictRules } from './decision-types.ts';
import { comparePeople, type KnownPeople } from './same-person.ts';
import { isSystem } from './system-person.ts';

/** Whether a second person has to approve: the outcome wants that, or it changes what two people decided. */
export const needsApproval = (
  current: Answer | null,
  { outcome, overrides }: Pick<DecisionRequest, 'outcome' | 'overrides'>,
  { outcomes }: Pick<VerdictRules, 'outcomes'>,
): boolean => outcomes[outcome].approval || (overrides !== null && wasApproved(current));

/** What two people decided, and the platform may hold, one does not change alone. */
const wasApproved = (current: Answer | null): boolean =>
  [current?.decision, current?.before].some((one) => one?.approvedBy != null && !cameToNothing(one.state));

/**
 * Of the two people who agreed on the failed decision, one who is certainly not asking now: then nobody has to approve
 * again. In another chat, either of them may be the one asking, under another id.
 */
export const secondPerson = (
  { by, approvedBy }: Decision,
  asking: Person,
  people: KnownPeople,
): Person | null => {
  if (approvedBy === null) return null;
  const agreed = [approvedBy, by].filter((one) => !isSystem(one));
  return agreed.find((one) => comparePeople(one, asking, people) === 'other') ?? null;
};
