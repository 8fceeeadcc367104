import { change } from '../base/change.ts';
import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { GroupedThreat } from '../case/message-content.ts';
import { type Delivery, type DeliveryKey, isGroupable, isNothingShown, newDelivery } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { changePriority, groupPriority, threatPriority } from './priority.ts';

export interface GroupsParts {
  readonly ledger: DeliveryLedger;
  readonly clock: Clock;
  /** Whether another message covers a new item, so that it gets none of its own. */
  readonly isCovered: (delivery: Delivery) => Promise<boolean>;
}

/** Threats in one message, with their rows. */
export interface Group {
  readonly saved: SavedDelivery;
  readonly rows: readonly SavedDelivery[];
}

/** At most so many share a message: in every chat their lines fit into one. */
export const MOST_THREATS_IN_GROUP = 10;
/** Fewer are as quick to read one by one, and each says more. */
export const LEAST_TOGETHER = 3;
/**
 * The group took the threat so long ago that its row has expired. The rows of waiting threats are kept, so nothing else can
 * have it. The message shows its id only.
 */
const GONE = 'gone';
const AT_ONCE = 10;

/**
 * Threats that wait together are shown in one message. It is a delivery that names them. What each of them says stays in its
 * own row. The group owns each threat before the message is posted:
 *
 *   save the group -> save each threat with the group's id -> save `begun` -> post -> save the message's address
 *
 * A group can take a threat only once, and only while nobody has begun to post it. So no threat is shown twice. The group
 * is on the list from the first write to the last, so no threat is lost: the next function takes the threats that are still
 * free, and leaves out the others. What one function leaves out, no other can take for the group later.
 */
export function createGroups({ ledger, clock, isCovered }: GroupsParts) {
  const keyOf = ({ key: { destination } }: Delivery, { domain, id }: GroupedThreat): DeliveryKey => ({
    domain,
    feed: 'threats',
    id,
    destination,
  });
  const threatsOf = ({ content }: Delivery) => (content.kind === 'threats' ? content.threats : []);

  /** A group of this threat and of others that wait; null when there are too few. */
  async function gather(first: SavedDelivery, others: readonly RowKey[]): Promise<Group | null> {
    if (1 + others.length < LEAST_TOGETHER) return null;
    const read = await inParallel(others.slice(0, MOST_THREATS_IN_GROUP - 1), AT_ONCE, (row) =>
      ledger.read(row).catch(leaveToNewer),
    );
    const free = read.filter((one) => one !== null).filter(isFree);
    const covered = await inParallel(free, AT_ONCE, ({ value }) => isCovered(value));
    await tellElsewhere(
      ledger,
      free.filter((_, index) => covered[index]),
      clock.now(),
    );
    const together = [first, ...free.filter((_, index) => !covered[index])].toSorted(byPriority);
    return together.length < LEAST_TOGETHER ? null : begin(together);
  }

  /** Every function gives the group the same name. */
  async function begin(threats: readonly SavedDelivery[]): Promise<Group | null> {
    const [oldest] = threats.map(({ value }) => value);
    if (!oldest) return null;
    const { key, handedOverAtMs } = oldest;
    const named = groupKey(key.destination, `threats:${deliveryIdOf(key)}`);
    const value = newDelivery(
      named,
      { kind: 'threats', threats: threats.map(({ value }) => nameOf(value)) },
      handedOverAtMs,
    );
    const todo = groupPriority(handedOverAtMs);
    const written = await ledger.save(value, 0, todo, clock.now());
    if (written) return open({ value, ...written }, threats);
    const saved = await ledger.load(named);
    return saved?.todo === undefined ? null : open(saved);
  }

  /** A group as it is to be shown now. `known`: rows of its threats that were just read. */
  async function open(saved: SavedDelivery, known: readonly SavedDelivery[] = []): Promise<Group> {
    const { value } = saved;
    const keys = threatsOf(value).map((threat) => keyOf(value, threat));
    if (!isNothingShown(value) || value.parked !== null) {
      const rows = await inParallel(keys, AT_ONCE, (key) => ledger.load(key).catch(leaveToNewer));
      return { saved, rows: rows.filter((row) => row !== null) };
    }
    const taken = await inParallel(keys, AT_ONCE, (key) =>
      take(
        key,
        value.key.id,
        known.find((one) => nameIn(one.value.key) === nameIn(key)),
      ),
    );
    const rows = taken.filter((row) => row !== null && row !== GONE);
    const threats = threatsOf(value).filter((_, index) => taken[index] !== null);
    // Nothing is left to show: other messages show all of them.
    const over = threats.length === 0 && { settled: true, coveredElsewhere: true };
    return { saved: { ...saved, value: { ...value, content: { kind: 'threats', threats }, ...over } }, rows };
  }

  /** The row of a threat once the group owns it; null when another message shows it. */
  async function take(
    key: DeliveryKey,
    id: string,
    known?: SavedDelivery,
  ): Promise<SavedDelivery | typeof GONE | null> {
    type Taken = { readonly next?: Delivery; readonly as?: SavedDelivery | typeof GONE };
    const threat = {
      known,
      load: () => ledger.load(key),
      save: (next: Delivery, saved: SavedDelivery | null) =>
        ledger.save(next, saved?.version ?? 0, null, clock.now()),
    };
    const { next, as, written } = await change(threat, (saved): Taken => {
      if (!saved || saved.value.groupId === id) return { as: saved ?? GONE };
      return isFree(saved)
        ? { next: { ...saved.value, settled: true, coveredElsewhere: true, groupId: id } }
        : {};
    });
    return next && written ? { value: next, ...written } : (as ?? null);
  }

  /**
   * Gives up a group that cannot be shown: each of its threats gets a message of its own. The threats are written before the
   * group leaves the list. After a crash in between, some of them are free, and no longer the group's.
   */
  async function release(group: Delivery): Promise<void> {
    await inParallel(threatsOf(group), AT_ONCE, async (threat) => {
      const own = {
        load: () => ledger.load(keyOf(group, threat)),
        save: (next: Delivery, saved: SavedDelivery | null) =>
          ledger.save(next, saved?.version ?? 0, threatPriority(next.handedOverAtMs), clock.now()),
      };
      await change(own, (saved) => {
        if (saved?.value.groupId !== group.key.id) return { next: undefined };
        const { groupId: _, coveredElsewhere: __, ...value } = saved.value;
        return { next: { ...value, thread: group.thread } };
      });
    });
  }

  /**
   * A threat of a group is on the list because its text was changed, for example because a person was forgotten. The group
   * has to show that, so it goes on the list before the threat leaves it. False when another function was quicker.
   */
  async function tellAgain({ value, version }: SavedDelivery): Promise<boolean> {
    const { key, groupId: id = '' } = value;
    const group = await ledger.load(groupKey(key.destination, id));
    // Also if the group is listed: then a function that is posting it knows that something is new.
    if (group) await ledger.ask(group.value.key, { at: changePriority(clock.now()) }, clock.now());
    return (await ledger.save(value, version, null, clock.now())) !== null;
  }

  return { gather, open, release, tellAgain };
}

export type Groups = ReturnType<typeof createGroups>;

/** Takes items off the list that another message covers. */
export const tellElsewhere = (
  ledger: Pick<DeliveryLedger, 'save'>,
  items: readonly SavedDelivery[],
  nowMs: number,
): Promise<unknown> =>
  inParallel(items, AT_ONCE, ({ value, version }) =>
    ledger.save({ ...value, settled: true, coveredElsewhere: true }, version, null, nowMs),
  );

/** The delivery of a group, which may be of several domains. */
export const groupKey = (destination: string, id: string): DeliveryKey => ({
  domain: '-',
  feed: 'digests',
  id,
  destination,
});

const isFree = ({ value, todo }: SavedDelivery): boolean => todo !== undefined && isGroupable(value);
const nameOf = ({ key: { domain, id } }: Delivery): GroupedThreat => ({ domain, id });
const nameIn = ({ domain, id }: GroupedThreat): string => JSON.stringify([domain, id]);
const byPriority = (a: SavedDelivery, b: SavedDelivery): number => ((a.todo ?? '') < (b.todo ?? '') ? -1 : 1);

/** A group with what its threats say, for rendering. */
export function withItems(group: Delivery, rows: readonly SavedDelivery[]): Delivery {
  if (group.content.kind !== 'threats') return group;
  const items = new Map(
    rows.flatMap(({ value: { key, content } }) =>
      content.kind === 'threat' ? [[nameIn(key), content.item] as const] : [],
    ),
  );
  const threats = group.content.threats.map((one) => ({ ...one, item: items.get(nameIn(one)) }));
  return { ...group, content: { kind: 'threats', threats } };
}
