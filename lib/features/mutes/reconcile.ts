import { canBeDecided } from '../../config/authority.ts';
import type { Display } from '../../config/chats/chat-schema.ts';
import { createCountWithheld } from '../../reconcile/count-withheld.ts';
import { sendOpsNotice } from '../../routing/ops-notice.ts';
import type { ReconcileFacet, ReconcileKit } from '../entry-points/reconcile-facet.ts';
import { createDecidedCase } from './decided-case.ts';
import { createListMuted } from './list-muted.ts';
import { createMuteLedger, type MuteLedger } from './mute-ledger.ts';
import { mutedWords } from './muted-words.ts';
import { createMuting } from './muting.ts';
import { proposalsNotice, proposalsNoticeId } from './proposal-words.ts';
import { createProposeMutes } from './propose-mutes.ts';

export const reconcile: ReconcileFacet = {
  isOn: () => true,
  create(kit) {
    const ledger = createMuteLedger(kit.rows);
    return {
      // Only people who may decide cases can mute.
      part: canBeDecided(kit.config) ? listMutedIn(kit, ledger) : undefined,
      withholder: (domain) =>
        createMuting({
          ...{ ...kit, ledger, feed: { domain, feed: 'cases' } },
          mutes: async () => (await ledger.load(domain)).mutes,
        }),
    };
  },
};

const listMutedIn = (kit: ReconcileKit, ledger: MuteLedger) =>
  createListMuted({
    ...{ ...kit, ledger },
    count: createCountWithheld(kit),
    tell: (domain, mute, hidden) =>
      sendOpsNotice(kit, { domain, id: `mute-${mute.id}-over`, ...mutedWords(domain, mute, hidden) }),
    // Without `ops` there is nobody to ask.
    ...(kit.config.ops && { alsoLook: proposeMutesIn(kit, ledger) }),
  });

function proposeMutesIn(kit: ReconcileKit, ledger: MuteLedger) {
  const { config, trailOf, deliveries, clock } = kit;
  const ops = config.destinations[config.ops?.to ?? ''] as Display | undefined;
  return createProposeMutes({
    ledger,
    trailOf,
    caseOf: createDecidedCase(config, deliveries),
    tell: (domain, proposals) =>
      sendOpsNotice(kit, {
        domain,
        id: proposalsNoticeId(proposals),
        ...proposalsNotice(domain, proposals),
      }),
    people: (ops?.show ?? 'full') === 'full',
    clock,
  });
}
