import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { PersonaNote } from '../../case/persona-note.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { PersonasAt } from '../../outbox/redaction/personas-at.ts';
import { PERSONA_KEPT_MS, type PersonaLedger } from './persona-ledger.ts';
import { noteKeyOf, type Subject, subjectsFor } from './subjects-of-case.ts';

/** How long after a case came the platform is asked who it is about. */
export const PERSONA_WANTED_MS = 24 * 3_600_000;
/** How long its last answer counts. */
const TOLD_MS = PERSONA_WANTED_MS + PERSONA_KEPT_MS;

/** The people of whom neither the message of a delivery nor its thread tells yet. A case in a digest has no thread of its own. */
export function untoldSubjects(delivery: Delivery, showAt: PersonasAt): readonly Subject[] {
  const { key, content, forgotten, thread, parked, coveredElsewhere, main, notes, saysWho } = delivery;
  const show = showAt(key.destination, content);
  if (show === null || content.kind !== 'case' || forgotten === 'item') return [];
  if (thread !== null || parked !== null || (coveredElsewhere && !main)) return [];
  return subjectsFor(content.item, show).filter((subject) => {
    const note = noteKeyOf(subject);
    return notes[note] === undefined && saysWho?.key !== note;
  });
}

export interface PersonasOfParts {
  readonly ledger: Pick<PersonaLedger, 'load'>;
  readonly personasAt: PersonasAt;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The known personas of whom neither the message nor its thread tells yet. Never throws: a case does not wait for them. */
type PersonasOf = (delivery: Delivery) => Promise<readonly PersonaNote[]>;

export const createPersonasOf =
  ({ ledger, personasAt: showAt, clock, log }: PersonasOfParts): PersonasOf =>
  async (delivery) => {
    if (clock.now() - delivery.handedOverAtMs > TOLD_MS) return [];
    const found = await Promise.all(
      untoldSubjects(delivery, showAt).map(async (subject): Promise<readonly PersonaNote[]> => {
        const persona = await ledger.load(delivery.key.domain, subject).catch((error: unknown) => {
          log('persona not read', { ...delivery.key, error: String(error) });
          return null;
        });
        return persona ? [{ ...persona, key: noteKeyOf(subject) }] : [];
      }),
    );
    return found.flat();
  };
