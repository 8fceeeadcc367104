import { inParallel } from '../base/in-parallel.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { EarlierThreat } from '../case/message-content.ts';
import { type Delivery, type DeliveryKey, isNothingShown } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { groupKey } from './threat-groups.ts';

export interface EarlierThreatsParts {
  readonly ledger: Pick<DeliveryLedger, 'load'>;
  /** Whether threats of a domain may be for a destination. */
  readonly getsThreats: (domain: string, destination: string) => boolean;
}

/** How many events of a case are looked up. Each is one read for each channel. */
const MOST_LOOKED_UP = 100;
/** As many as three notes hold. The others are still in the channel. */
const MOST_TOLD = 30;
const AT_ONCE = 10;

/**
 * Threats often come before their case, and are in the channel by then. The thread of the case shows them too, with queries
 * that find them in the logs. The row of the case names them. What each of them says stays in its own row, and is read when
 * the note is rendered.
 */
export function createEarlierThreats({ ledger, getsThreats }: EarlierThreatsParts) {
  const keyOf = ({ domain, destination }: DeliveryKey, id: string): DeliveryKey => ({
    domain,
    feed: 'threats',
    id,
    destination,
  });
  const load = (key: DeliveryKey): Promise<SavedDelivery | null> => ledger.load(key).catch(leaveToNewer);

  /** The case, and which of its events its channel has seen. */
  async function withEarlier(delivery: Delivery): Promise<Delivery> {
    const { key, content } = delivery;
    if (content.kind !== 'case' || !getsThreats(key.domain, key.destination)) return delivery;
    const ids = [...new Set((content.item.events ?? []).map(({ event_id }) => event_id))];
    const found = await inParallel(ids.slice(0, MOST_LOOKED_UP), AT_ONCE, (id) => load(keyOf(key, id)));
    const shown = found
      .flatMap((row) => (row && isShownOrGrouped(row.value) ? [row.value] : []))
      .slice(0, MOST_TOLD);
    if (shown.length === 0) return delivery;
    const groups = new Map<string, number | null>();
    for (const id of new Set(shown.flatMap(({ groupId }) => groupId ?? [])))
      groups.set(id, postedAt((await load(groupKey(key.destination, id)))?.value));
    const earlier = shown.map((threat) => ({
      domain: threat.key.domain,
      id: threat.key.id,
      postedAtMs: threat.groupId === undefined ? postedAt(threat) : (groups.get(threat.groupId) ?? null),
    }));
    return { ...delivery, earlier: earlier.toSorted((a, b) => (a.postedAtMs ?? 0) - (b.postedAtMs ?? 0)) };
  }

  /** Adds what they say, for rendering. Reads nothing once all of them are shown. */
  async function fill(delivery: Delivery): Promise<(delivery: Delivery) => Delivery> {
    const { key, content, earlier = [], memory } = delivery;
    if (content.kind !== 'case' || earlier.length === 0 || memory !== null) return (same) => same;
    const rows = await inParallel(earlier, AT_ONCE, ({ id }) => load(keyOf(key, id)));
    const told = earlier.map((one, index): EarlierThreat => {
      const said = rows[index]?.value.content;
      return { ...one, ...(said?.kind === 'threat' && { item: said.item }) };
    });
    return (one) =>
      one.content.kind === 'case' ? { ...one, content: { ...one.content, earlier: told } } : one;
  }

  return { withEarlier, fill };
}

/** It is shown or being posted, by itself or in a group. A threat that a digest counted is not. */
const isShownOrGrouped = (threat: Delivery): boolean =>
  !isNothingShown(threat) || threat.groupId !== undefined;
const postedAt = (delivery: Delivery | undefined): number | null =>
  delivery?.main?.postedAtMs ?? delivery?.begun?.sinceMs ?? null;
