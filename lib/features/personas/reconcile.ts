import type { BridgeConfig } from '../../config/define-bridge.ts';
import { tellsPersonas } from '../../config/personas.ts';
import { createPersonasAt } from '../../outbox/redaction/personas-at.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createAnnouncedAt } from './announced-at.ts';
import { createAskPersona } from './ask-persona.ts';
import { createFindUntold } from './find-untold.ts';
import { lookUpPersona } from './look-up-persona.ts';
import { createPersonaLedger } from './persona-ledger.ts';

const toldIn = (config: BridgeConfig): string[] =>
  Object.keys(config.domains).filter((domain) => tellsPersonas(config, domain));

export const reconcile: ReconcileFacet = {
  isOn: (config) => toldIn(config).length > 0,
  create(kit) {
    const { part, met } = createFindUntold({
      ...kit,
      domains: toldIn(kit.config),
      personasAt: createPersonasAt(kit.config),
      ask: createAskPersona({
        ...kit,
        ledger: createPersonaLedger(kit),
        find: async (domain, subject, call) => lookUpPersona(await kit.clientOf(domain), subject, call),
      }),
      show: kit.ask.forPersonas,
      announcedAt: createAnnouncedAt(kit.config, kit.overview),
    });
    return { part, onListed: met };
  },
};
