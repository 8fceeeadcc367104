import { SHORTENED } from '../base/http/shorten-json.ts';
import type { Match } from './filters.ts';
import { type ListShape, type Page, readPage } from './page.ts';
import { InvalidRequestError, MalformedError, TooLargeError } from './posture-errors.ts';
import type { Call, PostureAnswer, PostureEvent, SendRequest } from './request.ts';

const PAGE_SIZE = { min: 1, max: 200, default: 200 } as const;

/** The largest page, uncompressed. The poller may hold four of them at a time. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A page that was too large is requested again with this many times fewer items. */
const SMALLER = 4;

/** A list with more items than this is reported as endless. */
const MOST_ITEMS = 10_000_000;

export interface PageQuery<F> {
  readonly filter?: F | undefined;
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface PagesQuery<F> extends PageQuery<F> {
  /** More pages than any list has. A server that still goes on then is reported. */
  readonly maxPages?: number | undefined;
}

export interface List<T, F> {
  page(query?: PageQuery<F>, call?: Call): Promise<Page<T>>;
  /** All pages from the cursor on. Throws if the server leads in circles. */
  pages(query?: PagesQuery<F>, call?: Call): AsyncGenerator<Page<T>, void, undefined>;
}

type Parameters = ReadonlyArray<readonly [string, string]>;

export interface ListDefinition<T, F> extends ListShape<T> {
  readonly path: string;
  readonly names: { readonly pageSize: string; readonly cursor: string };
  /** The filter as query parameters, in the order of its fields. */
  readonly parameters: (filter: F) => Parameters;
  /** Applied to every item again, because the parameter names are not confirmed. */
  readonly match?: (item: T, filter: F) => Match;
  /** The parameter behind an `unseen` match, with a value that no item can have. */
  readonly probe?: (filter: F) => readonly [string, string] | null;
}

export function createList<T, F>(
  definition: ListDefinition<T, F>,
  send: SendRequest,
  observe: (event: PostureEvent) => void,
): List<T, F> {
  const { path, names } = definition;
  const honoured = new Map<string, Promise<boolean>>();
  /** How many items are known to fit on a page. */
  let fitting: number = PAGE_SIZE.max;

  async function page({ filter, pageSize = PAGE_SIZE.default, cursor }: PageQuery<F> = {}, call: Call = {}) {
    checkQuery(pageSize, cursor);
    const query: [string, string][] = [];
    if (cursor !== undefined) query.push([names.cursor, cursor]);
    for (const [name, value] of filter ? definition.parameters(filter) : []) query.push([name, value]);

    const { body, serverTimeMs } = await sendFitting(query, pageSize, call);
    const read = readPage(definition, body, serverTimeMs);
    if (typeof read === 'string') throw new MalformedError(`GET ${path}: ${read}`);
    for (const { path: where, reason } of read.repairs)
      observe({ type: 'repaired', path: `${path} ${where}`, reason });
    return filter ? { ...read, items: await filterAgain(read.items, filter, call) } : read;
  }

  /** Requests as many items as fit. One that does not fit alone is shortened: half its evidence beats no case. */
  async function sendFitting(query: Parameters, wanted: number, call: Call): Promise<PostureAnswer> {
    for (;;) {
      const size = Math.min(wanted, fitting);
      const sized = [[names.pageSize, String(size)] as const, ...query];
      const request = { method: 'GET', path, query: sized, mostBytes: MOST_BYTES } as const;
      try {
        const answer = await send(request, call);
        if (size === fitting && answer.share < 1 / SMALLER) fitting = Math.min(PAGE_SIZE.max, fitting * 2);
        return answer;
      } catch (error) {
        if (!(error instanceof TooLargeError)) throw error;
        if (size === 1) {
          const answer = await send({ ...request, shorten: true }, call);
          observe({
            type: 'repaired',
            path: `${path} ${definition.itemsKey}[0]`,
            reason: `${error.message}; ${SHORTENED}`,
          });
          return answer;
        }
        fitting = Math.max(1, Math.floor(size / SMALLER));
      }
    }
  }

  async function filterAgain(items: readonly T[], filter: F, call: Call): Promise<readonly T[]> {
    const { match } = definition;
    if (!match) return items;
    const kept: T[] = [];
    for (const item of items) {
      const verdict = match(item, filter);
      if (verdict === 'yes' || (verdict === 'unseen' && (await serverHonours(filter, call)))) kept.push(item);
    }
    return kept;
  }

  /** Asks once for something that cannot exist: a server that still answers with items ignores the parameter. */
  function serverHonours(filter: F, call: Call): Promise<boolean> {
    const parameter = definition.probe?.(filter);
    if (!parameter) return Promise.resolve(false);
    const known = honoured.get(parameter[0]);
    if (known) return known;
    const query = [[names.pageSize, '1'], parameter] as const;
    const asked = send({ method: 'GET', path, query, mostBytes: MOST_BYTES }, call).then(({ body }) => {
      const read = readPage(definition, body);
      return typeof read !== 'string' && read.items.length + read.rejected.length === 0;
    });
    honoured.set(parameter[0], asked);
    asked.catch(() => honoured.delete(parameter[0]));
    return asked;
  }

  async function* pages({ maxPages, ...query }: PagesQuery<F> = {}, call: Call = {}) {
    const most = maxPages ?? Math.ceil(MOST_ITEMS / (query.pageSize ?? PAGE_SIZE.default));
    const seen = new Set<string>(query.cursor === undefined ? [] : [query.cursor]);
    let { cursor } = query;
    for (let count = 1; ; count++) {
      const current = await page({ ...query, cursor }, call);
      yield current;
      if (current.nextCursor === null) return;
      cursor = current.nextCursor;
      if (seen.has(cursor)) throw new MalformedError(inCircles(count, 'repeats a cursor'));
      if (count >= most) throw new MalformedError(inCircles(count, 'does not end'));
      seen.add(cursor);
    }
  }

  const inCircles = (count: number, what: string) =>
    `GET ${path} ${what} after ${count} pages. Does the server know the parameter "${names.cursor}"?`;

  return { page, pages };
}

function checkQuery(pageSize: number, cursor: string | undefined): void {
  const problems: string[] = [];
  if (!Number.isInteger(pageSize) || pageSize < PAGE_SIZE.min || pageSize > PAGE_SIZE.max) {
    problems.push(`page size must be a whole number from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}`);
  }
  if (cursor === '') problems.push('cursor must not be empty');
  if (problems.length) throw new InvalidRequestError(problems);
}
