import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import {
  afterListing,
  announced,
  type CaseListing,
  newCase,
  placesToGo,
  type Went,
  withPlaces,
  withSending,
} from '../case/after-listing.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { type CaseRecord, handedTo, isInDoubt } from '../case/case-record.ts';
import type { HandOver } from '../case/envelope.ts';
import { severityOf } from '../case/evidence.ts';
import type { CasePolicy } from '../case/standing.ts';
import { type Case, closedAtMsOf, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { Routing } from '../routing/route-item.ts';
import type { CoveredThreats } from './covered-threats.ts';
import type { ItemMessages } from './enqueue-parts.ts';
import type { FactsByDestination } from './fact-finder.ts';
import type { FeedItem } from './feed-source.ts';
import { chatsIn, missingIn, type QueuedItem, sendQueued, type Unsent } from './queued-items.ts';
import type { Withholding } from './withholding.ts';

/** A case as a list shows it, and as the ledger has it. */
export interface CaseToHandOver {
  readonly item: FeedItem;
  /** Null for a new case. */
  readonly record: CaseRecord | null;
  /** An operator wants it sent again. Where it was shown before, its delivery absorbs the repeat. */
  readonly isAsked?: boolean | undefined;
  /** The caller itself tells the places that already have the case. */
  readonly onlyAdded?: boolean | undefined;
  readonly facts?: FactsByDestination | undefined;
}

export interface HandedCase {
  readonly item: FeedItem;
  /** The record to save; null if another function wrote first: the next look still finds the change. */
  readonly next: CaseRecord | null;
  readonly went: Went;
  /** Destinations whose queue did not take the news about the case. */
  readonly missing: readonly string[];
  readonly messages: number;
}

export interface HandOverCasesParts {
  readonly domain: string;
  readonly messages: ItemMessages;
  readonly withholding: Withholding;
  readonly outbox: Outbox<HandOver>;
  readonly covered: Pick<CoveredThreats, 'note'>;
  readonly cases: Pick<CaseLedger, 'save' | 'deliveredTo'>;
  readonly stepsOf: CasePolicy['stepsOf'];
  /** A function may have crashed after it sent a case and before it recorded that. */
  readonly isAfterCrash: boolean;
  readonly clock: Pick<Clock, 'now'>;
}

export interface HandedCases {
  readonly handed: readonly HandedCase[];
  readonly unsent: Unsent;
}

/** `before`: runs once everything is decided, and before anything is sent. */
export type HandOverCases = (
  some: readonly CaseToHandOver[],
  before?: () => Promise<void>,
) => Promise<HandedCases>;

/**
 * Sends cases to every place where they belong now: as new where they were not, as changed where they are. The order of
 * effects matters:
 *
 *   decide -> (a recorded case that goes to more places notes them) -> send -> note what is withheld, and which threats
 *                                                                  the cases cover -> (the caller records)
 *
 * A crash after sending repeats it under the same delivery ids, and deliveries absorb that. Recorded first, the same
 * crash would lose the items; noted first, it would hide threats behind a case that nobody was shown. The deliveries
 * themselves say what a crashed function sent; without asking them, those messages would show an outdated case for ever.
 */
export function createHandOverCases(parts: HandOverCasesParts): HandOverCases {
  const { domain, messages, withholding, outbox, covered, cases, isAfterCrash, clock } = parts;

  async function plan(one: CaseToHandOver) {
    const { item, record, isAsked = false } = one;
    const nowMs = clock.now();
    const listed = listedCase(item, messages.route(item.item), parts.stepsOf);
    const reduce = (from: CaseRecord | null) => {
      if (!from) return newCase({ domain, caseId: item.id }, listed, nowMs);
      return afterListing(from, listed, nowMs);
    };
    const announce = (next: CaseRecord) => announced(next, listed, nowMs);
    const isUnsure = record ? isInDoubt(record) : isAfterCrash;
    const delivered = isUnsure ? await cases.deliveredTo(domain, item.id) : [];
    // A forgotten case does not come back, whoever asks for it.
    const { added, standing } =
      isAsked && !record?.forgotten
        ? { added: listed.destinations, standing: [] }
        : placesToGo(reduce(record), listed.destinations, delivered);
    const first = messages.forPlaces(item, added, one.facts);
    // Messages that a function sent before it crashed cover their threats as well.
    const again = messages.forPlaces(item, delivered.filter(messages.isChat));
    return { ...one, isAsked, delivered, standing, reduce, announce, first, telling: [...first, ...again] };
  }

  /** A recorded case first notes where it goes; null if another function wrote first. */
  async function begin(record: CaseRecord, posts: readonly QueuedItem[]): Promise<CaseRecord | null> {
    const next = withSending(record, namesIn(posts));
    return (await cases.save(next)) === 'saved' ? { ...next, version: next.version + 1 } : null;
  }

  return async (some, before) => {
    const plans = await inParallel(some, AT_ONCE, plan);
    const withheld = await withholding.judge(
      plans.map(({ item, record, first, isAsked }) => ({
        ...{ item, isAsked, chats: chatsIn(first) },
        // A case that became worse stands on its own, whatever it was withheld behind before.
        isAlone: record !== null,
      })),
    );
    const decided = plans.map((one) => {
      const kept = withheld.of(one.item);
      const posts = one.first.filter(({ destination }) => !kept.has(destination));
      // Without a record nobody knows what changed. A repeat of the first hand-over says it where something did.
      const again = one.record
        ? messages.forChanged(one.item, one.standing)
        : messages.forPlaces(one.item, one.standing, one.facts);
      const changes = one.onlyAdded ? [] : again;
      const known = [...one.standing, ...namesIn(one.first)];
      const steps = one.onlyAdded || !one.record ? [] : messages.forSteps(one.item, known);
      return { ...one, kept, posts, queued: [...posts, ...changes, ...steps] };
    });
    await before?.();
    const begun = await inParallel(decided, AT_ONCE, async (one) => {
      const { record, posts } = one;
      const current = record && posts.length > 0 ? await begin(record, posts) : record;
      return { ...one, current, isOvertaken: record !== null && current === null };
    });
    const going = begun.filter(({ isOvertaken }) => !isOvertaken);
    const unsent = await sendQueued(
      outbox,
      going.flatMap(({ queued }) => queued),
    );
    const missingOf = new Map(going.map(({ item, queued }) => [item.id, missingIn(queued, unsent)]));
    const isSent = (id: string, chat: string) => missingOf.get(id)?.includes(chat) === false;
    await withheld.note(isSent);
    const handed = begun.map((one): HandedCase => {
      const { item, current, isOvertaken, kept, delivered, posts, queued, reduce, announce, isAsked } = one;
      const missing = isOvertaken ? namesIn(queued) : (missingOf.get(item.id) ?? []);
      const names = namesIn(posts);
      const went: Went = {
        handed: [...delivered, ...names.filter((name) => !missing.includes(name))],
        unsent: names.filter((name) => missing.includes(name)),
        withheld: kept,
      };
      const isFirst = current !== null && handedTo(current).length === 0 && went.handed.length > 0;
      const { quiet: _, ...loud } = withPlaces(isFirst ? announce(reduce(current)) : reduce(current), went);
      const next = isAsked || !current?.quiet ? loud : { ...loud, quiet: true };
      return { item, next: isOvertaken ? null : next, went, missing, messages: queued.length };
    });
    const tells = handed.flatMap(({ item, next }, index) =>
      next ? tellsOf(item, (begun[index] as (typeof begun)[number]).telling, next) : [],
    );
    if (tells.length > 0) await covered.note(tells);
    return { handed, unsent };
  };

  /** Covers the threats in each chat that has the case or withholds it: what hides a case hides its threats. */
  function tellsOf(item: FeedItem, first: readonly QueuedItem[], { places }: CaseRecord) {
    const at = Object.keys(places).filter((name) => places[name] !== 'unsent' && messages.isChat(name));
    return messages.eventsIn(first).map((id) => ({ id, caseId: item.id, at }));
  }
}

const AT_ONCE = 20;

const namesIn = (queued: readonly QueuedItem[]): string[] => queued.map(({ destination }) => destination);

export function listedCase(
  { item, revision, createdAtMs }: FeedItem,
  { sending: routes, destinations }: Routing,
  stepsOf: CasePolicy['stepsOf'],
): CaseListing {
  const severity = severityOf(item as Case);
  return {
    revision: revision ?? '',
    createdAtMs,
    updatedAtMs: updatedAtMsOf(item as Case),
    closedAtMs: closedAtMsOf(item as Case),
    ...{ severity, routes, destinations },
    escalatesAfterMs: stepsOf({ routes, severity })?.[0]?.afterMs ?? null,
  };
}
