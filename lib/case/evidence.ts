import type { Case, CaseEvent } from '../posture/schemas/case.ts';
import { readMoment } from '../posture/schemas/timestamp.ts';
import { readSeverity, type Severity, severityRank } from '../posture/severity.ts';
import { humanise } from './threat-type-words.ts';

/** One event of a case, as it is shown. */
export interface Evidence {
  readonly eventId: string;
  readonly title: string;
  /** The summary, unless the title says the same. */
  readonly summary?: string | null | undefined;
  /** `Exfiltration › Mass download` */
  readonly kinds?: string | undefined;
  /** The kind of signal: `Behavioral`. */
  readonly signal?: string | null | undefined;
  readonly source: string | null;
  readonly atMs: number | null;
  readonly severity: Severity | null;
  readonly flagged: boolean;
  /** An analyst already marked it as harmless. */
  readonly safe: boolean;
  /** The id shown after it, where the event stands for something that can be opened. */
  readonly id?: ShownId | undefined;
}

/** `case 7f3e2a10-...`: the id to copy, and the link to open it. */
export interface ShownId {
  readonly what: 'case' | 'threat' | 'drift';
  readonly id: string;
  readonly domain: string;
  readonly link: string | null;
}

export const UNTITLED_EVENT = 'Event without a title';

const MOST_KINDS = 4;

/** `Credential access, Initial access › Impossible travel` */
export const kindsOf = ({
  category,
  subcategory,
}: {
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
}): string =>
  [category, subcategory]
    .map((names) => names.slice(0, MOST_KINDS).join(', '))
    .filter((names) => names !== '')
    .join(' › ');

/** The events of a case, most telling first: flagged, then severe, then recent; safe events come last. */
export function rankEvidence(events: readonly CaseEvent[]): readonly Evidence[] {
  return events.map(toEvidence).sort(byWorth);
}

function toEvidence(event: CaseEvent): Evidence {
  const drift = driftOf(event);
  const title = titleOf(event);
  const said = (text: string): boolean => title.toLowerCase() === text.toLowerCase();
  const category = (event.category ?? []).filter((name) => name !== '').map(humanise);
  const subcategory = (event.subcategory ?? []).filter((name) => name !== '').map(humanise);
  const kinds = kindsOf({ category, subcategory });
  const signal = event.signal_type ? humanise(event.signal_type) : null;
  return {
    eventId: event.event_id,
    title,
    summary: event.summary && !said(event.summary) ? event.summary : null,
    kinds: said(kinds) ? '' : kinds,
    signal: signal === null || said(signal) ? null : signal,
    source: event.source || null,
    atMs: readMoment(event.created_at),
    severity: readSeverity(event.severity),
    flagged: event.flagged ?? false,
    safe: event.safe ?? false,
    // The argument for the command `drift ID`: the contract has no address for a drift.
    ...(drift !== null && { id: { what: 'drift', id: drift, domain: '', link: null } }),
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The contract does not list this field of an event, but allows fields that it does not list. */
const driftOf = ({ drift_id: id }: CaseEvent): string | null =>
  typeof id === 'string' && UUID.test(id) ? id : null;

function titleOf({ title, summary, subcategory, category, signal_type }: CaseEvent): string {
  if (title) return title;
  if (summary) return summary;
  const kind = subcategory?.[0] ?? category?.[0] ?? signal_type;
  return kind ? humanise(kind) : UNTITLED_EVENT;
}

// The id breaks ties, so that equal events come in the same order however the API lists them.
const byWorth = (a: Evidence, b: Evidence): number =>
  Number(a.safe) - Number(b.safe) ||
  Number(b.flagged) - Number(a.flagged) ||
  severityRank(a.severity) - severityRank(b.severity) ||
  (b.atMs ?? 0) - (a.atMs ?? 0) ||
  compare(a.eventId, b.eventId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const severityOf = (item: Case): Severity | null => worst(rankEvidence(item.events ?? []));

/** The worst severity among the events that are not safe, or among all of them if every event is safe. */
export function worst(evidence: readonly Evidence[]): Severity | null {
  const telling = evidence.some(({ safe }) => !safe) ? evidence.filter(({ safe }) => !safe) : evidence;
  return telling.reduce<Severity | null>(
    (found, { severity }) => (severityRank(severity) < severityRank(found) ? severity : found),
    null,
  );
}
