import { DAY_MS } from '../../base/time.ts';
import type { Look } from './check-health.ts';
import type { LookAtSignsParts } from './look-at-signs.ts';
import type { Sign } from './signs.ts';

/** Looks at when the trail was last archived, if it is archived at all. */
export const createLookAtArchive = ({ signs, clock }: Pick<LookAtSignsParts, 'signs' | 'clock'>): Look => ({
  name: 'archive',
  about: ['Trail is not archived', 'Trail was changed'],
  async look(findings) {
    const nowMs = clock.now();
    const found = (await signs.since('archive', nowMs - 2 * DAY_MS)).filter(({ by }) => by === 'archive');
    const lately = (what: Sign['what']) =>
      found.some((one) => one.what === what && one.atMs >= nowMs - DAY_MS);
    if (!lately('archived')) {
      const sentence = 'No run of the last day has archived all finished days of the audit trail.';
      // Nobody knows since when, if it is new.
      const young = found.length === 0 ? { isSuspicion: true, patienceMs: DAY_MS } : {};
      findings.add({ heading: 'Trail is not archived', subject: 'archive', sentence, ...young });
    }
    if (lately('changed')) {
      const sentence = 'The audit trail in the table is not what the bridge wrote, or not what was archived.';
      findings.add({ heading: 'Trail was changed', subject: 'archive', sentence });
    }
  },
});
