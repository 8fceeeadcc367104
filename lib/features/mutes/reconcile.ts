import { canBeDecided } from '../../config/authority.ts';
import type { Display } from '../../config/chats/chat-schema.ts';
import { createCountWithheld } from '../../reconcile/count-withheld.ts';
import { foldCase } from '../../routing/item-facts.ts';
import { sendOpsNotice } from '../../routing/ops-notice.ts';
import type { ReconcileFacet, ReconcileKit } from '../entry-points/reconcile-facet.ts';
import { createDecidedCase } from './decided-case.ts';
import { createListMuted } from './list-muted.ts';
import { endOf, type Mute, type WaitingMute } from './mute.ts';
import { createMuteLedger, type MuteLedger, type SavedMutes } from './mute-ledger.ts';
import {
  begunWords,
  mutedWhat,
  mutedWhom,
  mutedWords,
  type WordsOf,
  waitingNoticeId,
  waitingWords,
} from './mute-notices.ts';
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
      sendOpsNotice(kit, {
        ...{ domain, id: `mute-${mute.id}-over` },
        ...mutedWords(domain, mute, hidden, wordsIn(kit)),
      }),
    tellBegun: (domain, mute, saved) =>
      sendOpsNotice(kit, { domain, ...begunNotice(kit, domain, mute, saved) }),
    // Without `ops` there is nobody to ask.
    ...(kit.config.ops && { alsoLook: proposeMutesIn(kit, ledger) }),
  });

/** Whom a mute is about is named where the operators' channel shows people. */
const wordsIn = ({ config }: ReconcileKit): WordsOf => (showsPeople(config) ? mutedWhom : mutedWhat);

const showsPeople = ({ ops, destinations }: ReconcileKit['config']): boolean =>
  ((destinations[ops?.to ?? ''] as Display | undefined)?.show ?? 'full') === 'full';

function begunNotice(kit: ReconcileKit, domain: string, mute: Mute | WaitingMute, { mutes }: SavedMutes) {
  const what = wordsIn(kit);
  if ('needs' in mute) return { id: waitingNoticeId(mute), ...waitingWords(domain, mute, what) };
  const wider = mutes.some((one) => one !== mute && one.atMs < mute.atMs && isSameSubject(one, mute));
  return { id: `mute-${mute.id}-begun`, ...begunWords(domain, mute, { what, wider }) };
}

/** It was muted already when this began. */
const isSameSubject = (one: Mute, { field, value, atMs }: Mute): boolean =>
  one.field === field && foldCase(one.value) === foldCase(value) && endOf(one) > atMs;

function proposeMutesIn(kit: ReconcileKit, ledger: MuteLedger) {
  const { config, trailOf, deliveries, clock } = kit;
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
    people: showsPeople(config),
    clock,
  });
}
