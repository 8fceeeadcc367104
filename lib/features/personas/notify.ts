import { createPersonasAt } from '../../outbox/redaction/personas-at.ts';
import type { NotifyFacet } from '../entry-points/notify-facet.ts';
import { createPersonasOf } from './pending-persona-notes.ts';
import { createPersonaLedger } from './persona-ledger.ts';

export const notify: NotifyFacet = {
  isOn: ({ personas }) => personas !== 'none',
  create: ({ config, rows, clock, log }) => ({
    personasOf: createPersonasOf({
      ledger: createPersonaLedger({ rows, clock }),
      personasAt: createPersonasAt(config),
      clock,
      log,
    }),
  }),
};
