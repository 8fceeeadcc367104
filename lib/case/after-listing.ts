import { type Severity, severityRank } from '../posture/severity.ts';
import {
  type CasePlace,
  type CaseRecord,
  handedTo,
  isEnded,
  isWithheld,
  type Withheld,
} from './case-record.ts';

import { newEpisode } from './episode.ts';

/** A case as the platform lists it, reduced to the few facts that the rules need. */
export interface CaseListing {
  readonly revision: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
  readonly severity: Severity | null;
  readonly routes: readonly string[];
  /** Where these routes send the case. */
  readonly destinations: readonly string[];
  /** How long the case may stay without an answer before one of its routes escalates it; null where none does. */
  readonly escalatesAfterMs: number | null;
}

export type NamedCase = Pick<CaseRecord, 'domain' | 'caseId'>;

/** A case that the bridge meets for the first time. The platform lists only vetted cases, so it is ready for triage. */
export const newCase = (name: NamedCase, listed: CaseListing, nowMs: number): CaseRecord => ({
  ...name,
  version: 0,
  createdAtMs: Math.max(0, listed.createdAtMs),
  ...factsOf(listed),
  status: listed.closedAtMs === null ? 'discover' : 'closed',
  endedAtMs: listed.closedAtMs,
  statusAtMs: listed.updatedAtMs,
  missed: null,
  changes: [],
  owed: false,
  episode: 0,
  ...escalatesFrom(nowMs, listed),
  places: {},
});

/** Stands in for the record of a case that has none: the poller has not written it yet, or the case is a canary. */
export const unrecorded = (name: NamedCase, closedAtMs: number | null): CaseRecord =>
  newCase(
    name,
    {
      ...{ revision: '', createdAtMs: 0, updatedAtMs: 0, closedAtMs, severity: null },
      ...{ routes: [], destinations: [], escalatesAfterMs: null },
    },
    0,
  );

const escalatesFrom = (nowMs: number, { escalatesAfterMs }: CaseListing) => ({
  sinceMs: nowMs,
  lookMs: escalatesAfterMs === null ? null : nowMs + escalatesAfterMs,
});

/** A case shown for the first time waits from now on: an operator announced history, or the case had been withheld. */
export const announced = (record: CaseRecord, listed: CaseListing, nowMs: number): CaseRecord => ({
  ...record,
  ...escalatesFrom(nowMs, listed),
});

/**
 * The record with what a list now says about the case. A case that became worse waits from now on, by its new severity.
 * An older page changes nothing, unless the platform does not say how old the page is.
 */
export function afterListing(record: CaseRecord, listed: CaseListing, nowMs: number): CaseRecord {
  if (listed.updatedAtMs < record.updatedAtMs) return record;
  const isRaised = isWorse(listed.severity, record.severity);
  const waitsOtherwise = listed.severity !== record.severity || `${listed.routes}` !== `${record.routes}`;
  const next: CaseRecord = {
    ...record,
    ...factsOf(listed),
    ...(isRaised && { sinceMs: nowMs }),
    // A more severe case has shorter claims, and other escalation steps may apply.
    ...((isRaised || (waitsOtherwise && listed.escalatesAfterMs !== null)) && { lookMs: nowMs }),
  };
  if (isReopened(record, listed)) return reopened(next, listed.updatedAtMs, nowMs);
  // A list showed the case as closed and no longer does, before any look saw it closed.
  return isEnded(record) && !isEnded(next)
    ? { ...next, ...newEpisode(record, nowMs), unconfirmed: { episode: record.episode } }
    : next;
}

/**
 * The platform had given a closing date and no longer does, or the case had vanished and is listed again. Only a look can
 * say which open state it is in, and that look announces it.
 */
const isReopened = ({ status, closedAtMs, statusAtMs }: CaseRecord, listed: CaseListing): boolean =>
  ((status === 'closed' && closedAtMs !== null) || status === 'vanished') &&
  listed.closedAtMs === null &&
  listed.updatedAtMs > statusAtMs;

const reopened = (record: CaseRecord, statusAtMs: number, nowMs: number): CaseRecord => ({
  ...record,
  status: 'discover',
  endedAtMs: null,
  statusAtMs,
  ...newEpisode(record, nowMs),
  unconfirmed: { episode: record.episode },
});

const MAX_REVISION = 64;
/** The revision as a record stores it. */
export const keptRevision = (revision: string | undefined): string => revision?.slice(0, MAX_REVISION) ?? '';

const factsOf = ({ revision, updatedAtMs, closedAtMs, severity, routes }: CaseListing) => ({
  revision: keptRevision(revision),
  updatedAtMs,
  closedAtMs,
  severity,
  routes,
});

export const isWorse = (now: Severity | null, before: Severity | null): boolean =>
  severityRank(now) < severityRank(before);

/** Where a case still has to go, and where it is already. */
export interface PlacesToGo {
  readonly added: readonly string[];
  readonly standing: readonly string[];
}

/**
 * A case goes wherever the routes send it now. A place that withheld it is tried again once the case is worse than it was
 * then, or reopened. A change does not announce history, an ended case goes nowhere else until it is reopened, and a
 * forgotten case does not come back in another channel. `delivered`: places that certainly have it, even if a function
 * crashed before it recorded that.
 */
export function placesToGo(
  record: CaseRecord,
  destinations: readonly string[],
  delivered: readonly string[] = [],
): PlacesToGo {
  if (record.quiet || record.forgotten) return { added: [], standing: [] };
  const standing = [...new Set([...handedTo(record), ...delivered])];
  if (record.version > 0 && isEnded(record)) return { added: [], standing };
  const { places, severity, episode } = record;
  const mayBeAdded = (place: CasePlace | undefined): boolean =>
    place === undefined ||
    place === 'sending' ||
    (isWithheld(place) && (isWorse(severity, place.severity) || episode > place.episode));
  const added = destinations.filter((name) => !standing.includes(name) && mayBeAdded(places[name]));
  return { added, standing };
}

/** The record as it is written before the case is sent to these places. */
export const withSending = (record: CaseRecord, added: readonly string[]): CaseRecord => ({
  ...record,
  places: { ...record.places, ...Object.fromEntries(added.map((name) => [name, 'sending' as const])) },
});

/** How sending a case to its places ended. */
export interface Went {
  readonly handed: readonly string[];
  readonly unsent: readonly string[];
  readonly withheld: ReadonlyMap<string, Pick<Withheld, 'by' | 'id'>>;
}

/** A place that has just received the case may not know its latest status: its last change is then owed again. */
export function withPlaces(record: CaseRecord, { handed, unsent, withheld }: Went): CaseRecord {
  const { severity, episode } = record;
  const isAdded = handed.some((name) => record.places[name] !== 'handed');
  const known = Object.entries(record.places).filter(([, place]) => place !== 'sending');
  const places: Record<string, CasePlace> = Object.fromEntries(known);
  for (const [name, { by, id }] of withheld) places[name] = { by, id, severity, episode };
  for (const name of unsent) places[name] = 'unsent';
  for (const name of handed) places[name] = 'handed';
  return { ...record, places, owed: record.owed || (isAdded && record.changes.length > 0) };
}

/** The record after a late queue took the case, or after its destination was removed. */
export function withSent(
  record: CaseRecord,
  sent: readonly string[],
  givenUp: readonly string[],
): CaseRecord {
  const isLate = (name: string) => record.places[name] === 'unsent';
  const handed = sent.filter(isLate);
  if (handed.length === 0 && !givenUp.some(isLate)) return record;
  const left = Object.entries(record.places).filter(([name]) => !(givenUp.includes(name) && isLate(name)));
  const went = { handed, unsent: [], withheld: new Map() };
  return withPlaces({ ...record, places: Object.fromEntries(left) }, went);
}
