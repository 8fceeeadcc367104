import { clean, isolate } from '../../lib/base/text/clean-text.ts';
import type { Answer } from '../../lib/case/answer.ts';
import { type CaseRecord, isWithheld } from '../../lib/case/case-record.ts';
import { headlineOf } from '../../lib/case/threat-type-words.ts';
import { isGivenUp } from '../../lib/endpoints/event-priority.ts';
import type { Delivery } from '../../lib/outbox/delivery.ts';
import { groupKey } from '../../lib/outbox/threat-groups.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import type { Threat } from '../../lib/posture/schemas/threat.ts';
import { readTimestamp } from '../../lib/posture/schemas/timestamp.ts';
import type { Source } from '../source.ts';
import type { ItemKey, Stage } from '../wire.ts';
import { isOver, type ToldEvent } from './tell-events.ts';

/** All that the ledger has about an item. */
export interface ItemRows {
  readonly deliveries: readonly Delivery[];
  readonly answer: Answer | null;
  /** The events about it for endpoints. */
  readonly told: readonly ToldEvent[];
  /** The places that a mute or a dedupe window kept the case from. */
  readonly withheld?: readonly WithheldAt[] | undefined;
}

export interface WithheldAt {
  readonly destination: string;
  readonly by: 'mute' | 'dedupe';
}

/** `muted in soc` */
export const withheldWords = ({ destination, by }: WithheldAt): string =>
  `${by === 'mute' ? 'muted' : 'deduped'} in ${destination}`;

export const withheldIn = ({ places }: Pick<CaseRecord, 'places'>): readonly WithheldAt[] =>
  Object.entries(places).flatMap(([destination, place]) =>
    isWithheld(place) ? [{ destination, by: place.by }] : [],
  );

/** The same, with the places that it is still on its way to. */
export interface Standing extends ItemRows {
  readonly awaited: readonly string[];
}

export async function readItemRows({ ledger }: Pick<Source, 'ledger'>, key: ItemKey): Promise<ItemRows> {
  const isCase = key.feed === 'cases';
  const [places, answer, told, records] = await Promise.all([
    ledger.deliveries.places(key),
    isCase ? ledger.answers.load(key.domain, key.id) : null,
    readTold(ledger, key),
    isCase ? ledger.cases.loadAll(key.domain, [key.id]) : null,
  ]);
  const deliveries = await Promise.all(places.map(({ value }) => withGroup(ledger, value)));
  const record = records?.get(key.id);
  return { deliveries, answer, told, withheld: typeof record === 'object' ? withheldIn(record) : [] };
}

async function readTold({ events }: Source['ledger'], { domain, feed, id }: ItemKey): Promise<ToldEvent[]> {
  const item = { domain, feed, id };
  const names = await events.namesOf(item);
  const rows = await Promise.all(
    names.map(({ destination, eventId }) =>
      events.read(events.rowOf({ key: { ...item, destination }, eventId })),
    ),
  );
  return rows.flatMap((row) => {
    if (!row) return [];
    const { key, type, atMs, end, reason } = row.value;
    return [{ destination: key.destination, type, atMs, end, reason, place: row.todo ?? null }];
  });
}

/** A threat in a group is on its way until the message of the group is posted. */
async function withGroup({ deliveries }: Source['ledger'], delivery: Delivery): Promise<Delivery> {
  const { key, groupId } = delivery;
  if (groupId === undefined) return delivery;
  const group = await deliveries.load(groupKey(key.destination, groupId));
  return group?.value.main ? delivery : { ...delivery, coveredElsewhere: false };
}

const DECIDING: Readonly<Partial<Record<string, Stage>>> = {
  'awaiting-approval': 'waiting',
  undoable: 'waiting',
  waiting: 'waiting',
  posting: 'posting',
  recorded: 'recorded',
  failed: 'failed',
};

/** Another message covers it. */
export const isCoveredElsewhere = ({ main, parked, coveredElsewhere }: Delivery): boolean =>
  main === null && parked === null && coveredElsewhere === true;

/** Neither shown, nor covered by another message, nor given up. */
export const isOnItsWay = (delivery: Delivery): boolean =>
  delivery.main === null && delivery.parked === null && !isCoveredElsewhere(delivery);

/** How far it has come: `shown` once all places have it. A decision that was undone does not count. */
export function stageOf({ deliveries, answer, awaited, told, withheld = [] }: Standing): Stage {
  const decided = answer?.decision && DECIDING[answer.decision.state.is];
  if (decided) return decided;
  if (deliveries.length === 0 && told.length > 0 && told.every(isOver)) return 'told';
  if (deliveries.length === 0 && withheld.length > 0) return 'withheld';
  if (deliveries.length === 0 || awaited.length > 0 || deliveries.some(isOnItsWay)) return 'queued';
  if (deliveries.some(({ main }) => main !== null)) return 'shown';
  return deliveries.some(isCoveredElsewhere) ? 'told' : 'parked';
}

/** Nothing changes until a person or the platform acts. */
export const isAtRest = (standing: Standing): boolean =>
  ['shown', 'told', 'withheld', 'parked', 'recorded', 'failed'].includes(stageOf(standing)) &&
  standing.awaited.length === 0 &&
  standing.deliveries.every((one) => one.begun === null && !isOnItsWay(one)) &&
  standing.told.every((one) => isOver(one) || (one.place !== null && isGivenUp(one.place)));

export function contentOf({ deliveries }: ItemRows): Case | Threat | null {
  const [content] = deliveries.flatMap((one) => ('item' in one.content ? [one.content] : []));
  return content?.item ?? null;
}

export function titleOf(item: Case | Threat | null, { feed, id }: Pick<ItemKey, 'feed' | 'id'>): string {
  const short = `${feed === 'cases' ? 'Case' : 'Threat'} ${id.slice(0, 8)}`;
  if (!item) return short;
  const what = 'threat_type' in item ? headlineOf(String(item.threat_type ?? '')) : item.title;
  const who = item.user_name ?? item.user_email;
  return [plain(what) || short, plain(who)].filter(Boolean).join(' · ');
}

/** Text from outside next to other text: nothing in it can change the direction of its neighbours. */
const plain = (text: unknown): string => (typeof text === 'string' ? isolate(clean(text)) : '');

/** Slack and Teams name messages by their time: `1763197200.000100` and `1763197200000`. */
export function momentOf(ref: Readonly<Record<string, string>>): number | null {
  for (const value of Object.values(ref)) {
    if (/^\d{10}\.\d{6}$/.test(value)) return Math.floor(Number(value) * 1_000);
    if (/^\d{13}$/.test(value)) return Number(value);
  }
  return null;
}

/** The latest moment that the ledger knows. */
export function lastMoveMs({ deliveries, answer, told }: ItemRows): number {
  return Math.max(
    0,
    answer?.trail.at(-1)?.atMs ?? 0,
    answer?.steps?.at(-1)?.atMs ?? 0,
    ...told.map(({ atMs }) => atMs),
    ...deliveries.flatMap(({ handedOverAtMs, main, notes }) => [
      handedOverAtMs,
      ...[...(main ? [main.ref] : []), ...Object.values(notes)].map((ref) => momentOf(ref) ?? 0),
    ]),
  );
}

export const createdAtMs = (item: Case | Threat | null): number | null =>
  item ? readTimestamp(item.created_at) : null;
