import { clean } from '../../lib/base/text/clean-text.ts';
import type { MovedItem, Source } from '../source.ts';
import type { Flow } from '../wire.ts';
import type { WithheldOne } from './read-withheld.ts';

/** Mutes and windows last long, and every look costs. */
const LOOK_EVERY_MS = 15_000;
/** As many as there is room for beside what moves. */
const MOST_LISTED = 30;

export const WITHHELD_WORDS = {
  mute: 'Not shown: a mute hides it.',
  dedupe: 'Not shown: another one stands for it.',
} as const;

/** What mutes and dedupe windows keep from the chats: how much, and the latest of it, which no queue ever has. */
export function createWithheldLook({ config, ledger, now }: Pick<Source, 'config' | 'ledger' | 'now'>) {
  const domains = Object.keys(config.domains);
  let counts: Flow['withheld'] = { muted: 0, deduped: 0, more: false };
  let lookedMs = Number.NEGATIVE_INFINITY;
  let known: ReadonlySet<string> = new Set();

  return {
    /** At the last look. */
    counts: () => counts,
    /** Items that are withheld since the last look. */
    async fresh(): Promise<readonly MovedItem[]> {
      if (now() - lookedMs < LOOK_EVERY_MS) return [];
      const { items, ...found } = await ledger.withheld(domains);
      [counts, lookedMs] = [found, now()];
      const fresh = items.filter((one) => !known.has(nameOf(one)));
      known = new Set(items.map(nameOf));
      return fresh
        .toSorted((a, b) => b.atMs - a.atMs)
        .slice(0, MOST_LISTED)
        .map(asMoved);
    },
  };
}

const nameOf = ({ key: { domain, feed, id }, by }: WithheldOne): string =>
  JSON.stringify([domain, feed, id, by]);

/** The record of a case says where it is withheld. A threat has none. */
const asMoved = ({ key, atMs, what, by }: WithheldOne): MovedItem =>
  key.feed === 'cases'
    ? { key, atMs }
    : { key, atMs, leftOut: WITHHELD_WORDS[by], withheld: { title: clean(what) } };
