import type { GroupedThreat } from '../case/content.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import { change } from '../platform/change.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import { type Delivery, type DeliveryKey, isGroupable, isNothingShown, newDelivery } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { changePriority, groupPriority, threatPriority } from './priority.ts';

export interface GroupsParts {
  readonly ledger: DeliveryLedger;
  readonly clock: Clock;
  /** Whether a new item is told by another message, so that none of its own is posted. */
  readonly isCovered: (delivery: Delivery) => Promise<boolean>;
}

/** Threats in one message, with the rows of those that it tells. */
export interface Group {
  readonly saved: SavedDelivery;
  readonly told: readonly SavedDelivery[];
}

/** So many are told together: in every chat their lines fit into one message. */
export const MOST_TOGETHER = 10;
/** Fewer are as quick to read one by one, and each says more. */
export const LEAST_TOGETHER = 3;
/**
 * The group took it so long ago that its row is not kept any more: what waits for a message of its own would be. Its id is told.
 */
const GONE = 'gone';
const AT_ONCE = 10;

/**
 * Threats that wait together are told in one message. It is a delivery that names them; what each of them says stays in its own
 * row. Each threat is the group's before the message is posted:
 *
 *   save the group -> save each threat as told with it -> save `begun` -> post -> save the message's place
 *
 * The row of a threat can be taken only once, as long as nothing else began with it, by this version or any other. So none is
 * told twice. And the group is on the list from the first write to the last, so none is lost: whoever finds it takes for it
 * what is still free, and leaves out what is not. What one function leaves out, no other can take for the group later.
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
    const read = await inParallel(others.slice(0, MOST_TOGETHER - 1), AT_ONCE, (row) =>
      ledger.read(row).catch(leaveToNewer),
    );
    const free = read.filter((one) => one !== null).filter(isFree);
    const told = await inParallel(free, AT_ONCE, ({ value }) => isCovered(value));
    await tellElsewhere(
      ledger,
      free.filter((_, index) => told[index]),
      clock.now(),
    );
    const together = [first, ...free.filter((_, index) => !told[index])].toSorted(byPriority);
    return together.length < LEAST_TOGETHER ? null : begin(together);
  }

  /** Under a name that another function would give it, too. */
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
      return { saved, told: rows.filter((row) => row !== null) };
    }
    const taken = await inParallel(keys, AT_ONCE, (key) =>
      take(
        key,
        value.key.id,
        known.find((one) => nameIn(one.value.key) === nameIn(key)),
      ),
    );
    const told = taken.filter((row) => row !== null && row !== GONE);
    const threats = threatsOf(value).filter((_, index) => taken[index] !== null);
    // Nothing is left to tell: all of them were told in other messages.
    const over = threats.length === 0 && { settled: true, coveredElsewhere: true };
    return { saved: { ...saved, value: { ...value, content: { kind: 'threats', threats }, ...over } }, told };
  }

  /** The row of a threat that the group tells; null when something else does. */
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
   * Lets each threat of a group that cannot be shown stand on its own, under the same message. It is written before the group
   * leaves the list: a crash in between finds some of them free, and those are the group's no more.
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
   * A threat that a group tells is on the list: what it says was changed, as when a person is forgotten. The group is to say
   * that, too; it is put on the list before the threat leaves it. False when another function was quicker.
   */
  async function tellAgain({ value, version }: SavedDelivery): Promise<boolean> {
    const { key, groupId: id = '' } = value;
    const group = await ledger.load(groupKey(key.destination, id));
    // Also where it is listed: a function that is posting it then knows that there is something new.
    if (group) await ledger.ask(group.value.key, { at: changePriority(clock.now()) }, clock.now());
    return (await ledger.save(value, version, null, clock.now())) !== null;
  }

  return { gather, open, release, tellAgain };
}

export type Groups = ReturnType<typeof createGroups>;

/** Takes items off the list that another message tells. */
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

/** A group with what its threats say, as a message is drawn from it. */
export function withItems(group: Delivery, told: readonly SavedDelivery[]): Delivery {
  if (group.content.kind !== 'threats') return group;
  const items = new Map(
    told.flatMap(({ value: { key, content } }) =>
      content.kind === 'threat' ? [[nameIn(key), content.item] as const] : [],
    ),
  );
  const threats = group.content.threats.map((one) => ({ ...one, item: items.get(nameIn(one)) }));
  return { ...group, content: { kind: 'threats', threats } };
}
