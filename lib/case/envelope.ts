import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { CaseFacts } from './case-facts.ts';
import type { Notice } from './message-content.ts';
import type { Trimmings } from './trim-item.ts';

interface About {
  /** The same for every attempt to hand over the same to the same destination. */
  readonly deliveryId: string;
  readonly domain: string;
  readonly destination: string;
  readonly routes: readonly string[];
  readonly handedOverAt: string;
  /** Not new: it is shown where it was shown before, and nowhere else. */
  readonly changed?: boolean | undefined;
  /** What goes into a thread is shown in the channel too. */
  readonly broadcast?: boolean | undefined;
  /** Of a case: the poller notes which events it tells. Absent: the notifier does. */
  readonly eventsLinked?: boolean | undefined;
  /** What was left out before, in words for people; and how many events. */
  readonly trimmed?: Trimmings | undefined;
}

/** What is handed over to a destination. It goes into the ledger, and never into a queue. */
export type Envelope = About &
  (
    | { readonly kind: 'case'; readonly item: Case; readonly facts?: CaseFacts | undefined }
    | { readonly kind: 'threat'; readonly item: Threat }
    | { readonly kind: 'notice'; readonly notice: Notice }
  );

/** What is for a destination: the ledger keeps it, and the queue only wakes somebody up. */
export interface HandOver {
  readonly deliveryId: string;
  readonly envelope: Envelope;
  /** Of no use where the ledger has nothing of it. */
  readonly onlyIfKept?: boolean | undefined;
}
