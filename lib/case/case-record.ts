import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import type { Severity } from '../posture/severity.ts';

/** How a case stands in the platform. `vanished`: the platform does not list it any more. */
export type CaseStatus = CaseState | 'vanished';
export const CASE_STATUSES = [...CASE_STATES, 'vanished'] as const;

/** A case went from one status to another. */
export interface StatusChange {
  /** Counts the changes of a case, over all its life. */
  readonly n: number;
  readonly from: CaseStatus;
  readonly to: CaseStatus;
  /** When, as far as the platform says; else when it was noticed. */
  readonly atMs: number;
}

/** Whole looks at the platform's lists that did not find a case. */
export interface MissedLooks {
  readonly looks: number;
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** A chat was not sent the case: by a mute or by a dedupe window, and how severe and in which episode it was then. */
export interface Withheld {
  readonly by: 'mute' | 'dedupe';
  /** Of the mute, or of the window. */
  readonly id: string;
  readonly severity: Severity | null;
  readonly episode: number;
}

/**
 * What happened to a case at a destination. `unsent`: its queue did not take it yet, and the poller tries again. `sending`:
 * a function is handing it over, or died doing so: only the delivery itself says whether it is there.
 */
export type CasePlace = 'handed' | 'unsent' | 'sending' | Withheld;

/**
 * What is known of a case: facts only, and no names of people. The poller and the reconciler write it, each time on the
 * condition that it is as they read it. What follows from it, `standing` derives.
 */
export interface CaseRecord {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  readonly createdAtMs: number;

  /** What the platform said of it when its places were last handed something: the revision of its list, `updated_at`, ... */
  readonly revision: string;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
  readonly severity: Severity | null;
  /** The names of the routes that send it. */
  readonly routes: readonly string[];

  readonly status: CaseStatus;
  /** When it ended; null while it is open. */
  readonly endedAtMs: number | null;
  /** The `updated_at` by which the status is known: what an older page says does not count. 0 where there is none. */
  readonly statusAtMs: number;
  readonly missed: MissedLooks | null;
  /** The last changes of its status, oldest first. */
  readonly changes: readonly StatusChange[];
  /** Some place may not have been asked yet to show the last change. */
  readonly owed: boolean;

  /** Grows when it is reopened: what people did before then does not count any more. */
  readonly episode: number;
  /**
   * Only a list says so far that it was reopened: it may be that the platform acted on it, and it is in the episode of before
   * still. The next look says which.
   */
  readonly unconfirmed?: { readonly episode: number } | undefined;
  /** The number of the last episode that was none: it had not been reopened. */
  readonly lastEpisode?: number | undefined;
  /** Since when it has waited for an answer: it came, was reopened, or became worse. */
  readonly sinceMs: number;
  /** From when on the reconciler looks whether anybody answered; null where nothing is to come. */
  readonly lookMs: number | null;
  /** By the names of destinations. */
  readonly places: Readonly<Record<string, CasePlace>>;

  /** It was history when it was met, and never announced. */
  readonly quiet?: boolean | undefined;
  /** The person that it is about is forgotten: it goes nowhere else. */
  readonly forgotten?: boolean | undefined;
}

/** Nothing more is expected of it. It may come back all the same. */
export const isOver = (status: CaseStatus): status is 'closed' | 'vanished' =>
  status === 'closed' || status === 'vanished';

/** There is nothing to decide any more, whatever people did: it is closed, vanished, or the platform has acted. */
export const isEnded = (record: CaseRecord): boolean => {
  const { status, closedAtMs } = record;
  return (
    isOver(status) ||
    status === 'enforced' ||
    (closedAtMs !== null && closedAtMs > (lastChange(record)?.atMs ?? 0))
  );
};

export const lastChange = ({ changes }: Pick<CaseRecord, 'changes'>): StatusChange | null =>
  changes.at(-1) ?? null;

/** The status that its last change told. A list that says it is open again is quicker than the look that tells it. */
export const toldStatus = (record: Pick<CaseRecord, 'changes' | 'status'>): CaseStatus =>
  lastChange(record)?.to ?? record.status;

/** Nothing about its status has to be written or shown, unless a look finds it different. */
export const isSettled = (record: CaseRecord): boolean =>
  !record.owed &&
  !record.unconfirmed &&
  record.missed === null &&
  record.updatedAtMs >= record.statusAtMs &&
  toldStatus(record) === record.status;

export const isWithheld = (place: CasePlace | undefined): place is Withheld => typeof place === 'object';

export const hasUnsent = ({ places }: Pick<CaseRecord, 'places'>): boolean =>
  Object.values(places).includes('unsent');

/** Whether some function may have died while it handed the case over. */
export const isInDoubt = ({ places }: Pick<CaseRecord, 'places'>): boolean =>
  Object.values(places).includes('sending');

/** The destinations that have it. */
export const handedTo = ({ places }: Pick<CaseRecord, 'places'>): string[] =>
  Object.keys(places).filter((name) => places[name] === 'handed');
