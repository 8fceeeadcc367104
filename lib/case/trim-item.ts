import { bytesOf, cutText } from '../base/queues/message-text.ts';
import { Case, CaseEvent } from '../posture/schemas/case.ts';
import { Threat } from '../posture/schemas/threat.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';

/** Less than a row holds, with room for the names of routes and all that is known of a message. */
const KEPT_BYTES = 300 * 1024;
const LIMITS = { summary: 500, text: 1_000, list: 20, listText: 200 };
/** With fewer events than this, other things go first: the events are what an analyst decides by. */
const ENOUGH_EVENTS = 25;

/** What was left out of an item or shortened on its way. */
export interface Trimmings {
  /** In words, with counts; nothing when the item fits as it is. */
  readonly what: readonly string[];
  readonly eventsLeftOut?: number | undefined;
}

export interface Trimmed<T> extends Trimmings {
  readonly item: T;
}

/** Of an item that was trimmed twice. */
export const addTrimmings = (before: Trimmings = { what: [], eventsLeftOut: 0 }, more: Trimmings) => ({
  what: [...before.what, ...more.what],
  ...(before.eventsLeftOut !== undefined &&
    more.eventsLeftOut !== undefined && { eventsLeftOut: before.eventsLeftOut + more.eventsLeftOut }),
});

/** An item as the ledger keeps it. Whatever the API sent, one item must not stop all others: what it certainly is goes on. */
export function fitItem<T extends Case | Threat>(kind: 'case' | 'threat', item: T): Trimmed<T> {
  try {
    return trimItem(kind, item, KEPT_BYTES);
  } catch {
    return { item: bareItem(item), what: ['all but plain texts: the item could not be written in full'] };
  }
}

/** Only what is plain text, none of it long. */
const bareItem = <T extends Case | Threat>(item: T): T =>
  Object.fromEntries(
    Object.entries(item).filter(([, value]) => typeof value === 'string' && value.length <= 2_000),
  ) as T;

type Fields = Record<string, unknown>;
interface Draft {
  readonly fields: Fields;
  readonly events?: readonly CaseEvent[] | undefined;
}
/** What becomes of a field: undefined leaves it out. */
interface Trim {
  readonly words: readonly [what: string, how: string];
  readonly of: (name: string, value: unknown, isKnown: boolean) => unknown;
}

/** In this order, and only as far as needed. */
const TRIMS: readonly Trim[] = [
  {
    words: ['summaries', 'shortened'],
    of: (name, value) =>
      name === 'summary' && typeof value === 'string' ? cutText(value, LIMITS.summary) : value,
  },
  { words: ['other fields', 'left out'], of: (_name, value, isKnown) => (isKnown ? value : undefined) },
  { words: ['texts and lists', 'shortened'], of: shortened },
];

/**
 * Makes a case or threat fit. In this order, and only as far as needed: summaries shortened; events left out
 * from the oldest, flagged ones last; fields that the contract does not know left out; long texts and lists
 * shortened. Where hardly any event would be left, the later ones come first and the events after them.
 */
export function trimItem<T extends Case | Threat>(
  kind: 'case' | 'threat',
  item: T,
  maxBytes: number,
): Trimmed<T> {
  if (bytesOf(item) <= maxBytes) return { item, what: [], eventsLeftOut: 0 };
  const known = new Set(Object.keys((kind === 'case' ? Case : Threat).shape));
  const what: string[] = [];
  let draft = draftOf(kind, item);
  for (const [index, trim] of TRIMS.entries()) {
    draft = trimmed(draft, trim, known, what);
    const fitting = keepEvents(draft, maxBytes);
    const all = draft.events?.length ?? 0;
    const isEnough = fitting !== null && fitting.length >= Math.min(all, ENOUGH_EVENTS);
    if (!isEnough && index < TRIMS.length - 1) continue;
    const events = fitting ?? [];
    const eventsLeftOut = all - events.length;
    if (eventsLeftOut > 0) what.push(`events: ${eventsLeftOut} of ${all} left out`);
    return { item: joined({ ...draft, events: draft.events && events }) as T, what, eventsLeftOut };
  }
  return { item, what, eventsLeftOut: 0 };
}

function draftOf(kind: 'case' | 'threat', item: Case | Threat): Draft {
  if (kind === 'threat' || !Array.isArray(item.events)) return { fields: item };
  const { events, ...fields } = item as Case;
  return { fields, events: events ?? [] };
}

const joined = ({ fields, events }: Draft): Fields => (events ? { ...fields, events } : fields);

const EVENT_FIELDS = new Set(Object.keys(CaseEvent.shape));

/** Adds to `what` in how many fields something went. */
function trimmed(
  { fields, events }: Draft,
  { words: [what, how], of }: Trim,
  known: ReadonlySet<string>,
  said: string[],
): Draft {
  let count = 0;
  const each = (one: Fields, names: ReadonlySet<string>): Fields =>
    Object.fromEntries(
      Object.entries(one).flatMap(([name, value]) => {
        const next = of(name, value, names.has(name));
        if (next !== value) count++;
        return next === undefined ? [] : [[name, next]];
      }),
    );
  const draft = {
    fields: each(fields, known),
    events: events?.map((event) => each(event, EVENT_FIELDS) as CaseEvent),
  };
  if (count > 0) said.push(`${what}: ${count} ${how}`);
  return draft;
}

/** The events that there is room for, in their own order; null when even without any the item is too large. */
function keepEvents({ fields, events }: Draft, maxBytes: number): CaseEvent[] | null {
  let room = maxBytes - bytesOf(joined({ fields, events: events && [] }));
  if (room < 0) return null;
  const kept = new Set<CaseEvent>();
  for (const event of [...(events ?? [])].sort(byWorth)) {
    const bytes = bytesOf(event) + 1;
    if (bytes > room) continue;
    room -= bytes;
    kept.add(event);
  }
  return (events ?? []).filter((event) => kept.has(event));
}

const byWorth = (a: CaseEvent, b: CaseEvent): number =>
  Number(b.flagged ?? false) - Number(a.flagged ?? false) || timeOf(b) - timeOf(a);
const timeOf = ({ created_at }: CaseEvent): number => readTimestamp(created_at ?? '') ?? 0;

function shortened(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const isShort = (one: unknown) => typeof one === 'string' && one.length <= LIMITS.listText;
    if (value.length <= LIMITS.list && value.every(isShort)) return value;
    return value.slice(0, LIMITS.list).map((one) => cutText(String(one), LIMITS.listText));
  }
  if (typeof value !== 'string' || value.length <= LIMITS.text) return value;
  // A date cut in the middle is none, and nothing flows without this one.
  const time = name === 'created_at' ? readTimestamp(value) : null;
  return time === null ? cutText(value, LIMITS.text) : new Date(time).toISOString();
}
