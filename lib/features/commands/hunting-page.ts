import { createHash } from 'node:crypto';
import type { Hunting } from '../../case/answer-part.ts';

/** A card has five buttons, and one of them is for more. */
const MOST_QUERIES = 4;
/** With the addresses that open them. Slack takes about 9,000 characters, and other words stand there, too. */
const MOST_CHARACTERS = 7_000;

/** Where the queries go on. */
export interface Place {
  /** They are for events behind this one. */
  readonly behind: string;
  /** So many of them were shown. */
  readonly shown: number;
  /** Of all of them, as they were then. */
  readonly mark: string;
}

export function readPlace(after: string | null): Place {
  const [, shown = '0', mark = '', behind = ''] = /^(\d{1,6}) (\S*) (.*)$/s.exec(after ?? '') ?? [];
  return { behind, shown: Number(shown), mark };
}

export const writePlace = ({ behind, shown, mark }: Place): string => `${shown} ${mark} ${behind}`;

/**
 * The queries that fit into one answer. Where they are not what they were for the page before, they begin again:
 * counted on, one would be left out.
 */
export function pageOfQueries(all: readonly Hunting[], { behind, shown, mark }: Place) {
  const now = markOf(all);
  const changed = shown > 0 && mark !== now;
  const from = changed ? 0 : shown;
  const queries = fitting(all.slice(from));
  const to = from + queries.length;
  return { queries, from, to, changed, next: to < all.length ? { behind, shown: to, mark: now } : null };
}

function fitting(all: readonly Hunting[]): readonly Hunting[] {
  let length = 0;
  const tooMuch = all.findIndex(({ query, link }, at) => {
    length += query.length + (link?.url.length ?? 0);
    return at > 0 && (at === MOST_QUERIES || length > MOST_CHARACTERS);
  });
  return tooMuch === -1 ? all : all.slice(0, tooMuch);
}

const markOf = (all: readonly Hunting[]): string =>
  createHash('sha256')
    .update(all.map(({ query }) => query).join('\n'))
    .digest('base64url')
    .slice(0, 8);
