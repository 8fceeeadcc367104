import { Case, CaseEvent } from '../posture/schemas/case.ts';
import { Threat } from '../posture/schemas/threat.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';
import { bytesOf, cutText } from './message-text.ts';

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
interface Trim {
  readonly apply: (draft: Draft) => Draft;
  readonly changed: (before: Draft, after: Draft) => string | null;
}

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
  const trims: Trim[] = [shortenSummaries, leaveOutUnknown(known), shortenTexts];
  const what: string[] = [];
  let eventsLeftOut = 0;
  let draft = draftOf(kind, item);
  for (const [index, trim] of trims.entries()) {
    const next = trim.apply(draft);
    const changed = trim.changed(draft, next);
    if (changed) what.push(changed);
    draft = next;
    const fitting = keepEvents(draft, maxBytes);
    const kept = fitting ?? [];
    const all = draft.events?.length ?? 0;
    const enough = fitting !== null && kept.length >= Math.min(all, ENOUGH_EVENTS);
    if (!enough && index < trims.length - 1) continue;
    eventsLeftOut = all - kept.length;
    if (eventsLeftOut > 0) what.push(`events: ${eventsLeftOut} of ${all} left out`);
    draft = { ...draft, events: draft.events && kept };
    break;
  }
  return { item: joined(draft) as T, what, eventsLeftOut };
}

function draftOf(kind: 'case' | 'threat', item: Case | Threat): Draft {
  if (kind === 'threat' || !Array.isArray(item.events)) return { fields: item };
  const { events, ...fields } = item as Case;
  return { fields, events: events ?? [] };
}

const joined = ({ fields, events }: Draft): Fields => (events ? { ...fields, events } : fields);

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

const onEach = (draft: Draft, change: (fields: Fields, isEvent: boolean) => Fields): Draft => ({
  fields: change(draft.fields, false),
  events: draft.events?.map((event) => change(event, true) as CaseEvent),
});

const shortenSummaries: Trim = {
  apply: (draft) =>
    onEach(draft, (fields) =>
      typeof fields.summary === 'string'
        ? { ...fields, summary: cutText(fields.summary, LIMITS.summary) }
        : fields,
    ),
  changed: (before, after) => counted('summaries', 'shortened', differing(before, after)),
};

const EVENT_FIELDS = new Set(Object.keys(CaseEvent.shape));
const leaveOutUnknown = (known: ReadonlySet<string>): Trim => ({
  apply: (draft) =>
    onEach(draft, (fields, isEvent) =>
      Object.fromEntries(
        Object.entries(fields).filter(([name]) => (isEvent ? EVENT_FIELDS : known).has(name)),
      ),
    ),
  changed: (before, after) => counted('other fields', 'left out', fieldCount(before) - fieldCount(after)),
});

const shortenTexts: Trim = {
  apply: (draft) =>
    onEach(draft, (fields) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortened(name, value)])),
    ),
  changed: (before, after) => counted('texts and lists', 'shortened', differing(before, after)),
};

function shortened(name: string, value: unknown): unknown {
  if (Array.isArray(value))
    return value.slice(0, LIMITS.list).map((one) => cutText(String(one), LIMITS.listText));
  if (typeof value !== 'string' || value.length <= LIMITS.text) return value;
  // A date cut in the middle is none, and nothing flows without this one.
  const time = name === 'created_at' ? readTimestamp(value) : null;
  return time === null ? cutText(value, LIMITS.text) : new Date(time).toISOString();
}

const parts = ({ fields, events }: Draft): Fields[] => [fields, ...(events ?? [])];
const fieldCount = (draft: Draft): number =>
  parts(draft).reduce((sum, fields) => sum + Object.keys(fields).length, 0);

/** How many fields are not what they were. Lists are rebuilt, so those count by their text. */
function differing(before: Draft, after: Draft): number {
  const old = parts(before);
  return parts(after).reduce((sum, fields, index) => {
    const names = Object.keys(fields).filter((name) => !same(fields[name], old[index]?.[name]));
    return sum + names.length;
  }, 0);
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

const counted = (what: string, how: string, count: number): string | null =>
  count > 0 ? `${what}: ${count} ${how}` : null;
