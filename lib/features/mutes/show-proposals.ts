import { change } from '../../base/change.ts';
import type { Clock } from '../../base/clock.ts';
import { deliveryIdOf } from '../../case/delivery-id.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import { answerPriority } from '../../outbox/priority.ts';
import { createWake, type WakeParts } from '../../outbox/wake-up.ts';
import type { Proposals } from './proposal.ts';
import { becameWords, proposalsNoticeId } from './proposal-words.ts';

export interface ProposalDisplayParts extends WakeParts {
  readonly config: Pick<BridgeConfig, 'ops'>;
  readonly ledger: Pick<DeliveryLedger, 'load' | 'keep'>;
  readonly clock: Clock;
}

/** Shows on the operators' notices how proposals were answered: on the latest, and on earlier ones. */
export function createProposalDisplay(parts: ProposalDisplayParts) {
  const { config, ledger, clock } = parts;
  const wake = createWake(parts);
  return async (domain: string, { all }: Proposals): Promise<void> => {
    const destination = config.ops?.to;
    if (destination === undefined) return;
    for (const atMs of new Set(all.flatMap((one) => (one.answered ? [one.atMs] : [])))) {
      const written = await write(domain, destination, atMs, all);
      if (written === null) continue;
      await wake({ domain, destination, items: [], time: `proposals.${atMs}.${written}` });
    }

    /** The version of the row; null if there is nothing new to show. */
    async function write(
      domain: string,
      destination: string,
      atMs: number,
      all: Proposals['all'],
    ): Promise<number | null> {
      const id = deliveryIdOf({ domain, feed: 'notice', id: proposalsNoticeId({ atMs }), destination });
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
        const proposals = content.notice.proposals?.map((shown) => {
          const one = all.find((known) => known.id === shown.id);
          return { ...shown, became: shown.became ?? (one ? becameWords(one) : null) };
        });
        if (JSON.stringify(proposals) === JSON.stringify(content.notice.proposals))
          return { next: undefined };
        const notice = { ...content.notice, ...(proposals && { proposals }) };
        const next = {
          ...saved.value,
          content: { kind: 'notice' as const, notice },
          rev: (saved.value.rev ?? 0) + 1,
        };
        return { next };
      });
      return written;
    }
  };
}
