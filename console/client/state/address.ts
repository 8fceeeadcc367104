import type { ItemKey, PageName } from '../../wire.ts';

export const VIEWS = [
  'chat',
  'flow',
  'world',
  'verdicts',
  'config',
  'health',
] as const satisfies readonly PageName[];
export type View = PageName;

/** Where the person is, as the address bar remembers it. */
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

/** `#/flow/acme/cases/0f3c`. Anything else is the chat, where everybody begins. */
export function readAddress(hash: string): Place {
  const [view, domain, feed, ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const id = rest.join('/');
  if (!isView(view)) return { view: 'chat', item: null };
  if (!domain || !id || (feed !== 'cases' && feed !== 'threats')) return { view, item: null };
  return { view, item: { domain, feed, id } };
}

export const writeAddress = ({ view, item }: Place): string =>
  `#/${[view, ...(item ? [item.domain, item.feed, item.id] : [])].map(encodeURIComponent).join('/')}`;

export const itemKey = ({ domain, feed, id }: ItemKey): string => `${domain}/${feed}/${id}`;
