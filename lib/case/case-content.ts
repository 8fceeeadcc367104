import { type Severity, severityRank } from '../posture/severity.ts';
import {
  type CasePlace,
  type CaseRecord,
  handedTo,
  isEnded,
  isWithheld,
  type Withheld,
} from './case-record.ts';

/** A case as the platform lists it, in the few facts that rules go by. */
export interface ListedCase {
  readonly revision: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
  readonly severity: Severity | null;
  readonly routes: readonly string[];
  /** Where these routes send it. */
  readonly destinations: readonly string[];
  /** How long nobody may answer it until one of them does something; null where none does. */
  readonly escalatesAfterMs: number | null;
}

export type NamedCase = Pick<CaseRecord, 'domain' | 'caseId'>;

/** A case as it is met for the first time. The platform lists it, so it was vetted: it is ready for triage. */
export const newCase = (name: NamedCase, listed: ListedCase, nowMs: number): CaseRecord => ({
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
  ...waitingFrom(nowMs, listed),
  places: {},
});

/** What a case is taken for that has no record: its poller has not written one yet, or it is a canary. */
export const unrecorded = (name: NamedCase, closedAtMs: number | null): CaseRecord =>
  newCase(
    name,
    {
      ...{ revision: '', createdAtMs: 0, updatedAtMs: 0, closedAtMs, severity: null },
      ...{ routes: [], destinations: [], escalatesAfterMs: null },
    },
    0,
  );

const waitingFrom = (nowMs: number, { escalatesAfterMs }: ListedCase) => ({
  sinceMs: nowMs,
  lookMs: escalatesAfterMs === null ? null : nowMs + escalatesAfterMs,
});

/** What is shown for the first time waits from then on: history that an operator has announced, or what was withheld. */
export const announced = (record: CaseRecord, listed: ListedCase, nowMs: number): CaseRecord => ({
  ...record,
  ...waitingFrom(nowMs, listed),
});

/**
 * The record with what a list says of the case now. One that became worse waits from now on, by its new severity. What an
 * older page says changes nothing, unless the platform does not say how old it is.
 */
export function afterListing(record: CaseRecord, listed: ListedCase, nowMs: number): CaseRecord {
  if (listed.updatedAtMs < record.updatedAtMs) return record;
  const isRaised = isWorse(listed.severity, record.severity);
  const waitsOtherwise = listed.severity !== record.severity || `${listed.routes}` !== `${record.routes}`;
  const next: CaseRecord = {
    ...record,
    ...factsOf(listed),
    ...(isRaised && { sinceMs: nowMs }),
    // Whoever is on it holds it for less long; or other steps are to come.
    ...((isRaised || (waitsOtherwise && listed.escalatesAfterMs !== null)) && { lookMs: nowMs }),
  };
  if (isReopened(record, listed)) return reopened(next, listed.updatedAtMs, nowMs);
  // A list said that it was closed, and says so no more, before any look saw it.
  return isEnded(record) && !isEnded(next)
    ? { ...next, ...newEpisode(record, nowMs), unconfirmed: { episode: record.episode } }
    : next;
}

/**
 * It said when it was closed, and says so no more; or it had vanished, and is listed. In which state it is open, only a look
 * can say, and tells it then.
 */
const isReopened = ({ status, closedAtMs, statusAtMs }: CaseRecord, listed: ListedCase): boolean =>
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

/** No number comes twice, also not that of an episode which was none: people may have decided in it. */
export const nextEpisode = ({ episode, lastEpisode = 0 }: CaseRecord): number =>
  Math.max(episode, lastEpisode) + 1;

/** What people did before does not count any more, and the case waits from now on. */
export const newEpisode = (record: CaseRecord, nowMs: number) => ({
  episode: nextEpisode(record),
  sinceMs: nowMs,
  lookMs: nowMs,
});

const MAX_REVISION = 64;
/** As a record keeps it. */
export const keptRevision = (revision: string | undefined): string => revision?.slice(0, MAX_REVISION) ?? '';

const factsOf = ({ revision, updatedAtMs, closedAtMs, severity, routes }: ListedCase) => ({
  revision: keptRevision(revision),
  updatedAtMs,
  closedAtMs,
  severity,
  routes,
});

export const isWorse = (now: Severity | null, before: Severity | null): boolean =>
  severityRank(now) < severityRank(before);

/** Where a case has to go now that it was not handed to, and where it stands already. */
export interface PlacesToGo {
  readonly added: readonly string[];
  readonly standing: readonly string[];
}

/**
 * A case belongs wherever the routes send it now. What withheld it from a place is asked again once it is worse than it was
 * then, or reopened. History is not announced because it changed, what is over goes nowhere else (it may be reopened), and
 * what was forgotten does not come back in another channel. `delivered`: the places that certainly have it, where a function
 * may have died before it recorded that.
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

/** The record before these places are handed the case. */
export const withSending = (record: CaseRecord, added: readonly string[]): CaseRecord => ({
  ...record,
  places: { ...record.places, ...Object.fromEntries(added.map((name) => [name, 'sending' as const])) },
});

/** What became of a case at the places that it was to go to. */
export interface Went {
  readonly handed: readonly string[];
  readonly unsent: readonly string[];
  readonly withheld: ReadonlyMap<string, Pick<Withheld, 'by' | 'id'>>;
}

/** A place that has it now may not know what became of the case before. */
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

/** The record once queues have taken what they had not, or there is no such place any more. */
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
