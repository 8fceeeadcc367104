import type { Content } from '../case/content.ts';
import { updatedAtMsOf } from '../posture/schemas/case.ts';
import type { MessageRef } from './chat-port.ts';
import { type Delivery, type DeliveryKey, isNothingShown, UNKNOWN_HASH } from './delivery.ts';

/** The parts of a row, each with one writer. */
export interface DeliveryParts {
  /** What it says, of this revision. By the poller and the reconciler; of a digest, by its notifier. */
  readonly content: { readonly key: DeliveryKey; readonly content: Content };
  readonly rev: number;
  /** When it was handed over, and what was known then: no change brings that anew. */
  readonly since: number;
  readonly first?:
    | {
        readonly broadcast?: boolean | undefined;
        /** Of a case: its notifier has to note which events it tells. */
        readonly unlinked?: boolean | undefined;
        readonly facts?: Extract<Content, { kind: 'case' }>['facts'];
        /** Where its message stood before the row did: the last change that nobody has to tell there. */
        readonly knewChange?: number | undefined;
      }
    | undefined;
  /** By its notifier. */
  readonly shown?: ShownParts | undefined;
  /** By anybody: numbers that only grow. */
  readonly asked?: number | undefined;
  readonly clicks?: number | undefined;
  /** By the verdict function. */
  readonly under?: MessageRef | undefined;
  readonly stands?: MessageRef | undefined;
  /** By an operator. */
  readonly forgotten?: Delivery['forgotten'];
}

type ShownNames =
  | 'thread'
  | 'main'
  | 'notes'
  | 'begun'
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
/** Without what it says by default. */
type ShownParts = Partial<Pick<Delivery, ShownNames>> & {
  /** Why it could not be shown, as it was then: what is newer gets another chance. */
  readonly parked?: { readonly because: string; readonly rev: number } | undefined;
};

/** What follows from the parts of a row. */
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
    // Its message began before any of them.
    ...(!isNew && content.kind === 'case' && { knewChange: shown.knewChange ?? 0 }),
    settled: shown.settled ?? true,
    // Once it is settled, its notifier has decided that.
    broadcast: (shown.settled === false ? broadcast : shown.broadcast) ?? false,
    thread: shown.thread ?? null,
    main: main && (main.clicks ?? 0) !== clicks ? { ...main, hash: UNKNOWN_HASH } : main,
    notes: shown.notes ?? {},
    begun,
    memory: shown.memory ?? null,
    parked: parked && parked.rev >= rev ? parked.because : null,
    // What only a digest told: decided there, it goes under it.
    ...(isCoveredOnly && under && { coveredElsewhere: false, thread: under }),
    ...(forgotten && { forgotten }),
  };
}

const beforeShown = (stands: MessageRef | undefined, knewChange: number | undefined): ShownParts =>
  stands ? { main: { ref: stands, hash: UNKNOWN_HASH }, knewChange } : { settled: false };

/** The part of its notifier. */
export function shownOf(delivery: Delivery): ShownParts {
  const { thread, main, notes, begun, memory, parked, settled, broadcast } = delivery;
  const { coveredElsewhere, groupId, earlier, called, knewChange, knewRank, former, refusals } = delivery;
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
    ...{ groupId, earlier, called, knewRank, former, refusals },
  };
}

/** The parts of who hands it over. */
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
