import { ANY_CASE, type CaseFilter, readCaseFilter, writeCaseFilter } from '../../cases/filter-cases.ts';
import { NO_FILTER, readFilter, type VerdictFilter, writeFilter } from '../../verdicts/filter-verdicts.ts';
import type { ItemKey, PageName } from '../../wire.ts';

export type View = PageName;

/** The pages, by who needs them. A person who decides cases never has to leave the first group. */
export const GROUPS = [
  { name: 'Analyst', views: ['cases', 'chat', 'verdicts'] },
  { name: 'Operator', views: ['health', 'flow', 'config'] },
  { name: 'Demonstration', views: ['world'] },
] as const satisfies readonly { readonly name: string; readonly views: readonly View[] }[];

/** In the order of the navigation: people begin on the first that their bridge has. */
export const VIEWS: readonly View[] = GROUPS.flatMap(({ views }): readonly View[] => views);

/** Where the person is, according to the address bar. */
export interface Place {
  readonly view: View;
  /** The item whose story is open. */
  readonly item: ItemKey | null;
}

const isView = (text: string | undefined): text is View => VIEWS.some((view) => view === text);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** `#/flow/acme/cases/0f3c`. Anything else is the list of cases, where everybody begins. */
export function readAddress(hash: string): Place {
  const [path = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, domain, feed, ...rest] = path.split('/').map(decoded);
  const id = rest.join('/');
  if (!isView(view)) return { view: 'cases', item: null };
  if (!domain || !id || (feed !== 'cases' && feed !== 'threats')) return { view, item: null };
  return { view, item: { domain, feed, id } };
}

/** The filters of the views. After a `?`, so that they survive a reload. */
export interface Asking {
  readonly verdictFilter: VerdictFilter;
  readonly caseFilter: CaseFilter;
}

export const NOTHING_ASKED: Asking = { verdictFilter: NO_FILTER, caseFilter: ANY_CASE };

const queryOf = (view: View, { verdictFilter, caseFilter }: Asking): string => {
  if (view === 'verdicts') return writeFilter(verdictFilter);
  return view === 'cases' ? writeCaseFilter(caseFilter) : '';
};

/** Only the filters of the addressed view: those of other views stay as they are. */
export function readAsking(hash: string): Partial<Asking> {
  const { view } = readAddress(hash);
  const query = hash.slice(hash.indexOf('?') + 1 || hash.length);
  if (view === 'verdicts') return { verdictFilter: readFilter(query) };
  return view === 'cases' ? { caseFilter: readCaseFilter(query) } : {};
}

export function writeAddress({ view, item }: Place, asking: Asking): string {
  const path = [view, ...(item ? [item.domain, item.feed, item.id] : [])].map(encodeURIComponent).join('/');
  const query = queryOf(view, asking);
  return `#/${path}${query && `?${query}`}`;
}

export const itemKey = ({ domain, feed, id }: ItemKey): string => `${domain}/${feed}/${id}`;
