import type { CaseFacts } from '../../facts/case-facts.ts';
import { CASE_STATES, type Case, type CaseState } from '../../posture/schemas/case.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import { type Severity, severityRank } from '../../posture/severity.ts';
import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import { type CaseWatch, claimIn } from '../../verdict/case-watch.ts';
import type { CaseStory, Evidence, Standing } from './case-story.ts';
import { headlineOf } from './headline.ts';
import { outcomeChoices, type RenderRules } from './outcome-choices.ts';
import { rankEvidence } from './rank-evidence.ts';
import { readMoment } from './read-date.ts';

export interface CaseToTell {
  readonly item: Case;
  readonly domain: string;
  readonly destination: string;
  readonly config: RenderRules;
  /** What was decided about it, if anything. */
  readonly verdict: CaseVerdict | null;
  /** Who is on it. */
  readonly watch?: CaseWatch | null | undefined;
  /** What was left out or shortened on its way, in words; and how many events. */
  readonly trimmed?: readonly string[] | undefined;
  readonly eventsLeftOut?: number | undefined;
  readonly facts?: CaseFacts | undefined;
}

export function tellCase({
  item,
  domain,
  destination,
  config,
  verdict,
  watch,
  trimmed = [],
  eventsLeftOut = eventsLeftOutInWords(trimmed),
  facts,
}: CaseToTell): CaseStory {
  const evidence = rankEvidence(item.events ?? []);
  const standing = standingOf(item, verdict, config);
  return {
    domain,
    caseId: item.case_id,
    link: config.linkOf?.('cases', domain, item.case_id) ?? null,
    destination,
    headline: headlineOf(item.threat_type),
    brief: item.threat_brief || null,
    who: { name: item.user_name || null, email: item.user_email || null },
    severity: worst(evidence),
    openedAtMs: readTimestamp(item.created_at) ?? 0,
    state: STATE_WORDS[stateOf(item)],
    evidence,
    eventCount: evidence.length + eventsLeftOut,
    trimmed,
    choices: outcomeChoices(config),
    standing,
    facts,
    claim: standing.is === 'closed' ? null : claimIn(watch, verdict),
    sealOf: config.sealOf,
  };
}

export const STATE_WORDS: Readonly<Record<CaseState, string>> = {
  discover: 'ready for triage',
  pending_investigation: 'investigation pending',
  investigating: 'under investigation',
  enforced: 'action taken',
  closed: 'closed',
};

/** The contract lists no state with a case, but filters by it. A case that is listed was vetted, so it is ready. */
function stateOf(item: Case): CaseState {
  const known = CASE_STATES.find((state) => state === item.state);
  return known ?? (readMoment(item.closed_at) === null ? 'discover' : 'closed');
}

function standingOf(
  item: Case,
  verdict: CaseVerdict | null,
  { approvableIn = () => [] }: Pick<RenderRules, 'approvableIn'>,
): Standing {
  const closedAtMs = readMoment(item.closed_at);
  const decided = verdict?.decision.state.is;
  const isOver = decided === undefined || decided === 'undone' || decided === 'declined';
  // A closing date that is no date hides no buttons: pressing in vain is better than a case nobody can decide.
  if (isOver && closedAtMs !== null) return { is: 'closed', atMs: closedAtMs };
  if (!verdict) return { is: 'open' };
  const { decision } = verdict;
  const others = decision.state.is === 'awaiting-approval' ? approvableIn(decision.by) : [];
  return { is: 'decided', decision, ...(others.length > 0 && { approvableIn: others }) };
}

export const severityOf = (item: Case): Severity | null => worst(rankEvidence(item.events ?? []));

/** Of the events that nobody called safe, if there are any such. */
function worst(evidence: readonly Evidence[]): Severity | null {
  const telling = evidence.some(({ safe }) => !safe) ? evidence.filter(({ safe }) => !safe) : evidence;
  return telling.reduce<Severity | null>(
    (found, { severity }) => (severityRank(severity) < severityRank(found) ? severity : found),
    null,
  );
}

/** Rows from before December 2026 have no number. They live for 400 days: this can go in 2028. */
const eventsLeftOutInWords = (trimmed: readonly string[]): number =>
  trimmed.reduce((sum, words) => sum + Number(/^events: (\d+) of \d+ left out$/.exec(words)?.[1] ?? 0), 0);
