import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Content } from '../../case/content.ts';
import type { PersonaNote } from '../../case/persona-note.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { personasAt } from '../../config/personas.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { isSevere } from '../../outbox/priority.ts';
import { PERSONA_KEPT_MS, type PersonaLedger } from './persona-ledger.ts';
import { noteKeyOf, type Subject, subjectsFor } from './subjects.ts';

/** How much of people a destination shows in the thread of a case; null if the thread does not tell who it is about. */
export type PersonasAt = (destination: string, content: Content) => 'full' | 'pseudonym' | null;

export const createPersonasAt =
  (config: Pick<BridgeConfig, 'personas' | 'destinations' | 'storm'>): PersonasAt =>
  (destination, content) =>
    config.personas === 'severe' && !isSevere(content, config.storm.severe)
      ? null
      : personasAt(config, destination);

/** How long after a case came the platform is asked who it is about. */
export const PERSONA_WANTED_MS = 24 * 3_600_000;
/** How long its last answer counts. */
const TOLD_MS = PERSONA_WANTED_MS + PERSONA_KEPT_MS;

/** The people whose notes the thread of a delivery still lacks. A case in a digest has no thread of its own. */
export function untoldSubjects(delivery: Delivery, showAt: PersonasAt): readonly Subject[] {
  const { key, content, forgotten, thread, parked, coveredElsewhere, main, notes } = delivery;
  const show = showAt(key.destination, content);
  if (show === null || content.kind !== 'case' || forgotten === 'item') return [];
  if (thread !== null || parked !== null || (coveredElsewhere && !main)) return [];
  return subjectsFor(content.item, show).filter((subject) => notes[noteKeyOf(subject)] === undefined);
}

export interface PersonasOfParts {
  readonly ledger: Pick<PersonaLedger, 'load'>;
  readonly personasAt: PersonasAt;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The known personas whose notes a thread still lacks. Never throws: a case does not wait for them. */
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
