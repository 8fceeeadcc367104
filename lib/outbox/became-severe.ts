import type { CaseRecord } from '../case/case-record.ts';
import { endedIn } from '../case/case-state.ts';
import { severityOf } from '../case/evidence.ts';
import type { StepAtPlace } from '../case/steps-shown-at.ts';
import { severityRank } from '../posture/severity.ts';
import type { Delivery } from './delivery.ts';
import { isSevere, type SevereFrom } from './severe.ts';

/** A case about which there is nothing to decide any more, whatever people did. */
export const hasEnded = ({ content, forgotten }: Delivery, record: CaseRecord | null): boolean =>
  content.kind === 'case' && forgotten !== 'item' && endedIn(content.item, record) !== null;

/**
 * A case that has become severe gets a message of its own, although a digest shows it or its message is in the thread of a
 * digest. That message stays and says the same. A case that only a digest shows gets its own message after an escalation
 * step, too.
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
