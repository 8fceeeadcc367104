import type { ApiAnswer, AskApi } from './ask-api.ts';
import { type CertifyParts, differs, holds, notSeen, type Seen } from './belief.ts';
import { listed, oneOf, safe } from './safe-text.ts';

type Item = Readonly<Record<string, unknown>>;

/** How the API took a parameter. `no data`: there was nothing to try it with. */
export type Taken = 'honoured' | 'ignored' | 'refused' | 'no data';
export type TakenBy = Readonly<Record<string, Taken>>;

/** By our own names of the parameters, never by those of a configuration. */
export function judgeFilters(domains: readonly TakenBy[]): Seen {
  const all = domains.flatMap((one) => Object.entries(one));
  const of = (...wanted: readonly Taken[]) =>
    [...new Set(all.filter(([, taken]) => wanted.includes(taken)).map(([name]) => name))].map((name) =>
      oneOf(name, KNOWN),
    );
  const [ignored, refused, honoured] = [of('ignored'), of('refused'), of('honoured')];
  if (ignored.length > 0) return differs(safe`the API ignores ${listed(ignored)}`);
  if (refused.length > 0) return differs(safe`the API refuses ${listed(refused)}`);
  return honoured.length > 0
    ? holds(safe`the API filters by ${listed(honoured)}`)
    : notSeen(safe`the API has nothing to try it with`);
}

const THREATS = ['email', 'tuid', 'category', 'source'] as const;
const NHI = ['search', 'classes', 'providers', 'status', 'hasPersona'] as const;
const KNOWN: readonly string[] = [...THREATS, ...NHI, 'pageSize', 'cursor'];

export const itemsIn = ({ body: { items, data } }: ApiAnswer): readonly Item[] =>
  [items, data].find(Array.isArray) ?? [];

/** A value that an item has, which has to find items that all have it, and one that none has, which has to find none. */
interface Filter {
  readonly parameter: string;
  readonly value: unknown;
  readonly has: (item: Item, value: string) => boolean;
  readonly impossible: string;
}

async function takes(
  api: AskApi,
  path: string,
  { parameter, value, has, impossible }: Filter,
): Promise<Taken> {
  if (typeof value !== 'string' || value === '') return 'no data';
  const found = await api.get(path, { [parameter]: value });
  if (found.status !== 200) return 'refused';
  const none = await api.get(path, { [parameter]: impossible });
  const some = itemsIn(found);
  // A value that nothing has may be refused, too: it was looked at.
  if (none.status === 200 && itemsIn(none).length > 0) return 'ignored';
  return some.length > 0 && some.every((item) => has(item, value)) ? 'honoured' : 'ignored';
}

const same = (field: string) => (item: Item, value: string) =>
  String(item[field]).toLowerCase() === value.toLowerCase();
const anything = () => true;
const textOf = (value: unknown, field: string): unknown => Object(value)[field];

export async function tryThreatFilters(api: AskApi): Promise<TakenBy> {
  const { names, nothing } = api;
  const first = itemsIn(await api.get('/threats'))[0] ?? {};
  const category = Array.isArray(first.category) ? first.category[0] : undefined;
  const filters: Readonly<Record<(typeof THREATS)[number], Omit<Filter, 'parameter'>>> = {
    email: { value: first.user_email, has: anything, impossible: `${nothing()}@nobody.invalid` },
    tuid: { value: first.tuid, has: same('tuid'), impossible: nothing() },
    category: {
      value: category,
      has: (item, value) => Array.isArray(item.category) && item.category.includes(value),
      impossible: nothing(),
    },
    source: { value: first.source, has: (item, value) => item.source === value, impossible: nothing() },
  };
  return tryAll(api, '/threats', filters, names.threats);
}

export async function tryUserFilter(api: AskApi): Promise<TakenBy> {
  const first = itemsIn(await api.get('/users'))[0] ?? {};
  const search = { value: first.user_principal_name ?? first.name, has: anything, impossible: api.nothing() };
  return tryAll(api, '/users', { search }, api.names.users);
}

export async function tryNhiFilters(api: AskApi): Promise<TakenBy> {
  const { names, nothing } = api;
  const first = itemsIn(await api.get('/nhi/personas'))[0] ?? {};
  const provider = textOf(first.provider, 'key');
  const filters: Readonly<Record<(typeof NHI)[number], Omit<Filter, 'parameter'>>> = {
    search: { value: first.display_name, has: anything, impossible: nothing() },
    classes: { value: first.nhi_class, has: same('nhi_class'), impossible: nothing() },
    providers: {
      value: provider,
      has: (item, value) => textOf(item.provider, 'key') === value,
      impossible: nothing(),
    },
    status: { value: first.status, has: same('status'), impossible: nothing() },
    hasPersona: {
      value: typeof first.has_persona === 'boolean' ? String(first.has_persona) : undefined,
      has: (item, value) => String(item.has_persona) === value,
      impossible: nothing(),
    },
  };
  return tryAll(api, '/nhi/personas', filters, names.nhi);
}

/** One item to a page, and another one on the next. */
export async function tryNhiPages(api: AskApi): Promise<TakenBy> {
  const { pageSize, cursor } = api.names.nhi;
  if (itemsIn(await api.get('/nhi/personas')).length < 2) return { pageSize: 'no data', cursor: 'no data' };
  const one = await api.get('/nhi/personas', { [pageSize]: '1' });
  if (one.status !== 200) return { pageSize: 'refused', cursor: 'no data' };
  if (itemsIn(one).length !== 1) return { pageSize: 'ignored', cursor: 'no data' };
  const nuid = String(itemsIn(one)[0]?.nuid);
  const next = await api.get('/nhi/personas', { [pageSize]: '1', [cursor]: nuid });
  if (next.status !== 200) return { pageSize: 'honoured', cursor: 'refused' };
  const other = itemsIn(next)[0]?.nuid;
  return { pageSize: 'honoured', cursor: other === undefined || other === nuid ? 'ignored' : 'honoured' };
}

async function tryAll<Name extends string>(
  api: AskApi,
  path: string,
  filters: Readonly<Record<Name, Omit<Filter, 'parameter'>>>,
  names: Readonly<Record<Name, string>>,
): Promise<TakenBy> {
  const taken: Record<string, Taken> = {};
  for (const name of Object.keys(filters) as Name[])
    taken[name] = await takes(api, path, { ...filters[name], parameter: names[name] });
  return taken;
}

/** In every domain, one after the other: they may share a server. */
export const lookAtFilters =
  (attempt: (api: AskApi) => Promise<TakenBy>) =>
  async ({ apis }: CertifyParts): Promise<Seen> => {
    const domains: TakenBy[] = [];
    for (const api of apis.values()) domains.push(await attempt(api));
    return judgeFilters(domains);
  };
