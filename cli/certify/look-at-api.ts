import { NOT_READY_RESOURCES } from '../../lib/posture/schemas/error-body.ts';
import type { ApiAnswer, AskApi } from './ask-api.ts';
import { type CertifyParts, differs, holds, notSeen, type Seen } from './belief.ts';
import { itemsIn } from './look-at-filters.ts';
import { oneOf, type Safe, safe } from './safe-text.ts';

const PATHS = { cases: '/cases', threats: '/threats' } as const;

export type Order = 'newest first' | 'oldest first' | 'neither' | 'too few';

/** By `created_at`, from one page. */
export function orderOf(answer: ApiAnswer): Order {
  const times = itemsIn(answer)
    .map((item) => Date.parse(String(item.created_at)))
    .filter((time) => !Number.isNaN(time));
  const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? time)));
  const [up, down] = [steps.includes(1), steps.includes(-1)];
  if (up && down) return 'neither';
  if (up) return 'oldest first';
  return down ? 'newest first' : 'too few';
}

export function judgeOrder(lists: Readonly<Record<string, Order>>): Seen {
  const shown = Object.entries(lists).map(
    ([name, order]) =>
      safe`${oneOf(name, Object.keys(PATHS))} ${oneOf(order, ['newest first', 'oldest first', 'neither', 'too few'])}`,
  );
  const said = shown.reduce((all, one) => safe`${all}, ${one}`);
  const orders = Object.values(lists);
  if (orders.includes('neither')) return differs(said);
  return orders.every((order) => order === 'too few') ? notSeen(said) : holds(said);
}

const NAMES = ['error', 'resource', 'message', 'details', 'days_until_ready', 'now_utc'];

/** A body of a 423, if any list is not ready. */
export function judgeNotReady(bodies: readonly ApiAnswer['body'][]): Seen {
  if (bodies.length === 0) return notSeen(safe`every list is ready`);
  for (const body of bodies) {
    const missing = NAMES.find((name) => !(name in body));
    if (missing !== undefined) return differs(safe`a 423 has no ${oneOf(missing, NAMES)}`);
    if (body.error !== 'resource_not_ready') return differs(safe`the error of a 423 is another word`);
    if (typeof body.days_until_ready !== 'number') return differs(safe`days_until_ready is no number`);
    if (!NOT_READY_RESOURCES.some((one) => one === body.resource))
      return differs(safe`the resource of a 423 is none that the contract names`);
  }
  return holds(safe`${bodies.length} answers say what is not ready, and until when`);
}

export function judgeDate(dates: readonly unknown[]): Seen {
  if (dates.length === 0) return notSeen(NO_KEY);
  return dates.some((date) => Number.isNaN(Date.parse(String(date))))
    ? differs(safe`an answer does not say the time of the API`)
    : holds(safe`the API says its time with every answer`);
}

export function judgeStranger(answers: readonly Pick<ApiAnswer, 'status' | 'body'>[]): Seen {
  if (answers.length === 0) return notSeen(NO_KEY);
  const other = answers.find(({ status }) => status !== 401);
  if (other) return differs(safe`a request without a key is answered with ${other.status}`);
  return answers.every(({ body }) => typeof body.error === 'string')
    ? holds(safe`a request without a key is answered with 401 and an error`)
    : differs(safe`a 401 has no error in its body`);
}

/** `last`: the id of the last item of a page; `cursor`: what the API calls the next one. */
export function judgeCursor(pages: readonly { readonly last: unknown; readonly cursor: unknown }[]): Seen {
  const more = pages.filter(({ cursor }) => typeof cursor === 'string');
  if (more.length === 0) return notSeen(safe`no list has a second page`);
  return more.every(({ last, cursor }) => last === cursor)
    ? holds(safe`a cursor is the id of the last item`)
    : differs(safe`a cursor is not the id of the last item`);
}

/** Which statuses came, of all the lists that the bridge reads. */
export function judgeLists(statuses: readonly number[]): Seen {
  if (statuses.length === 0) return notSeen(NO_KEY);
  const other = statuses.find((status) => status !== 200 && status !== 423);
  return other === undefined
    ? holds(safe`lists are answered with 200, or 423 where they are not ready`)
    : differs(safe`a list is answered with ${other}`);
}

const NO_KEY: Safe = safe`no key of a domain can be read from here`;
const LISTS = ['/cases', '/threats', '/users', '/nhi/personas'];

async function inEach<T>(
  apis: CertifyParts['apis'],
  ask: (api: AskApi) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const api of apis.values()) found.push(...(await ask(api)));
  return found;
}

const pagesOf =
  (query: Readonly<Record<string, string>> = {}) =>
  async (api: AskApi) => {
    const pages: ApiAnswer[] = [];
    for (const path of LISTS) pages.push(await api.get(path, query));
    return pages;
  };

export async function lookAtOrder({ apis }: CertifyParts): Promise<Seen> {
  if (apis.size === 0) return notSeen(NO_KEY);
  const worst: Record<string, Order> = {};
  const ranks: readonly Order[] = ['too few', 'newest first', 'oldest first', 'neither'];
  for (const api of apis.values())
    for (const [name, path] of Object.entries(PATHS)) {
      const order = orderOf(await api.get(path, { page_size: '200' }));
      if (ranks.indexOf(order) >= ranks.indexOf(worst[name] ?? 'too few')) worst[name] = order;
    }
  return judgeOrder(worst);
}

export const lookAtNotReady = async ({ apis }: CertifyParts): Promise<Seen> =>
  judgeNotReady(
    (await inEach(apis, pagesOf())).filter(({ status }) => status === 423).map(({ body }) => body),
  );

export const lookAtDate = async ({ apis }: CertifyParts): Promise<Seen> =>
  judgeDate((await inEach(apis, pagesOf())).map(({ headers }) => headers.date));

export const lookAtStranger = async ({ apis }: CertifyParts): Promise<Seen> =>
  judgeStranger(await inEach(apis, async (api) => [await api.getWithoutKey('/cases')]));

export const lookAtLists = async ({ apis }: CertifyParts): Promise<Seen> =>
  judgeLists((await inEach(apis, pagesOf())).map(({ status }) => status));

export const lookAtCursor = async ({ apis }: CertifyParts): Promise<Seen> =>
  judgeCursor(
    await inEach(apis, async (api) => {
      const [cases, threats] = [
        await api.get('/cases', { page_size: '1' }),
        await api.get('/threats', { page_size: '1' }),
      ];
      return [
        { last: itemsIn(cases).at(-1)?.case_id, cursor: cases.body.next_cursor },
        { last: itemsIn(threats).at(-1)?.event_id, cursor: threats.body.next_cursor },
      ];
    }),
  );
