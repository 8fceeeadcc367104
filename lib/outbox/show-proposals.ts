import type { BridgeConfig } from '../config/define-bridge.ts';
import type { Proposals } from '../mutes/proposal.ts';
import { becameWords, proposalsNoticeId } from '../mutes/proposal-words.ts';
import { change } from '../platform/change.ts';
import type { Clock } from '../platform/clock.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Outbox } from '../queues/outbox.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { answerPlace } from './urgency.ts';
import { THE_LIST, wakeUpOf } from './wake-up.ts';

export interface ProposalDisplayParts {
  readonly config: Pick<BridgeConfig, 'ops'>;
  readonly ledger: Pick<DeliveryLedger, 'load' | 'keep'>;
  readonly outbox: Outbox;
  readonly queueUrlOf: (destination: string) => string | null;
  readonly clock: Clock;
}

/** Shows on the notes of the operators what became of what they propose. The latest note, and those of before. */
export const createProposalDisplay =
  ({ config, ledger, outbox, queueUrlOf, clock }: ProposalDisplayParts) =>
  async (domain: string, { all }: Proposals): Promise<void> => {
    const destination = config.ops?.to;
    if (destination === undefined) return;
    for (const atMs of new Set(all.flatMap((one) => (one.answered ? [one.atMs] : [])))) {
      const written = await write(domain, destination, atMs, all);
      const queueUrl = queueUrlOf(destination);
      if (written === null || queueUrl === null) continue;
      const time = `proposals.${atMs}.${written}`;
      const [unsent] = await outbox.send(queueUrl, [
        wakeUpOf({ domain, destination, items: [THE_LIST], time, nowMs: clock.now() }),
      ]);
      if (unsent) throw new Error(`what became of a proposal was not queued: ${unsent.reason}`);
    }

    /** The version of the row; null where there is nothing new to show. */
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
            { place: { at: answerPlace(clock.now()), sooner: true }, only: 'newer' },
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
