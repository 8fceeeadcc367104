import { counted } from './format.ts';
import { headlineOf } from './headline.ts';

export interface Count {
  /** A headline, or a person as shown. */
  readonly name: string;
  readonly count: number;
}

/** A storm, as it is told. */
export interface DigestStory {
  readonly sinceMs: number;
  readonly total: number;
  /** How many of them are cases. */
  readonly cases: number;
  readonly types: readonly Count[];
  readonly people: readonly Count[];
}

const MOST_NAMES = 8;

/** The most frequent first, and how many others there are. */
export function rankCounts(all: readonly Count[]): { shown: readonly Count[]; more: number } {
  const ranked = [...all].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const shown = ranked.slice(0, MOST_NAMES);
  return { shown, more: ranked.length - shown.length };
}

/** A storm, as it is counted. */
export interface StormCounts {
  readonly sinceMs: number;
  readonly total: number;
  /** How many of them are cases. */
  readonly cases: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly byPerson: Readonly<Record<string, number>>;
}

export const tellDigest = ({ sinceMs, total, cases, byType, byPerson }: StormCounts): DigestStory => ({
  sinceMs,
  total,
  cases,
  types: Object.entries(byType).map(([name, count]) => ({ name: headlineOf(name), count })),
  people: Object.entries(byPerson).map(([name, count]) => ({ name, count })),
});

/** The sentences of a digest. */
export const digestTitle = ({ total }: DigestStory): string => `${counted(total, 'new item')} at once`;
export const EVERY_ITEM_HERE = 'Every item is in this thread, cases with their buttons.';
/** For the line of a notification. */
export const digestSummary = (story: DigestStory): readonly string[] => [
  digestTitle(story),
  openCases(story),
  'every one is in this thread',
];

export const openCases = ({ cases }: DigestStory): string =>
  cases === 0 ? 'none of them a case' : `${counted(cases, 'case')} to decide`;
