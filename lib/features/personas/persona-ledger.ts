import type { Clock } from '../../base/clock.ts';
import { understood } from '../../base/read-versioned.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import { personaRow } from '../../ledger/past-rows.ts';
import { type KeptPersona, PERSONA_FORMAT, readKeptPersona } from './read-persona.ts';
import type { Subject } from './subjects-of-case.ts';
import { subjectId } from './subjects-of-case.ts';

/** What the platform said of people and service identities, for as long as it counts. */
export interface PersonaLedger {
  /** Null if the platform was never asked, or the answer is too old. */
  load(domain: string, subject: Subject): Promise<KnownPersona | null>;
  /** Replaces what was there. */
  keep(domain: string, subject: Subject, persona: KnownPersona): Promise<void>;
}

/** How long the platform's answer counts. */
export const PERSONA_KEPT_MS = 24 * 3_600_000;

export interface PersonaLedgerParts {
  readonly rows: Pick<VersionedRows, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** One row for each: the only place where the bridge keeps personas. */
export const createPersonaLedger = ({ rows, clock }: PersonaLedgerParts): PersonaLedger => ({
  async load(domain, subject) {
    const row = await rows.read(personaRow.key(domain, subjectId(subject)));
    if (!row) return null;
    const { readAtMs, of: _, ...persona } = understood(readKeptPersona(row.value));
    return clock.now() - readAtMs < PERSONA_KEPT_MS ? persona : null;
  },
  async keep(domain, subject, persona) {
    const key = personaRow.key(domain, subjectId(subject));
    const readAtMs = clock.now();
    const kept: KeptPersona = { ...persona, of: subject.email ?? subject.name ?? '', readAtMs };
    const write = { packed: true, expiresAtMs: readAtMs + PERSONA_KEPT_MS };
    const value = { v: PERSONA_FORMAT, ...kept };
    if ((await rows.write(key, value, { ...write, version: 0 })) !== null) return;
    const before = await rows.read(key);
    // Another process was quicker, and got the same answer.
    await rows.write(key, value, { ...write, version: before?.version ?? 0 });
  },
});
