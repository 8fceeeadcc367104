import { escaped, isHashed, prefixed, unescaped } from './key-parts.ts';

interface FeedName {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
}

/** What a delivery or an event is about. */
export interface About {
  readonly domain: string;
  readonly feed: FeedName['feed'] | 'notices' | 'digests';
  readonly id: string;
}

export const feedName = ({ domain, feed }: FeedName): string => `${escaped(domain)}#${feed}`;

/** A partition per item: a burst of new items spreads over the table, and all that is known of one is found together. */
export const itemPartition = (feed: FeedName, id: string): string => prefixed(`item#${feedName(feed)}#`, id);
export const casePartition = (domain: string, caseId: string): string =>
  itemPartition({ domain, feed: 'cases' }, caseId);

/** The partition of the answer that belongs to the partition of a case; null if this is no case. */
export const answerBeside = (pk: string): string | null =>
  /^item#[^#]*#cases#/.test(pk) ? pk.replace(/^item#([^#]*)#cases#/, 'answer#$1#') : null;

export const aboutPartition = ({ domain, feed, id }: About): string =>
  feed === 'cases' || feed === 'threats'
    ? itemPartition({ domain, feed }, id)
    : prefixed(`${feed.slice(0, -1)}#${escaped(domain)}#`, id);

/** The item of a partition; null if it has none, or only the hash of its id. */
export function readItemPartition(pk: string): (FeedName & { readonly id: string }) | null {
  const [, domain = '', feed = '', id = ''] = /^item#([^#]*)#(cases|threats)#(.+)$/s.exec(pk) ?? [];
  if (id === '' || isHashed(id)) return null;
  return { domain: unescaped(domain), feed: feed as FeedName['feed'], id };
}
