import type { List } from '../../posture/list.ts';
import { CASE_STATES, type Case, type CaseState } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import { AROUND_MS, findCase } from '../../verdict/verdict-platform.ts';
import type { CommandContext } from '../entry-points/command/command-context.ts';

type Asking = Pick<CommandContext, 'client' | 'call'>;

/** The API has no request for one item: the bridge looks for it on this many pages of 200. */
const MOST_PAGES = 5;

/** `all`: the whole list was looked at. */
type Looked<T> = { readonly item: T | null; readonly all: boolean };

async function lookThrough<T, F>(
  list: Pick<List<T, F>, 'page'>,
  { call }: Pick<Asking, 'call'>,
  isIt: (item: T) => boolean,
): Promise<Looked<T>> {
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: Awaited<ReturnType<typeof list.page>> = await list.page(
      cursor === null ? {} : { cursor },
      call,
    );
    const item = page.items.find(isIt);
    if (item !== undefined) return { item, all: false };
    if (page.nextCursor === null || page.nextCursor === cursor) return { item: null, all: true };
    cursor = page.nextCursor;
  }
  return { item: null, all: false };
}

/** All items on these pages that begin with a part of an id. One that is the whole id is meant alone. */
async function lookForPart<T, F>(
  list: Pick<List<T, F>, 'page'>,
  asking: Pick<Asking, 'call'>,
  idOf: (item: T) => string,
  part: string,
): Promise<Parted<T>> {
  const found = new Map<string, T>();
  const { all } = await lookThrough(list, asking, (item) => {
    const id = idOf(item);
    if (id.toLowerCase().startsWith(part.toLowerCase())) found.set(id, item);
    return false;
  });
  const whole = [...found].find(([id]) => isSame(id, part));
  return { items: whole ? [whole[1]] : [...found.values()], all };
}

/** `all`: the whole list was looked at. */
export interface Parted<T> {
  readonly items: readonly T[];
  readonly all: boolean;
  /** Why the platform could not be asked. */
  readonly error?: unknown;
}

export const lookForCasesBy = (asking: Asking, part: string): Promise<Parted<Case>> =>
  lookForPart(asking.client.cases, asking, ({ case_id }) => case_id, part);

export const lookForThreatsBy = (asking: Asking, part: string): Promise<Parted<Threat>> =>
  lookForPart(asking.client.threats, asking, ({ event_id }) => event_id, part);

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** `createdAtMs`: when it was opened, where the bridge knows it: then few have to be looked at. */
export async function lookForCase(
  asking: Asking,
  id: string,
  createdAtMs: number | null,
): Promise<Looked<Case>> {
  if (createdAtMs !== null) {
    const item = await findCase(asking.client, id, createdAtMs, asking.call);
    if (item) return { item, all: false };
  }
  return lookThrough(asking.client.cases, asking, ({ case_id }) => isSame(case_id, id));
}

export const lookForThreat = (asking: Asking, id: string): Promise<Looked<Threat>> =>
  lookThrough(asking.client.threats, asking, ({ event_id }) => isSame(event_id, id));

/** Those of these threats that the platform lists on its first pages. */
export async function lookForThreats(asking: Asking, ids: readonly string[]): Promise<readonly Threat[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found: Threat[] = [];
  // It goes on until it has all of them.
  await lookThrough(asking.client.threats, asking, (item) => {
    if (wanted.delete(item.event_id.toLowerCase())) found.push(item);
    return wanted.size === 0;
  });
  return found;
}

/** The API tells the state of a case only by listing those that are in it. Null where it did not tell. */
export async function stateOf({ client, call }: Asking, item: Case): Promise<CaseState | null> {
  if (item.closed_at) return 'closed';
  const createdAtMs = readTimestamp(item.created_at) ?? 0;
  const around = {
    createdAfter: new Date(createdAtMs - AROUND_MS),
    createdBefore: new Date(createdAtMs + AROUND_MS),
  };
  const listed = await Promise.all(
    CASE_STATES.map(async (state) => {
      const { items } = await client.cases.page({ filter: { ...around, state } }, call);
      return items.some(({ case_id }) => isSame(case_id, item.case_id));
    }),
  ).catch(() => []);
  // Pages that disagree: it went on while they were read.
  return CASE_STATES.findLast((_, at) => listed[at]) ?? null;
}
