import type { Answer, Decision } from '../../case/answer.ts';
import { caseSkeleton, FORGOTTEN } from '../../case/case-skeleton.ts';
import type { Content } from '../../case/message-content.ts';
import { leftIn } from '../../case/standing.ts';
import type { EndpointEvent, EventContent } from '../../endpoints/endpoint-event.ts';
import type { PeopleIn } from '../../ledger/define-row.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import { NOT_DEALT_WITH } from '../../verdict/click-queue.ts';
import { mentionsInRow, withoutCounted } from './counted-cases.ts';
import { mentionsIn, type PersonSearch, withoutPerson } from './person.ts';

/** What the ledger holds, by what has to be done with it. */
export type RowKind = Exclude<PeopleIn, 'nobody'>;

export interface PersonRow {
  readonly kind: RowKind;
  readonly pk: string;
  readonly sk: string;
  /** As it was written, decoded. */
  readonly value: unknown;
  readonly expiresAtMs: number | null;
}

export type Forgetting =
  | { readonly do: 'nothing' }
  | { readonly do: 'rewrite'; readonly value: unknown }
  /** An item that some destination never got: that it was seen is kept, and nothing else. */
  | { readonly do: 'finish' }
  | { readonly do: 'delete' }
  | { readonly do: 'cannot'; readonly why: string };

export interface Judged {
  readonly row: PersonRow;
  /** It is about the person, and does not only name them. */
  readonly own: boolean;
  readonly forgetting: Forgetting;
}

const NOTHING: Forgetting = { do: 'nothing' };
/** It names nobody. */
export const forgetProof: Forgetting = {
  do: 'cannot',
  why: 'without it nobody could check the entries of others',
};
const CLICKED = 'a click that the verdict function has not dealt with yet: run this again in an hour';
const UNDER_WAY =
  'the decision has not come to its end: run this again when its message shows that it has, or after a day';

export interface JudgeOptions {
  /**
   * Takes items of people who were forgotten before for the person's own: nothing says any more whose they were, and a
   * decision that was under way then still has its comments.
   */
  readonly leftovers?: boolean | undefined;
}

/**
 * What has to be done with the rows of one partition, which is all that is known of one item, in this order:
 * the delivery comes last, because only it says whose case it is, and a run that stopped half way can go on.
 */
export function judge(
  rows: readonly PersonRow[],
  search: PersonSearch,
  { leftovers = false }: JudgeOptions = {},
): Judged[] {
  // What came after somebody was forgotten is told as any other.
  const createdAtMs = search.since ? createdIn(rows) : null;
  const person = (createdAtMs !== null && search.since?.(createdAtMs)) || search;
  const isTheirs = rows.some((row) => isAbout(row, person));
  const isLeftover = !isTheirs && leftovers && rows.some(isForgotten);
  const isNamedInQuarantine = person.isNamedIn(quarantinedText(rows));
  const names = (row: PersonRow): boolean =>
    row.kind === 'message' ? isNamedInQuarantine : mentionsInRow(row, person).length > 0;
  return rows
    .map((row) => ({ row, own: (isTheirs || isLeftover) && OF_ITEMS.has(row.kind), named: names(row) }))
    .filter(({ own, named }) => own || named)
    .map(({ row, own, named }) => ({ row, own, forgetting: forgetIn(row, { own, named }, person) }))
    .filter(({ forgetting }) => !isLeftover || forgetting.do !== 'nothing')
    .toSorted((a, b) => ORDER.indexOf(a.row.kind) - ORDER.indexOf(b.row.kind));
}

/** When the item was created that these rows are about; null where they do not say. */
function createdIn(rows: readonly PersonRow[]): number | null {
  const times = rows.flatMap(({ kind, value }) => {
    const item =
      kind === 'item'
        ? value
        : kind === 'delivery' || kind === 'event'
          ? itemIn((value as Told).content)
          : null;
    return readMoment((item as { readonly created_at?: string } | null)?.created_at) ?? [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

const OF_ITEMS: ReadonlySet<RowKind> = new Set(['delivery', 'event', 'answer', 'item', 'persona']);
const ORDER: readonly RowKind[] = [
  'trail',
  'proof',
  'answer',
  'message',
  'counted',
  'persona',
  'other',
  'item',
  'event',
  'delivery',
];

function isAbout({ kind, value }: PersonRow, person: PersonSearch): boolean {
  if (kind === 'persona') {
    const { about, of } = value as { readonly about: string; readonly of: string };
    return about === 'person' && person.isNamedIn(of);
  }
  const item =
    kind === 'delivery' || kind === 'event'
      ? itemIn((value as Told).content)
      : kind === 'item'
        ? value
        : null;
  const { user_email: email, user_name: name } = (item ?? {}) as Record<string, unknown>;
  return [email, name].some((text) => typeof text === 'string' && person.isNamedIn(text));
}

/** Whether it was about a person who was forgotten before. */
export const isForgotten = ({ kind, value }: PersonRow): boolean =>
  kind === 'delivery' && (value as Delivery).forgotten === 'item';

/** What a destination is or was to be told. */
type Told = Pick<Delivery, 'content'> | Pick<EndpointEvent, 'content'>;

const itemIn = (content: Told['content'] | undefined): object | null =>
  content?.kind === 'case' || content?.kind === 'threat' ? content.item : null;

/** The text of a quarantined message, whose parts are in rows of their own. */
const quarantinedText = (rows: readonly PersonRow[]): string =>
  rows
    .filter(({ kind }) => kind === 'message')
    .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))
    .map(({ value }) => (typeof value === 'string' ? value : String((value as { body?: string }).body)))
    .join('');

function forgetIn(
  { kind, value }: PersonRow,
  { own, named }: { own: boolean; named: boolean },
  person: PersonSearch,
): Forgetting {
  switch (kind) {
    case 'trail':
      return { do: 'cannot', why: 'the audit trail can only grow' };
    case 'proof':
      return forgetProof;
    case 'message':
      return isClickUnderWay(value) ? { do: 'cannot', why: CLICKED } : { do: 'delete' };
    case 'answer':
      return forgetAnswer(value as Answer, own, person);
    case 'item':
      return own ? { do: 'finish' } : { do: 'rewrite', value: withoutPerson(value, person) };
    case 'delivery':
      return forgetDelivery(value as Delivery, own, person);
    case 'event':
      return forgetEvent(value as EndpointEvent, own, person);
    case 'counted':
      return { do: 'rewrite', value: withoutCounted(value, person) };
    // It is asked for again where another case needs it.
    case 'persona':
      return { do: 'delete' };
    case 'other':
      return named ? { do: 'rewrite', value: withoutPerson(value, person) } : NOTHING;
  }
}

/** The queue may have lost it: deleted here, a decision would be lost. Nobody waits for what is quarantined for another reason. */
const isClickUnderWay = (value: unknown): boolean =>
  (value as { reason?: unknown } | null)?.reason === NOT_DEALT_WITH;

/** What stays of an item that is about the person: by which it is found, and when it was. Buttons go on working. */
function forgetDelivery(delivery: Delivery, own: boolean, person: PersonSearch): Forgetting {
  const { key, content, ...known } = delivery;
  // What the message says of the person is theirs, though it may not name them.
  const isTheirs = own || known.saysWho?.people.some((one) => person.isNamedIn(one)) === true;
  const rest = isTheirs ? { ...known, saysWho: undefined } : known;
  const next = own ? skeletonOf(content) : withoutPerson(content, person);
  const isSame = JSON.stringify(next) === JSON.stringify(content);
  const value: Delivery = {
    ...withoutPerson(rest, person),
    key,
    content: next,
    ...(own
      ? { forgotten: 'item' as const }
      : !isSame && { forgotten: rest.forgotten ?? ('names' as const) }),
  };
  return JSON.stringify(value) === JSON.stringify({ ...known, key, content })
    ? NOTHING
    : { do: 'rewrite', value };
}

/** What waits for a webhook. The row does not hold what it was told already. */
function forgetEvent(event: EndpointEvent, own: boolean, person: PersonSearch): Forgetting {
  const { content } = event;
  if (content === null) return NOTHING;
  const next = own ? bareContent(content, person) : withoutPerson(content, person);
  if (JSON.stringify(next) === JSON.stringify(content)) return NOTHING;
  return { do: 'rewrite', value: { ...event, content: next, forgotten: own ? 'item' : 'names' } };
}

function bareContent(content: EventContent, person: PersonSearch): EventContent {
  if (content.kind === 'case' || content.kind === 'threat') return skeletonOf(content) as EventContent;
  const stripped = withoutPerson(content, person);
  return stripped.kind === 'decision'
    ? { ...stripped, decision: { ...stripped.decision, comment: null } }
    : stripped;
}

function skeletonOf(content: Content): Content {
  if (content.kind === 'case')
    return { kind: 'case', item: caseSkeleton(content.item), trimmed: [], eventsLeftOut: 0 };
  if (content.kind === 'threat') {
    const { event_id, created_at } = content.item;
    return { kind: 'threat', item: { event_id, created_at, user_name: FORGOTTEN }, trimmed: [] };
  }
  return content;
}

const OVER: ReadonlySet<string> = new Set(['recorded', 'failed', 'undone', 'declined']);

/**
 * What analysts wrote about a case of the person is about the person. The steps leave the row as those do that had to make
 * room: they are in the audit trail of their days, and a copy of what is left changes nothing there.
 */
function forgetAnswer(answer: Answer, own: boolean, person: PersonSearch): Forgetting {
  const bare = (decision: Decision): Decision => {
    const { comment, ...stripped } = withoutPerson(decision, person);
    return { ...stripped, comment: own ? null : comment };
  };
  const { decision, before, failedOverride, claim, trail } = answer;
  const isClaimant = claim != null && mentionsIn(claim, person).length > 0;
  const next: Answer = {
    ...answer,
    decision: decision && bare(decision),
    ...(before && { before: bare(before) }),
    ...(failedOverride && { failedOverride: bare(failedOverride) }),
    // Somebody who is forgotten is on no case: it waits again, is looked at at once, and its messages say so.
    ...(claim && isClaimant && { claim: null, owed: 'claim-ended', lookMs: 0 }),
    ...(trail.length > 0 && {
      leftMs: Math.max(answer.leftMs ?? 0, (isClaimant ? claim?.atMs : 0) ?? 0, ...leftIn(trail)),
    }),
    trail: [],
    trimmed: (answer.trimmed ?? 0) + trail.length,
  };
  const hasComment = [decision, before, failedOverride].some((one) => one?.comment);
  const isLeft = own && (trail.length > 0 || hasComment);
  if (!isLeft && mentionsIn(answer, person).length === 0) return NOTHING;
  return !decision || OVER.has(decision.state.is)
    ? { do: 'rewrite', value: next }
    : { do: 'cannot', why: UNDER_WAY };
}
