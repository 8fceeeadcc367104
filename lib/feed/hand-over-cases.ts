import {
  afterListing,
  type ListedCase,
  newCase,
  placesToGo,
  type Went,
  withPlaces,
} from '../case/case-content.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { severityOf } from '../chats/shared/tell-case.ts';
import type { FactsByDestination } from '../facts/find-facts.ts';
import type { Clock } from '../platform/clock.ts';
import { type Case, closedAtMsOf, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { Outbox } from '../queues/outbox.ts';
import type { Routing } from '../routing/route-item.ts';
import type { ItemMessages } from './enqueue-parts.ts';
import type { FeedItem } from './feed-source.ts';
import { chatsIn, missingIn, type QueuedItem, sendQueued, type Unsent } from './queued-items.ts';
import type { ToldThreats } from './told-threats.ts';
import type { Withholding } from './withholding.ts';

/** A case as a list shows it, and as it is recorded. */
export interface CaseToHandOver {
  readonly item: FeedItem;
  /** Null for one that is new. */
  readonly record: CaseRecord | null;
  /** An operator wants it handed over once more. Where it was shown before, its delivery absorbs it. */
  readonly isAsked?: boolean | undefined;
  /** The caller tells the places where it stands. */
  readonly onlyAdded?: boolean | undefined;
  readonly facts?: FactsByDestination | undefined;
}

export interface HandedCase {
  readonly item: FeedItem;
  /** The record after it, to be saved. From another one that was saved meanwhile, if one is given. */
  readonly next: (fresh?: CaseRecord) => CaseRecord;
  readonly went: Went;
  /** Destinations whose queue did not take what is new about it. */
  readonly missing: readonly string[];
  readonly messages: number;
}

export interface HandOverParts {
  readonly domain: string;
  readonly messages: ItemMessages;
  readonly withholding: Withholding;
  readonly outbox: Outbox;
  readonly told: Pick<ToldThreats, 'note'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface HandOver {
  readonly handed: readonly HandedCase[];
  readonly unsent: Unsent;
}

/** `before`: runs once all is decided, and before anything is sent. */
export type HandOverCases = (
  some: readonly CaseToHandOver[],
  before?: (planned: readonly PlannedCase[]) => Promise<void>,
) => Promise<HandOver>;

export interface PlannedCase extends CaseToHandOver {
  /** It is new somewhere where somebody may answer: in a chat, or in other systems where it goes to no chat. */
  readonly isShown: boolean;
}

/**
 * Hands cases to every place where they belong now: as new where they were not, as changed where they stand. The order of
 * effects is the point:
 *
 *   decide -> send -> note what is withheld, and which threats the cases tell -> (the caller records)
 *
 * A crash after the sending repeats it under the same delivery ids, and deliveries absorb that. Recorded first, the same
 * crash would lose the items; noted first, it would hide threats behind a case that nobody was told of.
 */
export function createHandOverCases(parts: HandOverParts): HandOverCases {
  const { domain, messages, withholding, outbox, told, clock } = parts;

  function plan(one: CaseToHandOver) {
    const { item, record, isAsked = false } = one;
    const nowMs = clock.now();
    const listed = listedCase(item, messages.route(item.item));
    const reduce = (from: CaseRecord | null) =>
      from ? afterListing(from, listed, nowMs) : newCase({ domain, caseId: item.id }, listed, nowMs);
    const base = reduce(record);
    const { added, standing } = isAsked
      ? { added: listed.destinations, standing: [] }
      : placesToGo(base, listed.destinations);
    return { ...one, isAsked, added, standing, reduce, first: messages.forPlaces(item, added, one.facts) };
  }

  return async (some, before) => {
    const plans = some.map(plan);
    const withheld = await withholding.judge(
      plans.map(({ item, first, isAsked }) => ({ item, chats: chatsIn(first), isAsked })),
    );
    const decided = plans.map((one) => {
      const kept = withheld.of(one.item);
      const posts = one.first.filter(({ destination }) => !kept.has(destination));
      const tellsOthers = one.record !== null && !one.onlyAdded;
      const changes = tellsOthers ? messages.forChanged(one.item, one.standing) : [];
      return { ...one, kept, posts, queued: [...posts, ...changes] };
    });
    await before?.(
      decided.map(({ posts, ...one }) => {
        const isPosted = chatsIn(posts).length > 0 || chatsIn(one.first).length === 0;
        return { ...one, isShown: posts.length > 0 && isPosted };
      }),
    );
    const unsent = await sendQueued(
      outbox,
      decided.flatMap(({ queued }) => queued),
    );
    const missingOf = new Map(decided.map(({ item, queued }) => [item.id, missingIn(queued, unsent)]));
    await withheld.note((id, chat) => !missingOf.get(id)?.includes(chat));
    const handed = decided.map((one): HandedCase => {
      const { item, record, kept, posts, queued, reduce, isAsked } = one;
      const missing = missingOf.get(item.id) ?? [];
      const destinations = posts.map(({ destination }) => destination);
      const went: Went = {
        handed: destinations.filter((name) => !missing.includes(name)),
        unsent: destinations.filter((name) => missing.includes(name)),
        withheld: kept,
      };
      const next = (fresh = record) => {
        const { quiet: _, ...loud } = withPlaces(reduce(fresh ?? null), went);
        return isAsked || !fresh?.quiet ? loud : { ...loud, quiet: true };
      };
      return { item, next, went, missing, messages: queued.length };
    });
    const tells = decided.flatMap((one, index) => tellsOf(one, (handed[index] as HandedCase).next()));
    if (tells.length > 0) await told.note(tells);
    return { handed, unsent };
  };

  /** In each chat that has it, or from which it is withheld: what hides a case hides its threats. */
  function tellsOf(
    { item, first }: { item: FeedItem; first: readonly QueuedItem[] },
    { places }: CaseRecord,
  ) {
    const at = Object.keys(places).filter((name) => places[name] !== 'unsent' && messages.isChat(name));
    return messages.eventsIn(first).map((id) => ({ id, caseId: item.id, at }));
  }
}

export const listedCase = ({ item, revision, createdAtMs }: FeedItem, routing: Routing): ListedCase => ({
  revision: revision ?? '',
  createdAtMs,
  updatedAtMs: updatedAtMsOf(item as Case),
  closedAtMs: closedAtMsOf(item as Case),
  severity: severityOf(item as Case),
  routes: routing.sending,
  destinations: routing.destinations,
});
