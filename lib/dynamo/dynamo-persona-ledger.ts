import { personaRow } from '../ledger/past-rows.ts';
import { PERSONA_KEPT_MS, type PersonaLedger } from '../personas/persona-ledger.ts';
import { type KeptPersona, PERSONA_FORMAT, readKeptPersona } from '../personas/read-persona.ts';
import { subjectId } from '../personas/subjects.ts';
import type { Clock } from '../platform/clock.ts';
import { understood } from '../platform/read-versioned.ts';
import type { VersionedRows } from '../platform/versioned-rows.ts';

export interface PersonaLedgerParts {
  readonly rows: Pick<VersionedRows, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A row for each of them: the only place where the bridge keeps what it was told. */
export const createDynamoPersonaLedger = ({ rows, clock }: PersonaLedgerParts): PersonaLedger => ({
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
    // Whoever was quicker was told the same.
    await rows.write(key, value, { ...write, version: before?.version ?? 0 });
  },
});
