import type { SealOf } from '../../base/seal.ts';
import { counted, grouped } from '../../base/text/format.ts';
import type { Evidence } from '../../case/evidence.ts';
import { type DigestCase, type DigestCounts, UNKNOWN_SEVERITY } from '../../case/message-content.ts';
import { headlineOf } from '../../case/threat-type-words.ts';
import { SEVERITIES, type Severity, severityLabel } from '../../posture/severity.ts';
import { type ListedCase, splitList } from './bulk-list.ts';
import { CASE_COLUMNS } from './evidence-document.ts';
import type { LinkOf } from './item-link.ts';
import type { ThreadPlan } from './plan-thread.ts';

export interface Count {
  /** A headline, or a person as shown. */
  readonly name: string;
  readonly count: number;
}

/** A digest, as chats show it. */
export interface DigestStory {
  readonly of: DigestCounts['of'];
  readonly sinceMs: number;
  readonly total: number;
  readonly cases: number;
  /** The most severe first. */
  readonly severities: readonly Count[];
  readonly types: readonly Count[];
  readonly people: readonly Count[];
  readonly alone?: number | undefined;
  /** Its cases in lists for bulk decisions; none where the channel has no buttons. */
  readonly bulk?: readonly (readonly ListedCase[])[] | undefined;
  readonly sealOf?: SealOf | undefined;
}

const MOST_NAMES = 8;

/** The most frequent first, and how many others there are. */
export function rankCounts(all: readonly Count[]): { shown: readonly Count[]; more: number } {
  const ranked = [...all].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const shown = ranked.slice(0, MOST_NAMES);
  return { shown, more: ranked.length - shown.length };
}

export function tellDigest({ of, sinceMs, byType, byPerson, waiting, ...counts }: DigestCounts): DigestStory {
  const severities = [...SEVERITIES, UNKNOWN_SEVERITY].map((name) => ({
    name: name === UNKNOWN_SEVERITY ? 'of unknown severity' : severityLabel(name as Severity).toLowerCase(),
    count: (counts.bySeverity[name] ?? 0) + (waiting?.bySeverity[name] ?? 0),
  }));
  const isWhole = (waiting?.total ?? 0) === 0;
  return {
    of,
    sinceMs,
    total: counts.total + (waiting?.total ?? 0),
    cases: counts.cases + (waiting?.cases ?? 0),
    severities: severities.filter(({ count }) => count > 0),
    // Of waiting items the bridge knows only the severity. Types and people of the others would look like all of them.
    types: isWhole ? Object.entries(byType).map(([name, count]) => ({ name: headlineOf(name), count })) : [],
    alone: counts.alone ?? 0,
    people: isWhole ? Object.entries(byPerson).map(([name, count]) => ({ name, count })) : [],
  };
}

/** The cases that a digest names, in lists for bulk decisions. */
export const bulkLists = (
  { of, listed = [], inThread = [] }: DigestCounts,
  destination: string,
): readonly (readonly ListedCase[])[] => {
  const known = of === 'backlog' ? listed : inThread;
  const cases = known.map(({ domain, id }) => ({ domain, caseId: id, destination }));
  // One case has buttons of its own, or is decided in the platform.
  return cases.length < 2 ? [] : splitList(cases).slice(0, MOST_LISTS);
};

/** As many buttons as stand side by side in every chat. */
const MOST_LISTS = 5;

/** The cases of a backlog, as its thread lists them. */
export function planDigestThread({ of, cases, listed = [] }: DigestCounts, linkOf?: LinkOf): ThreadPlan {
  const untold = of === 'backlog' ? listed.map((one) => toLine(one, linkOf)) : [];
  const left = of === 'backlog' ? cases - listed.length : 0;
  return {
    events: {
      name: 'cases',
      title: 'Cases to decide: use the buttons above or the platform',
      untold,
      table: { caption: 'Cases', columns: CASE_COLUMNS },
    },
    missing: left > 0 ? `${counted(left, 'more case')} in the platform.` : null,
    trail: [],
    memory: { seen: [], told: [] },
  };
}

const toLine = (
  { id, domain, type, person, severity, atMs }: DigestCase,
  linkOf: LinkOf = () => null,
): Evidence => ({
  eventId: id,
  title: `${headlineOf(type)}, ${person}`,
  source: null,
  atMs,
  severity: SEVERITIES.find((known) => known === severity) ?? null,
  flagged: false,
  safe: false,
  id: { what: 'case', id, domain, link: linkOf('cases', domain, id) },
});

/** The sentences of a digest. */
export const digestTitle = ({ of, total, cases }: DigestStory): string => {
  const threats = total - cases;
  const kinds = [
    ...(cases > 0 ? [counted(cases, `${of === 'storm' ? 'new' : 'earlier'} case`)] : []),
    ...(threats > 0 ? [counted(threats, `${of === 'storm' ? 'new' : 'earlier'} threat`)] : []),
  ];
  return kinds.length === 2 ? kinds.join(' and ') : (kinds[0] ?? counted(total, 'new item'));
};

export const whereItemsAre = ({ of, alone = 0 }: DigestStory): string =>
  of === 'storm'
    ? `Each is posted in this thread; cases have buttons. ${alone > 0 ? `The first ${alone > 1 ? alone : 'one'} ${alone > 1 ? 'were' : 'was'} posted above. ` : ''}Severe cases get their own messages.`
    : 'These waited over an hour, so they are not posted one by one. This thread lists the cases; the newest and severe ones get their own messages.';

/** `12 cases to decide: 2 high, 10 medium` */
export const openCases = ({ cases, severities }: DigestStory): string => {
  if (cases === 0) return 'no cases';
  const words = severities.map(({ name, count }) => `${grouped(count)} ${name}`);
  return `${counted(cases, 'case')} to decide${words.length > 0 ? `: ${words.join(', ')}` : ''}`;
};
