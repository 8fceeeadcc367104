import type { EventType } from '../config/event-types.ts';
import { bellOf } from '../delivery/bell.ts';
import type { Clock } from '../platform/clock.ts';
import type { Outbox } from '../queues/outbox.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { saveNew } from './event-outbox.ts';
import { decisionEvent } from './hook-event.ts';
import type { HookLedger } from './hook-ledger.ts';

export interface VerdictEventsParts {
  readonly ledger: Pick<HookLedger, 'save' | 'toldOf'>;
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
  readonly chooses: (destination: string, type: EventType) => boolean | undefined;
  readonly clock: Clock;
}

/** Tells the webhooks that were told of a case how a decision about it ended. May repeat: each end is one event. */
export const createVerdictEvents =
  ({ ledger, outbox, queueUrlOf, chooses, clock }: VerdictEventsParts) =>
  async (verdict: CaseVerdict): Promise<void> => {
    const { domain, caseId: id, version } = verdict;
    if (decisionEvent(verdict, '') === null) return;
    for (const destination of await ledger.toldOf({ domain, feed: 'cases', id })) {
      const event = decisionEvent(verdict, destination);
      const isChosen = event && chooses(destination, event.type);
      if (!event || !isChosen) continue;
      await saveNew({ ledger, clock }, event, isChosen);
      const queueUrl = queueUrlOf(destination);
      if (queueUrl === null) continue;
      const items = [{ feed: 'cases', id }] as const;
      const bell = bellOf({ domain, destination, items, version, time: event.eventId, nowMs: clock.now() });
      const [unsent] = await outbox.send(queueUrl, [bell]);
      if (unsent) throw new Error(`the bell was not taken: ${unsent.reason}`);
    }
  };
