import { unrecorded } from '../../case/after-listing.ts';
import type { Answer } from '../../case/answer.ts';
import type { CaseFacts } from '../../case/case-facts.ts';
import type { CaseRecord } from '../../case/case-record.ts';
import { endedIn, STATE_WORDS, stateOf } from '../../case/case-state.ts';
import { rankEvidence, worst } from '../../case/evidence.ts';
import { type CasePolicy, standing } from '../../case/standing.ts';
import { headlineOf } from '../../case/threat-type-words.ts';
import { type Case, closedAtMsOf } from '../../posture/schemas/case.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import type { ShownStanding } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';
import { outcomeChoices, type RenderRules } from './outcome-choices.ts';

export interface CaseToTell {
  readonly item: Case;
  readonly domain: string;
  readonly destination: string;
  readonly config: RenderRules;
  /** What people did about the case; null when nothing. */
  readonly answer: Answer | null;
  /** Null for a case that has no record yet. */
  readonly record?: CaseRecord | null | undefined;
  /** What the poller left out or shortened, in words; and how many events it left out. */
  readonly trimmed?: readonly string[] | undefined;
  readonly eventsLeftOut?: number | undefined;
  readonly facts?: CaseFacts | undefined;
}

/** A message shows a claim until the verdict function has ended it. */
const AS_WRITTEN: CasePolicy = {
  stepsOf: () => [],
  claimHoldsMs: () => Number.POSITIVE_INFINITY,
  isChat: () => true,
};

export function createCaseStory({
  item,
  domain,
  destination,
  config,
  answer,
  record,
  trimmed = [],
  eventsLeftOut = 0,
  facts,
}: CaseToTell): CaseStory {
  const evidence = rankEvidence(item.events ?? []);
  const known = record ?? unrecorded({ domain, caseId: item.case_id }, closedAtMsOf(item));
  const { decision, claim, earlier } = standing(known, answer, AS_WRITTEN, 0);
  const told = toldStanding(item, { record, answer, config, isDecided: decision !== null });
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
    state: STATE_WORDS[stateOf(item, record)],
    evidence,
    eventCount: evidence.length + eventsLeftOut,
    trimmed,
    choices: outcomeChoices(config),
    standing: told,
    facts,
    runbook: config.runbookOf?.(record?.routes ?? []) ?? null,
    claim: told.is === 'closed' ? null : claim,
    ...(record && { episode: record.episode }),
    ...(earlier && { earlier }),
    sealOf: config.sealOf,
  };
}

function toldStanding(
  item: Case,
  {
    record,
    answer,
    config: { approvableIn = () => [] },
    isDecided,
  }: Pick<CaseToTell, 'record' | 'answer' | 'config'> & { readonly isDecided: boolean },
): ShownStanding {
  const { episode = 0 } = record ?? {};
  const ended = endedIn(item, record);
  if (!isDecided && ended) return ended;
  const decision = answer?.decision;
  if (!decision || decision.episode < episode) return { is: 'open' };
  // A correction of a recorded verdict goes on even if the case has ended. Any other decision has nobody left to approve it.
  const corrects = answer.before?.state.is === 'recorded' && answer.before.episode >= episode;
  if (ended && !corrects && decision.state.is === 'awaiting-approval') return ended;
  const others = decision.state.is === 'awaiting-approval' ? approvableIn(decision.by) : [];
  return {
    is: 'decided',
    decision,
    ...(others.length > 0 && { approvableIn: others }),
    ...(answer.before && { isOverride: true }),
    ...(ended && { ended }),
    ...(corrects && { corrects }),
  };
}
