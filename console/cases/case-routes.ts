import type { Hono } from 'hono';
import { itemLink } from '../../lib/chats/document/item-link.ts';
import { readBody, refuse } from '../../local/stand-in-kit/control/read-body.ts';
import { isAccountOf } from '../chat/chats.ts';
import { CasePress } from '../requests.ts';
import type { Source } from '../source.ts';
import type { Surroundings } from '../surroundings.ts';
import { createVerdictsReader } from '../verdicts/read-verdicts.ts';
import { PATIENCE_MS, within } from '../wait-at-most.ts';
import type { OpenCases, VerdictRow } from '../wire.ts';
import type { CaseBook } from './case-book.ts';
import { readCaseFilter } from './filter-cases.ts';
import { type OrderedCases, orderCases, pageOfCases } from './page-of-cases.ts';
import { figuresOf } from './shift-figures.ts';

/** The figures are of one day. */
const DAYS_BACK = 1;
const MOST_ROWS = 20_000;

const CANNOT =
  'This console cannot decide for anybody. Decide in the chat; on AWS, start it with --act and be in people.';

interface CasesParts {
  readonly source: Source;
  readonly surroundings: Pick<Surroundings, 'people' | 'pressCase'>;
  readonly book: CaseBook;
  /** A different number if the audit trail may have grown. */
  readonly trailMark: () => number;
}

/** The open cases, one page with all that is around it in one answer; and what people press on them. */
export function addCases(app: Hono, { source, surroundings, book, trailMark }: CasesParts): void {
  const { config, now } = source;
  const { people, pressCase } = surroundings;
  const readTrail = createVerdictsReader(source, { mostRows: MOST_ROWS, daysBack: DAYS_BACK });
  let trail: readonly VerdictRow[] = [];
  let readAt: string | null = null;

  async function readFigures(): Promise<void> {
    const mark = `${trailMark()} ${Math.floor(now() / 60_000)}`;
    if (mark === readAt) return;
    readAt = mark;
    trail = (await readTrail()).rows;
  }

  let seen = { of: '', ...viewOf(orderCases([]), [], 0) };
  /** Kept until a case is read again, a verdict comes or a minute passes: ten thousand take long to sort and to count. */
  function view(nowMs: number) {
    const of = `${book.version()} ${readAt} ${trail.length} ${Math.floor(nowMs / 60_000)}`;
    if (seen.of !== of) seen = { of, ...viewOf(orderCases(book.cases()), trail, nowMs) };
    return seen;
  }

  app.get('/cases', async (c) => {
    const query = new URL(c.req.url).searchParams;
    const person = people.find(({ id }) => id === query.get('as')) ?? people[0];
    await within(PATIENCE_MS, Promise.all([book.refresh(), readFigures()]));
    const nowMs = now();
    const { reading, unreadable } = book.counts();
    const { ordered, figures } = view(nowMs);
    const page = pageOfCases(ordered, readCaseFilter(query.toString()), {
      nowMs,
      isMe: (one) => person !== undefined && isAccountOf(person, one),
      linkOf: (kind, domain, id) => itemLink(config.domains[domain]?.consoleUrl, kind, id),
    });
    return c.json({ ...page, reading, unreadable, figures } satisfies OpenCases);
  });

  app.post('/cases/press', async (c) => {
    if (!pressCase) return c.json({ error: CANNOT }, 403);
    const { person: id, ...press } = await readBody(c, CasePress);
    const person = people.find((one) => one.id === id) ?? refuse(`There is nobody called ${id}.`);
    const acted = await pressCase(person, press);
    book.touch({ domain: press.domain, feed: 'cases', id: press.id });
    return c.json(acted);
  });
}

const viewOf = (ordered: OrderedCases, trail: readonly VerdictRow[], nowMs: number) => ({
  ordered,
  figures: figuresOf(ordered.open, trail, nowMs),
});
