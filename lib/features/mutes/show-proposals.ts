import { change } from '../../base/change.ts';
import type { Clock } from '../../base/clock.ts';
import { deliveryIdOf } from '../../case/delivery-id.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import { answerPriority } from '../../outbox/priority.ts';
import { createWake, type WakeParts } from '../../outbox/wake-up.ts';
import type { Mute } from './mute.ts';
import type { SavedMutes } from './mute-ledger.ts';
import { unapprovedWords, waitingNoticeId } from './mute-notices.ts';
import { becameWords, proposalsNoticeId } from './proposal-words.ts';

export interface ProposalDisplayParts extends WakeParts {
  readonly config: Pick<BridgeConfig, 'ops'>;
  readonly ledger: Pick<DeliveryLedger, 'load' | 'keep'>;
  readonly clock: Clock;
}

/** Shows on the operators' notices how they were answered: on what was proposed, and on what waited for a second person. */
export function createProposalDisplay(parts: ProposalDisplayParts) {
  const { config, ledger, clock } = parts;
  const wake = createWake(parts);
  return async (domain: string, { proposals, mutes, waiting }: SavedMutes): Promise<void> => {
    const destination = config.ops?.to;
    if (destination === undefined) return;
    for (const atMs of new Set(proposals.all.flatMap((one) => (one.answered ? [one.atMs] : [])))) {
      const became = (id: string) => {
        const one = proposals.all.find((known) => known.id === id);
        return one ? becameWords(one, waiting.some((mute) => mute.id === id) ? 'asked' : 'muted') : null;
      };
      await show(domain, destination, proposalsNoticeId({ atMs }), became);
    }
    const approved = mutes.flatMap((mute) =>
      mute.approvedBy ? [{ mute, became: `${mute.approvedBy.name} approved it.` }] : [],
    );
    const over = waiting.map((mute) => ({ mute, became: unapprovedWords(mute) }));
    // Another function may have shown the earlier ones, and a look at each costs a read.
    for (const { mute, became } of [...approved, ...over].filter((one) => isLate(one.mute)))
      if (became !== null) await show(domain, destination, waitingNoticeId(mute), () => became);
  };

  /** A notice that was answered lately may not show it yet. */
  function isLate({ ended, atMs }: Mute): boolean {
    return clock.now() - (ended?.atMs ?? atMs) < SHOWN_AGAIN_MS;
  }

  async function show(
    domain: string,
    destination: string,
    noticeId: string,
    becameOf: (id: string) => string | null,
  ): Promise<void> {
    const id = deliveryIdOf({ domain, feed: 'notice', id: noticeId, destination });
    const note = {
      load: () => ledger.load({ domain, feed: 'notices', id, destination }),
      save: (next: Delivery) =>
        ledger.keep(
          next,
          { priority: { at: answerPriority(clock.now()), sooner: true }, only: 'newer' },
          clock.now(),
        ),
    };
    const { written = null } = await change(note, (saved) => {
      const content = saved?.value.content;
      if (!saved || content?.kind !== 'notice') return { next: undefined };
      const proposals = content.notice.proposals?.map((one) => ({
        ...one,
        became: one.became ?? becameOf(one.id),
      }));
      if (JSON.stringify(proposals) === JSON.stringify(content.notice.proposals)) return { next: undefined };
      const notice = { ...content.notice, ...(proposals && { proposals }) };
      const next = {
        ...saved.value,
        content: { kind: 'notice' as const, notice },
        rev: (saved.value.rev ?? 0) + 1,
      };
      return { next };
    });
    if (written !== null) await wake({ domain, destination, items: [], time: `${noticeId}.${written}` });
  }
}

const SHOWN_AGAIN_MS = 3_600_000;
