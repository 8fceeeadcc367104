import {
  type CaseFilter,
  matchNhi,
  matchThreat,
  matchUser,
  type NhiFilter,
  type ParameterNames,
  type ThreatFilter,
  type UserFilter,
} from './filters.ts';
import type { ListDefinition } from './list.ts';
import { InvalidRequestError } from './posture-errors.ts';
import { Case } from './schemas/case.ts';
import { Nhi } from './schemas/nhi.ts';
import { Threat } from './schemas/threat.ts';
import { User } from './schemas/user.ts';

const DOCUMENTED = { pageSize: 'page_size', cursor: 'next_cursor' };

type Pairs = ReadonlyArray<readonly [string, string]>;

/** Leaves out values that were not given. */
const given = (values: ReadonlyArray<readonly [string, string | undefined]>): Pairs =>
  values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

function isoDate(name: string, date: Date | undefined): string | undefined {
  if (date && Number.isNaN(date.getTime())) throw new InvalidRequestError([`${name} is not a valid date`]);
  return date?.toISOString();
}

export const caseList: ListDefinition<Case, CaseFilter> = {
  path: '/cases',
  itemsKey: 'items',
  idKey: 'case_id',
  item: Case,
  names: DOCUMENTED,
  parameters: (filter) =>
    given([
      ['email', filter.email],
      ['state', filter.state],
      ['threat_type', filter.threatType],
      ['created_after', isoDate('createdAfter', filter.createdAfter)],
      ['created_before', isoDate('createdBefore', filter.createdBefore)],
    ]),
};

/** `newId`: creates a value that no item can have. */
export const threatList = (
  names: ParameterNames['threats'],
  newId: () => string,
): ListDefinition<Threat, ThreatFilter> => ({
  path: '/threats',
  itemsKey: 'data',
  idKey: 'event_id',
  item: Threat,
  names: DOCUMENTED,
  parameters: (filter) =>
    given([
      [names.email, filter.email],
      [names.tuid, filter.tuid],
      [names.category, filter.category],
      [names.source, filter.source],
    ]),
  match: matchThreat,
  probe: () => [names.email, `${newId()}@nobody.invalid`],
});

export const userList = (names: ParameterNames['users']): ListDefinition<User, UserFilter> => ({
  path: '/users',
  itemsKey: 'items',
  idKey: 'tuid',
  item: User,
  names: DOCUMENTED,
  parameters: ({ search }) => given([[names.search, search]]),
  match: matchUser,
});

export const nhiList = (
  names: ParameterNames['nhi'],
  newId: () => string,
): ListDefinition<Nhi, NhiFilter> => ({
  path: '/nhi/personas',
  itemsKey: 'items',
  idKey: 'nuid',
  item: Nhi,
  names: { pageSize: names.pageSize, cursor: names.cursor },
  parameters: (filter) =>
    given([
      [names.search, filter.search],
      [names.classes, filter.classes?.join(',') || undefined],
      [names.providers, filter.providers?.join(',') || undefined],
      [names.status, filter.status],
      [names.hasPersona, filter.hasPersona === undefined ? undefined : String(filter.hasPersona)],
    ]),
  match: matchNhi,
  probe: () => [names.search, newId()],
});
