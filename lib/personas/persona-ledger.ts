import type { KnownPersona } from '../chats/shared/persona-note.ts';
import type { Subject } from './subjects.ts';

/** What the platform said of people and service identities, for as long as it counts. */
export interface PersonaLedger {
  /** Null where it was never asked for, and where it is too old. */
  load(domain: string, subject: Subject): Promise<KnownPersona | null>;
  /** Over what was there. */
  keep(domain: string, subject: Subject, persona: KnownPersona): Promise<void>;
}

/** So long what the platform said counts. */
export const PERSONA_KEPT_MS = 24 * 3_600_000;
