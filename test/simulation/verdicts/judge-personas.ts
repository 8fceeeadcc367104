import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { isPersonaNote } from '../../../lib/chats/shared/persona-note.ts';
import type { Delivery } from '../../../lib/delivery/delivery.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { type ModelPersonas, nameOf } from './model-personas.ts';
import type { Seen } from './seen.ts';
import type { World } from './world.ts';

export interface ToldCase {
  readonly item: Case;
  readonly life: CaseRecord | null;
  readonly places: readonly Delivery[];
  /** What stands at a destination. */
  readonly seenAt: (destination: string) => readonly Seen[];
  readonly personas: ModelPersonas;
  readonly world: World;
}

/** Whom a case names: its person, and what its events name besides. */
const namesIn = ({ user_email, events = [] }: Case): readonly string[] => [
  ...new Set([
    nameOf({ email: user_email ?? null, name: null }),
    ...(events ?? []).flatMap(({ user_name }) => user_name ?? []),
  ]),
];

const toldName = (text: string): string | null => /^wh(?:o|at) is (\S+)/i.exec(text)?.[1] ?? null;

/** Has a message of its own, with a thread in which it could be told. */
const hasThread = ({ main, thread, parked }: Delivery): boolean =>
  main !== null && thread === null && parked === null;

/** Where a case is open and has a thread of its own, and its thread does not tell of somebody who is known. */
export const lacksPersona = (
  item: Case,
  life: CaseRecord | null,
  places: readonly Delivery[],
  personas: ModelPersonas,
): boolean =>
  life?.endedAtMs === null &&
  places
    .filter(hasThread)
    .some(
      ({ notes }) =>
        Object.keys(notes).filter(isPersonaNote).length < namesIn(item).filter(personas.isReady).length,
    );

/** Each thread tells of everybody whom its case names and who is known, once, and of nobody else. */
export function judgePersonas({ item, life, places, seenAt, personas, world }: ToldCase): void {
  const { wrong, history, count } = world;
  const names = namesIn(item);
  for (const place of places.filter(hasThread)) {
    const { destination } = place.key;
    const at = `${item.case_id} at ${destination}`;
    const all = seenAt(destination);
    const { ref } = place.main ?? {};
    const parent = ref?.ts ?? ref?.conversation;
    if (all.some(({ deleted }) => deleted)) continue;
    const told = all.filter(({ under }) => under === parent).flatMap(({ text }) => toldName(text) ?? []);
    count('told who', told.length);
    for (const name of told) {
      if (!names.includes(name)) wrong.push(`${at} tells who ${name} is, whom it does not name`);
      if (!personas.isReady(name)) wrong.push(`${at} tells who ${name} is, and nobody knows that`);
    }
    if (history.readable && !history.closings?.length && new Set(told).size < told.length)
      wrong.push(`${at} tells ${told} more than once`);
    if (life?.endedAtMs !== null) continue;
    for (const name of names.filter(personas.isReady))
      if (!told.includes(name)) wrong.push(`${at} does not tell who ${name} is`);
  }
  const early = places.filter(
    ({ main, begun, notes }) => main === null && begun === null && Object.keys(notes).some(isPersonaNote),
  );
  for (const { key } of early)
    wrong.push(`${key.id} at ${key.destination} tells who it is about before it is shown`);
}
