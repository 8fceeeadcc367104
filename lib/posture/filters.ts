import type { CaseState, THREAT_TYPES } from './schemas/case.ts';
import type { Nhi } from './schemas/nhi.ts';
import type { Threat } from './schemas/threat.ts';
import type { User } from './schemas/user.ts';

export interface CaseFilter {
  readonly email?: string | undefined;
  readonly state?: CaseState | undefined;
  readonly threatType?: (typeof THREAT_TYPES)[number] | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

export interface ThreatFilter {
  /** Email or UPN of the user. */
  readonly email?: string | undefined;
  readonly tuid?: string | undefined;
  readonly category?: string | undefined;
  readonly source?: string | undefined;
}

export interface UserFilter {
  /** A part of the name or UPN. */
  readonly search?: string | undefined;
}

export interface NhiFilter {
  /** A part of the display name, principal id or app id. */
  readonly search?: string | undefined;
  readonly classes?: readonly string[] | undefined;
  /** Platform families, by key or label. */
  readonly providers?: readonly string[] | undefined;
  readonly status?: 'active' | 'dormant' | 'all' | undefined;
  readonly hasPersona?: boolean | undefined;
}

/**
 * Names of the query parameters that the contract describes but does not show. UNCONFIRMED: guesses in the
 * style of the names it does show. Every answer is filtered again here, so a wrong guess costs pages, not truth.
 */
export const UNCONFIRMED_NAMES = {
  threats: { email: 'email', tuid: 'tuid', category: 'category', source: 'source' },
  users: { search: 'search' },
  nhi: {
    search: 'search',
    classes: 'nhi_class',
    providers: 'provider',
    status: 'status',
    hasPersona: 'has_persona',
    pageSize: 'page_size',
    cursor: 'next_cursor',
  },
} as const;

type Names<T> = { readonly [K in keyof T]: string };
export type ParameterNames = {
  readonly [K in keyof typeof UNCONFIRMED_NAMES]: Names<(typeof UNCONFIRMED_NAMES)[K]>;
};

/**
 * Whether an item passes a filter. `unseen`: nothing in the item shows it, but the server also looks at fields that list
 * items do not carry (a UPN, a principal id), so the item may still be right.
 */
export type Match = 'yes' | 'no' | 'unseen';

const same = (a: string | null | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
const contains = (a: string | null | undefined, part: string): boolean =>
  a?.toLowerCase().includes(part.toLowerCase()) ?? false;

export function matchThreat(threat: Threat, filter: ThreatFilter): Match {
  if (filter.tuid !== undefined && !same(threat.tuid, filter.tuid)) return 'no';
  if (filter.category !== undefined && !threat.category?.includes(filter.category)) return 'no';
  if (filter.source !== undefined && threat.source !== filter.source) return 'no';
  if (filter.email !== undefined && !same(threat.user_email, filter.email)) return 'unseen';
  return 'yes';
}

export function matchUser(user: User, { search }: UserFilter): Match {
  if (search === undefined) return 'yes';
  return contains(user.name, search) || contains(user.user_principal_name, search) ? 'yes' : 'no';
}

export function matchNhi(nhi: Nhi, filter: NhiFilter): Match {
  const { search, classes, providers, status, hasPersona } = filter;
  if (classes?.length && !classes.some((name) => same(nhi.nhi_class, name))) return 'no';
  if (
    providers &&
    !providers.some((name) => same(nhi.provider?.key, name) || same(nhi.provider?.label, name))
  ) {
    return 'no';
  }
  if (status !== undefined && status !== 'all' && nhi.status !== status) return 'no';
  if (hasPersona !== undefined && (nhi.has_persona ?? false) !== hasPersona) return 'no';
  if (search !== undefined && !contains(nhi.display_name, search)) return 'unseen';
  return 'yes';
}
