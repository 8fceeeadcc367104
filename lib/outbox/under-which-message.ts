import type { Clock } from '../base/clock.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import { shownCaseOf } from './covered-by-case.ts';
import { type Delivery, type DeliveryKey, isGroupable, threadOf } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { type DestinationList, rowName } from './destination-list.ts';
import type { DigestsOf } from './digests.ts';
import type { Loaded } from './message-row.ts';
import { rankIn } from './priority.ts';
import { isSevere, type SevereFrom } from './severe.ts';
import { type Head, SCREENFUL } from './storm-count.ts';
import { type Group, type Groups, MOST_THREATS_IN_GROUP } from './threat-groups.ts';

export interface SettleParts {
  readonly ledger: DeliveryLedger;
  readonly groups: Pick<Groups, 'gather'>;
  readonly severeFrom: SevereFrom;
  /** More new items than this for a destination in a minute become a digest; null: never. */
  readonly stormThresholdOf: (destination: string) => number | null;
  /** Whether a route may send threats of a domain to a destination. Only then does it matter which case covers them. */
  readonly getsThreats: (domain: string, destination: string) => boolean;
  readonly clock: Clock;
}

/** The notifier has decided under which message it goes; or a digest has to be posted first. */
export type Settled = Loaded | { readonly is: 'overtaken' } | { readonly first: DeliveryKey };

/** What else waits for the destination. */
export interface Around {
  readonly digests: DigestsOf;
  readonly list: DestinationList;
  readonly head: Head;
  /** Rows that the wake-up named and that are not dealt with yet. */
  readonly named: readonly RowKey[];
}

/** Decides under which message a new item goes. It is written with the first step. */
export function createSettle(parts: SettleParts) {
  const { ledger, groups, severeFrom, clock } = parts;

  async function settle(saved: SavedDelivery, around: Around): Promise<Settled | Group> {
    const { value, version, todo } = saved;
    const settled = (delivery: Delivery) => ({ delivery: { ...delivery, settled: true }, version, todo });
    const { content, key } = value;
    const isLinked = value.eventsLinked || !parts.getsThreats(key.domain, key.destination);
    if (content.kind === 'case' && !isLinked) await linkEvents(key, content.item.events ?? []);
    if (content.kind === 'notice' || isSevere(content, severeFrom))
      return settled({ ...value, broadcast: false });
    const ofCase = content.kind === 'threat' ? await shownCaseOf(ledger, key) : null;
    // The message of its case covers it: a reply would only repeat that.
    if (ofCase && !value.broadcast) return settled({ ...value, coveredElsewhere: true });
    const thread = ofCase && threadOf(ofCase.value);
    if (thread) return settled({ ...value, thread });
    const group = isGroupable(value) ? await groups.gather(saved, await sameRank(saved, around)) : null;
    return group ?? under(saved, around);
  }

  /** The threats that may be shown along with this one, in the order in which they would be shown. */
  async function sameRank({ value, todo = '' }: SavedDelivery, around: Around): Promise<readonly RowKey[]> {
    const { list, head, named } = around;
    const own = rowName(ledger.rowOf(value.key));
    const listed = head.todos.filter(({ at }) => rankIn(at) === rankIn(todo));
    // Where the list is behind the rows, the wake-up knows more.
    const isBehind = !listed.some(({ key }) => rowName(key) === own);
    const all = listed.length > SCREENFUL ? await list.newest(rankIn(todo), MOST_THREATS_IN_GROUP) : listed;
    const rows = [...all.map(({ key }) => key), ...(isBehind ? named : [])];
    const byName = new Map(rows.map((row) => [rowName(row), row]));
    byName.delete(own);
    return [...byName.values()];
  }

  /** Counts what is new, and decides whether it goes under a digest. */
  async function under(saved: SavedDelivery, { digests, head }: Around): Promise<Settled> {
    const { value, version, todo } = saved;
    const digest = await digests.threadFor(saved, parts.stormThresholdOf(value.key.destination), head);
    if (digest === 'overtaken') return { is: 'overtaken' };
    if ('first' in digest) return digest;
    // Nothing of a storm goes into the channel: that is what its digest is for.
    const delivery = { ...value, broadcast: false, thread: digest.thread, settled: true };
    return { delivery, version, todo };
  }

  async function linkEvents({ domain, id }: DeliveryKey, events: readonly { event_id: string }[]) {
    if (events.length === 0) return;
    const ids = events.map(({ event_id }) => event_id);
    await ledger.linkEvents(domain, id, ids, clock.now());
  }

  return { settle, under };
}
