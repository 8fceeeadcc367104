import type { Content } from '../case/message-content.ts';
import { updatedAtMsOf } from '../posture/schemas/case.ts';
import type { MessageRef } from './chat-port.ts';
import { type Delivery, type DeliveryKey, isNothingShown, UNKNOWN_HASH } from './delivery.ts';

/** The parts of a row, each with one writer. */
export interface DeliveryParts {
  /** What it says, in this revision. Written by the poller and the reconciler; for a digest, by its notifier. */
  readonly content: { readonly key: DeliveryKey; readonly content: Content };
  readonly rev: number;
  /** When it was handed over, and what was known then. Later changes leave this alone. */
  readonly since: number;
  readonly first?:
    | {
        readonly broadcast?: boolean | undefined;
        /** The events of the case are not linked to it yet: its notifier has to do that. */
        readonly unlinked?: boolean | undefined;
        readonly facts?: Extract<Content, { kind: 'case' }>['facts'];
        /** If the message is older than the row: the number of the last change that its thread need not mention. */
        readonly knewChange?: number | undefined;
      }
    | undefined;
  /** Written by its notifier. */
  readonly shown?: ShownParts | undefined;
  /** Written by everybody: numbers that only grow. */
  readonly asked?: number | undefined;
  readonly clicks?: number | undefined;
  /** Written by the verdict function. */
  readonly under?: MessageRef | undefined;
  readonly stands?: MessageRef | undefined;
  /** Written by an operator's command. */
  readonly forgotten?: Delivery['forgotten'];
}

type ShownNames =
  | 'thread'
  | 'main'
  | 'notes'
  | 'saysWho'
  | 'begun'
  | 'lost'
  | 'memory'
  | 'settled'
  | 'broadcast'
  | 'coveredElsewhere'
  | 'groupId'
  | 'earlier'
  | 'called'
  | 'knewChange'
  | 'knewRank'
  | 'former'
  | 'refusals';
/** Fields with their default value are left out. */
type ShownParts = Partial<Pick<Delivery, ShownNames>> & {
  /** Why this revision could not be shown. A newer one gets another chance. */
  readonly parked?: { readonly because: string; readonly rev: number } | undefined;
};

/** The delivery that the parts of a row add up to. */
export function deliveryFrom(parts: DeliveryParts): Delivery {
  const { rev, asked = 0, clicks = 0, under, forgotten } = parts;
  const { key, content } = parts.content;
  const { facts, broadcast, knewChange, unlinked = false } = parts.first ?? {};
  const { parked, ...shown } = parts.shown ?? beforeShown(parts.stands, knewChange);
  const main = shown.main ?? null;
  const begun = shown.begun ?? null;
  const isNew = isNothingShown({ main, begun });
  const isCoveredOnly = isNew && shown.coveredElsewhere === true;
  return {
    key,
    content: content.kind === 'case' && facts ? { ...content, facts } : content,
    rev,
    asked,
    clicks,
    handedOverAtMs: parts.since,
    ...(content.kind === 'case' && !unlinked && { eventsLinked: true }),
    ...shown,
    // Without a number, the message is older than every change.
    ...(!isNew && content.kind === 'case' && { knewChange: shown.knewChange ?? 0 }),
    settled: shown.settled ?? true,
    // Once the delivery is settled, its notifier has decided this.
    broadcast: (shown.settled === false ? broadcast : shown.broadcast) ?? false,
    thread: shown.thread ?? null,
    main: main && (main.clicks ?? 0) !== clicks ? { ...main, hash: UNKNOWN_HASH } : main,
    notes: shown.notes ?? {},
    begun,
    memory: shown.memory ?? null,
    parked: parked && parked.rev >= rev ? parked.because : null,
    // A case that only a digest showed, and that was decided there, goes under the digest.
    ...(isCoveredOnly && under && { coveredElsewhere: false, thread: under }),
    ...(forgotten && { forgotten }),
  };
}

const beforeShown = (stands: MessageRef | undefined, knewChange: number | undefined): ShownParts =>
  stands ? { main: { ref: stands, hash: UNKNOWN_HASH }, knewChange } : { settled: false };

/** The part that its notifier writes. */
export function shownOf(delivery: Delivery): ShownParts {
  const { thread, main, notes, begun, memory, parked, settled, broadcast } = delivery;
  const { coveredElsewhere, groupId, earlier, called, knewChange, knewRank, former, refusals } = delivery;
  const { saysWho, lost } = delivery;
  return {
    ...(settled === false ? { settled } : broadcast && { broadcast }),
    ...(thread && { thread }),
    ...(main && { main }),
    ...(Object.keys(notes).length > 0 && { notes }),
    ...(memory !== null && { memory }),
    ...(begun && { begun }),
    ...(parked !== null && { parked: { because: parked, rev: revisionOf(delivery) } }),
    ...(coveredElsewhere && { coveredElsewhere }),
    ...(knewChange && { knewChange }),
    ...{ lost, saysWho, groupId, earlier, called, knewRank, former, refusals },
  };
}

/** The parts that the poller and the reconciler write. */
export function contentOfParts(
  delivery: Delivery,
): Pick<DeliveryParts, 'content' | 'rev' | 'since'> & { readonly first?: object } {
  const { key, handedOverAtMs, eventsLinked, broadcast, knewChange } = delivery;
  const { facts, ...content } = { facts: undefined, ...delivery.content };
  const first = {
    ...(content.kind === 'case' && !eventsLinked && { unlinked: true }),
    ...(broadcast && { broadcast }),
    ...(facts !== undefined && { facts }),
    ...(knewChange !== undefined && { knewChange }),
  };
  return {
    content: { key, content: content as Content },
    rev: revisionOf(delivery),
    since: handedOverAtMs,
    ...(Object.keys(first).length > 0 && { first }),
  };
}

const revisionOf = ({ content, rev }: Delivery): number =>
  rev ?? (content.kind === 'case' ? updatedAtMsOf(content.item) : 0);
