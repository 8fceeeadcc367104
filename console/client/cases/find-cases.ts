import type { OpenCase } from '../../wire.ts';

/** Cases that contain every word of the search, in any order. */
export function findCases(cases: readonly OpenCase[], search: string): readonly OpenCase[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return cases.filter((one) => {
    const text = [one.title, one.id, one.domain, one.severity, one.claimedBy, ...one.places]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What a key does in the list: select another case, open the search, or nothing (null). */
export function afterKey(key: string, at: number, count: number): number | 'search' | null {
  if (key === '/') return 'search';
  if (count === 0) return null;
  if (key === 'j' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'k' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
