import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import type { Severity } from '../posture/severity.ts';

/** The status of a case in the platform. `vanished`: the platform no longer lists it. */
export type CaseStatus = CaseState | 'vanished';
export const CASE_STATUSES = [...CASE_STATES, 'vanished'] as const;

export interface StatusChange {
  /** The number of the change among all changes of the case. */
  readonly n: number;
  readonly from: CaseStatus;
  readonly to: CaseStatus;
  /** When the platform says it happened; otherwise when the bridge noticed. */
  readonly atMs: number;
}

/** Complete looks through the platform's lists that did not find the case. */
export interface MissedLooks {
  readonly looks: number;
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** A mute or a dedupe window kept the case from a chat. Holds how severe the case was then, and in which episode. */
export interface Withheld {
  readonly by: 'mute' | 'dedupe';
  /** The id of the mute or of the window. */
  readonly id: string;
  readonly severity: Severity | null;
  readonly episode: number;
}

/**
 * What happened to a case at a destination. `unsent`: the queue has not taken it yet, and the poller retries. `sending`:
 * a function is sending it, or crashed while sending it: only the delivery itself says whether it arrived.
 */
export type CasePlace = 'handed' | 'unsent' | 'sending' | Withheld;

/**
 * What the bridge knows about a case: facts only, and no names of people. The poller and the reconciler write it, always
 * conditional on the version that they read. `standing` derives everything else.
 */
export interface CaseRecord {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  readonly createdAtMs: number;

  /** What the platform said when the case was last sent to its places: the revision of its list, `updated_at`, ... */
  readonly revision: string;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
  readonly severity: Severity | null;
  /** The names of the routes that send it. */
  readonly routes: readonly string[];

  readonly status: CaseStatus;
  /** When the case ended; null while it is open. */
  readonly endedAtMs: number | null;
  /** The `updated_at` of the listing that gave the status: an older page does not count. 0 where there is none. */
  readonly statusAtMs: number;
  readonly missed: MissedLooks | null;
  /** The latest status changes, oldest first. */
  readonly changes: readonly StatusChange[];
  /** Some place may not have been asked to show the last change yet. */
  readonly owed: boolean;

  /** Grows when the case is reopened: what people did in an earlier episode no longer counts. */
  readonly episode: number;
  /**
   * So far only a list says that the case was reopened. The platform may have acted on it instead, and the earlier
   * episode goes on. The next look decides.
   */
  readonly unconfirmed?: { readonly episode: number } | undefined;
  /** The number of the last episode that turned out not to be one, because the case had not been reopened. */
  readonly lastEpisode?: number | undefined;
  /** Since when the case has waited for an answer: when it arrived, was reopened, or became worse. */
  readonly sinceMs: number;
  /** When the reconciler next checks whether anybody answered; null where nothing is due. */
  readonly lookMs: number | null;
  /** Keyed by the name of the destination. */
  readonly places: Readonly<Record<string, CasePlace>>;

  /** The case was already history when the bridge first met it, and was never announced. */
  readonly quiet?: boolean | undefined;
  /** The person in the case was forgotten on request: the case goes nowhere else. */
  readonly forgotten?: boolean | undefined;
}

/** Nothing more is expected to happen to the case, though it may come back. */
export const isOver = (status: CaseStatus): status is 'closed' | 'vanished' =>
  status === 'closed' || status === 'vanished';

/** Nothing is left to decide, whatever people did: the case is closed or vanished, or the platform has acted on it. */
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

/** The status that the last change announced. A list can say that the case is open again before a look announces it. */
export const announcedStatus = (record: Pick<CaseRecord, 'changes' | 'status'>): CaseStatus =>
  lastChange(record)?.to ?? record.status;

/** Nothing about the status is left to write or to show, unless a look finds it different. */
export const isSettled = (record: CaseRecord): boolean =>
  !record.owed &&
  !record.unconfirmed &&
  record.missed === null &&
  record.updatedAtMs >= record.statusAtMs &&
  announcedStatus(record) === record.status;

export const isWithheld = (place: CasePlace | undefined): place is Withheld => typeof place === 'object';

export const hasUnsent = ({ places }: Pick<CaseRecord, 'places'>): boolean =>
  Object.values(places).includes('unsent');

/** Whether a function may have crashed while it sent the case. */
export const isInDoubt = ({ places }: Pick<CaseRecord, 'places'>): boolean =>
  Object.values(places).includes('sending');

/** The destinations that have the case. */
export const handedTo = ({ places }: Pick<CaseRecord, 'places'>): string[] =>
  Object.keys(places).filter((name) => places[name] === 'handed');
