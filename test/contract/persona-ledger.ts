import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownPersona } from '../../lib/case/persona-note.ts';
import { PERSONA_KEPT_MS, type PersonaLedger } from '../../lib/features/personas/persona-ledger.ts';
import type { Subject } from '../../lib/features/personas/subjects-of-case.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const ADA: Subject = { as: 'person', email: 'ada@acme.example', name: 'Ada Winter' };
let counter = 0;

/** What every keeper of personas must do. */
export function describePersonaLedger(
  name: string,
  create: (clock: { now: () => number }) => PersonaLedger,
): void {
  describe(`${name} as the ledger of personas`, () => {
    let ledger: PersonaLedger;
    let domain: string;
    let nowMs: number;
    beforeEach(() => {
      nowMs = NOON;
      ledger = create({ now: () => nowMs });
      domain = `personas-${++counter}#%`;
    });
    const persona = (text: string): KnownPersona => ({
      about: 'person',
      name: 'Ada Winter',
      parts: [
        { is: 'text', text },
        {
          is: 'lines',
          lines: [
            ['Access: ', { said: 'Mail' }],
            ['Seen ', { atMs: NOON }],
          ],
        },
      ],
      people: ['ada@acme.example'],
    });

    it('knows nobody whom nobody asked for', async () => {
      expect(await ledger.load(domain, ADA)).toBeNull();
    });

    it('gives back what was kept, to whoever means the same person', async () => {
      await ledger.keep(domain, ADA, persona('A clerk.'));
      expect(await ledger.load(domain, ADA)).toEqual(persona('A clerk.'));
      const other = { ...ADA, email: ' ADA@Acme.Example', name: null };
      expect(await ledger.load(domain, other)).toEqual(persona('A clerk.'));
    });

    it('does not mix up people, service identities and domains', async () => {
      await ledger.keep(domain, ADA, persona('A clerk.'));
      expect(await ledger.load(domain, { ...ADA, as: 'service' })).toBeNull();
      expect(await ledger.load(domain, { ...ADA, email: 'bo@acme.example' })).toBeNull();
      expect(await ledger.load(`${domain}2`, ADA)).toBeNull();
    });

    it('takes nothing for known that is a day old, and keeps the next answer over it', async () => {
      await ledger.keep(domain, ADA, persona('A clerk.'));
      nowMs += PERSONA_KEPT_MS - 1;
      expect(await ledger.load(domain, ADA)).not.toBeNull();
      nowMs += 1;
      expect(await ledger.load(domain, ADA)).toBeNull();
      await ledger.keep(domain, ADA, persona('A manager.'));
      expect(await ledger.load(domain, ADA)).toEqual(persona('A manager.'));
    });

    it('keeps somebody of any name', async () => {
      const odd: Subject = { as: 'service', email: null, name: `\ud800#%${'x'.repeat(300)}` };
      await ledger.keep(domain, odd, persona('Odd.'));
      expect(await ledger.load(domain, odd)).toEqual(persona('Odd.'));
    });
  });
}
