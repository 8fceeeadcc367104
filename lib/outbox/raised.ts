import type { CaseRecord } from '../case/case-record.ts';
import { endedIn } from '../case/case-state.ts';
import { severityOf } from '../case/evidence.ts';
import type { StepAtPlace } from '../case/steps-at.ts';
import { severityRank } from '../posture/severity.ts';
import type { Delivery } from './delivery.ts';
import { isSevere, type SevereFrom } from './priority.ts';

/** A case about which there is nothing to decide any more, whatever people did. */
export const hasEnded = ({ content, forgotten }: Delivery, record: CaseRecord | null): boolean =>
  content.kind === 'case' && forgotten !== 'item' && endedIn(content.item, record) !== null;

/**
 * A case that is severe by now stands on its own, though a digest told it or it stands in the thread of one. There its
 * message stays, and says the same. One that only a digest told does so too once nobody answered it: a step was taken.
 */
export function raised(
  delivery: Delivery,
  { severeFrom, steps }: { readonly severeFrom: SevereFrom; readonly steps: readonly StepAtPlace[] },
): Delivery {
  const { content, main, begun, thread, coveredElsewhere } = delivery;
  if (content.kind !== 'case' || begun) return delivery;
  const isSevereNow = isSevere(content, severeFrom);
  if (coveredElsewhere && !main && (isSevereNow || steps.some(({ brought }) => !brought)))
    return { ...delivery, coveredElsewhere: false, thread: null };
  if (!isSevereNow || !main || !thread) return delivery;
  const knewRank = severityRank(severityOf(content.item));
  return { ...delivery, former: main, main: null, thread: null, notes: {}, memory: null, knewRank };
}
