import { counted, shortId } from '../../base/text/format.ts';
import { DAY_MS } from '../../base/time.ts';
import { unrecorded } from '../../case/after-listing.ts';
import { standing } from '../../case/standing.ts';
import { headlineOf } from '../../case/threat-type-words.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { AuditEntry } from '../../verdict/answer-ledger.ts';
import { claimText, decisionText } from '../../verdict/decision-text.ts';
import { isSamePerson } from '../../verdict/same-person.ts';
import { dotted, lines, said } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { PAGE_SIZE } from '../entry-points/command/list-page.ts';
import { redactedCase } from '../entry-points/command/redacted.ts';

const DAYS = 7;
/** Clicks without effect. */
const NOTHING_DONE: ReadonlySet<AuditEntry['what']> = new Set([
  'denied',
  'refused',
  'escalation',
  'muted',
  'unmuted',
  'operated',
]);

/** The cases that the person who asks did something about lately, as they stand now, the latest first. */
export async function answerMine(context: CommandContext): Promise<DomainAnswer> {
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(context.nowMs - ago * DAY_MS));
  const perDay = await Promise.all(days.map((day) => casesOf(context, day)));
  const ids = [...new Set(perDay.flat())];
  if (ids.length === 0) return nothing('You have no cases, and decided none in the last 7 days.');
  const shown = ids.slice(0, PAGE_SIZE);
  const items = await Promise.all(shown.map((id) => caseLine(context, id)));
  const left = ids.length - shown.length;
  return {
    found: true,
    parts: [{ is: 'list', items }, ...lines(left > 0 ? [`… and ${counted(left, 'earlier case')}`] : [])],
  };
}

async function casesOf({ ledger, name, people, by }: CommandContext, day: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const entries of ledger.trailOf(name, day)) {
    for (const entry of entries) {
      if (isSamePerson(entry.by, by, people) && !NOTHING_DONE.has(entry.what)) ids.push(entry.caseId);
    }
  }
  return ids.reverse();
}

async function caseLine(context: CommandContext, id: string) {
  const { item, answer: stored, record } = await context.ledger.caseOf(context.name, id);
  const known = record ?? unrecorded({ domain: context.name, caseId: id }, null);
  const shown = item && redactedCase(context, item, stored);
  const answer = shown ? shown.answer : stored;
  const { claim, decision, earlier, isEnded } = standing(known, answer, context.policy, context.nowMs);
  // Clicks without effect too: people want to know about those.
  const last = answer?.decision && answer.decision.episode >= known.episode ? answer.decision : null;
  const told = decision ?? last;
  const nobody = isEnded ? 'closed in the platform' : earlier ? 'reopened, unclaimed' : 'unclaimed';
  return {
    words: dotted(
      shown ? said(headlineOf(shown.item.threat_type), ROOM.short.headline) : [],
      shown ? said(shown.item.user_name || shown.item.user_email, ROOM.short.name) : [],
      said(`case ${shortId(id)}`),
      claim ? claimText(claim) : told ? decisionText(told) : [nobody],
    ),
    link: context.rules.linkOf?.('cases', context.name, id) ?? null,
  };
}
