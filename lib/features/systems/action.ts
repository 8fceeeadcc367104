import { createSignedSecrets } from '../../base/aws/signed-secrets.ts';
import { LINKS_KEY } from '../../base/key-names.ts';
import { decidingWebhooks } from '../../config/authority.ts';
import { caseKeptMs } from '../../config/retention.ts';
import { hasLinks, WEBHOOK } from '../../config/webhooks.ts';
import { createRequestCounts } from '../../verdict/log-refused-requests.ts';
import type { ActionFacet } from '../entry-points/action-facet.ts';
import { createLinksApp } from './links-app.ts';
import { createSignedSubmissions } from './signed-submissions.ts';
import { createSystemCases } from './system-cases.ts';
import { createKeysOfSystems } from './system-keys.ts';
import { createTakeVerdict } from './take-verdict.ts';
import { createVerdictsApp } from './verdicts-app.ts';

export const action: ActionFacet = {
  isOn: (config) => decidingWebhooks(config).length > 0,
  create(kit) {
    const { config, callAws, env, clock, log } = kit;
    const tableName = env.TABLE_NAME;
    const cases = createSystemCases(callAws, tableName);
    const take = createTakeVerdict({ ...kit, cases });
    const counts = createRequestCounts({ surface: WEBHOOK, clock, log, metrics: kit.counted });
    const parts = { config, cases, take, counts, clock, log };
    const systems = decidingWebhooks(config);
    const app = createVerdictsApp({
      ...parts,
      keysOf: createKeysOfSystems({ systems, readSecret: createSignedSecrets(callAws), clock, log }),
      submissions: createSignedSubmissions({ callAws, tableName, keptMs: caseKeptMs(config), clock }),
    });
    if (hasLinks(config.destinations))
      app.route('/', createLinksApp({ ...parts, seal: () => kit.sealOf(LINKS_KEY) }));
    return { app };
  },
};
