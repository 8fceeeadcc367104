import { inParallel } from '../../base/in-parallel.ts';
import { counted, isShortId } from '../../base/text/format.ts';
import type { AnswerPart } from '../../case/answer-part.ts';
import type { Sentence } from '../../case/sentence.ts';
import { createThreatStories } from '../../chats/document/create-threat-story.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { lines } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { moreOf } from '../entry-points/command/list-page.ts';
import { redactedThreat } from '../entry-points/command/redacted.ts';
import { caseLine, threatLine } from './answer-lists.ts';
import {
  lookForCase,
  lookForCasesBy,
  lookForThreat,
  lookForThreats,
  lookForThreatsBy,
} from './find-items.ts';
import { pageOfQueries, readPlace, writePlace } from './hunting-page.ts';
import { severalBeginSo } from './short-id.ts';

/** How many events of a case one page covers. */
const MOST_EVENTS = 100;
const AT_ONCE = 10;

/** Queries that find an event in the logs, or all events of a case. */
export async function answerHunt(context: CommandContext, id: string): Promise<DomainAnswer> {
  return isShortId(id) ? huntPart(context, id) : huntWhole(context, id);
}

/** By the first 8 characters of an id. */
async function huntPart(context: CommandContext, part: string): Promise<DomainAnswer> {
  const [events, cases] = await Promise.all([lookForThreatsBy(context, part), lookForCasesBy(context, part)]);
  const found = [
    ...cases.items.map((item) => ({ id: item.case_id, line: () => caseLine(context, item) })),
    ...events.items.map((item) => ({ id: item.event_id, line: () => threatLine(context, item) })),
  ];
  const [first, ...others] = found;
  if (!first) return nothing(events.all && cases.all ? 'No such case or event.' : NOT_AMONG);
  if (others.length === 0) return huntWhole(context, first.id);
  return severalBeginSo(
    'item',
    part,
    found.map(({ line }) => line()),
  );
}

async function huntWhole(context: CommandContext, id: string): Promise<DomainAnswer> {
  const { item, eventsLeftOut = 0 } = await context.ledger.caseOf(context.name, id);
  if (item) return huntCase(context, item, eventsLeftOut);
  const stored = await context.ledger.threatOf(context.name, id);
  if (stored) return huntEvent(context, stored);
  const event = await lookForThreat(context, id);
  if (event.item) return huntEvent(context, event.item);
  const found = await lookForCase(context, id, null);
  if (found.item) return huntCase(context, found.item, 0);
  return nothing(event.all && found.all ? 'No such case or event.' : NOT_AMONG);
}

async function huntCase(context: CommandContext, { events }: Case, leftOut: number): Promise<DomainAnswer> {
  const { behind } = readPlace(context.after);
  // New events do not change this order: a page goes on after the last event of the page before.
  const all = [...new Set((events ?? []).map(({ event_id }) => event_id))].sort();
  const from = all.filter((id) => id <= behind).length;
  const ids = all.slice(from, from + MOST_EVENTS);
  const to = from + ids.length;
  const { threats, trouble } = await threatsOf(context, ids);
  const missing = ids.length - threats.length;
  const which = ids.length === all.length ? '' : ` Here are the queries for ${span(from, to)} of them.`;
  return answerWith(
    context,
    threats,
    to < all.length ? (ids.at(-1) ?? null) : null,
    lines(
      [`${counted(all.length, 'event')} of this case.${which}`],
      missing > 0 && trouble.length === 0
        ? [
            `${counted(missing, 'event')} ${missing === 1 ? 'is' : 'are'} not among the newest 1,000 threats of the platform.`,
          ]
        : trouble,
      leftOut > 0
        ? [`${counted(leftOut, 'more event')} did not fit into the bridge. Look in the platform.`]
        : [],
    ),
  );
}

/** The events that the ledger has, and those that the platform lists. */
async function threatsOf(context: CommandContext, ids: readonly string[]) {
  const stored = await inParallel(ids, AT_ONCE, (id) => context.ledger.threatOf(context.name, id));
  const left = ids.filter((_, at) => stored[at] === null);
  let trouble: Sentence = [];
  const listed =
    left.length === 0
      ? []
      : await lookForThreats(context, left).catch((error: unknown) => {
          trouble = context.explain(error);
          return [];
        });
  const known = stored.filter((threat) => threat !== null);
  const threats = [...known, ...listed].toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1));
  return { threats, trouble };
}

const huntEvent = (context: CommandContext, threat: Threat): DomainAnswer =>
  answerWith(context, [threat], null, [{ is: 'list', items: [threatLine(context, threat)] }]);

/** `lastEvent`: behind which further events of the case are looked for, when all queries of these were shown. */
function answerWith(
  context: CommandContext,
  threats: readonly Threat[],
  lastEvent: string | null,
  first: readonly AnswerPart[],
): DomainAnswer {
  const { hunting } = createThreatStories(
    threats.map((one) => ({ domain: context.name, id: one.event_id, item: redactedThreat(context, one) })),
    context.rules,
  );
  const { queries, from, to, changed, next } = pageOfQueries(hunting, readPlace(context.after));
  const place = next ?? (lastEvent === null ? null : { behind: lastEvent, shown: 0, mark: '' });
  const cursor = place && writePlace(place);
  const more = moreOf(context, cursor);
  return {
    found: true,
    parts: [
      ...first,
      ...lines(
        changed ? ['These events have changed, so here are their queries from the start.'] : [],
        queries.length < hunting.length ? [`Queries ${span(from, to)} of ${hunting.length}.`] : [],
        hunting.length === 0 ? [NO_QUERY] : [],
        cursor !== null && more.length === 0 ? ['There is more in the platform.'] : [],
      ),
      ...(queries.length > 0 ? [{ is: 'hunting', queries } as const] : []),
    ],
    more,
  };
}

/** `3 to 5`, of what is counted from 0. */
const span = (from: number, to: number): string => (to - from === 1 ? `${to}` : `${from + 1} to ${to}`);

const NOT_AMONG = 'Not among the newest 1,000 threats and cases of the platform. Look for it there.';
const NO_QUERY =
  'There is no query for it: the platform gives no source event, or one in a table that the bridge has no query for.';
