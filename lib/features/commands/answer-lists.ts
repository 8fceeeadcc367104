import type { ListedItem } from '../../case/answer-part.ts';
import { kindsOf } from '../../case/evidence.ts';
import type { Sentence } from '../../case/sentence.ts';
import { createCaseStory } from '../../chats/document/create-case-story.ts';
import { createThreatStory } from '../../chats/document/create-threat-story.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { severityLabel } from '../../posture/severity.ts';
import { dotted, prefixed, said } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { listPage } from '../entry-points/command/list-page.ts';
import { NO_PEOPLE, redactedCase, redactedThreat } from '../entry-points/command/redacted.ts';
import type { CasesTakes, ThreatsTakes } from './words.ts';

export async function listCases(context: CommandContext, filter: CasesTakes): Promise<DomainAnswer> {
  if (context.show !== 'full' && filter.email !== undefined) return nothing(NO_PEOPLE);
  return listPage(context, context.client.cases, filter, {
    none: 'No matching cases.',
    show: (item) => caseLine(context, item),
    columns: CASE_COLUMNS,
  });
}

export async function listThreats(context: CommandContext, filter: ThreatsTakes): Promise<DomainAnswer> {
  const isByPerson = filter.email !== undefined || filter.tuid !== undefined;
  if (context.show !== 'full' && isByPerson) return nothing(NO_PEOPLE);
  return listPage(context, context.client.threats, filter, {
    none: 'No matching threats.',
    show: (item) => threatLine(context, item),
  });
}

const CASE_COLUMNS = ['Case', 'Severity', 'Person', 'Opened', 'Closed', 'Id'];

export function caseLine(context: CommandContext, item: Case): ListedItem {
  const story = createCaseStory({
    item: redactedCase(context, item).item,
    domain: context.name,
    destination: '',
    config: context.rules,
    answer: null,
  });
  const { name, email } = story.who;
  const headline = said(story.headline, ROOM.short.headline);
  const severity: Sentence = story.severity ? [severityLabel(story.severity)] : [];
  const person = said(name ?? email, ROOM.short.name);
  const opened: Sentence = [{ atMs: story.openedAtMs }];
  const closed: Sentence = story.standing.is === 'closed' ? [{ atMs: story.standing.atMs }] : [];
  const id = said(story.caseId, ROOM.id);
  return {
    words: dotted(...[headline, severity, person, prefixed('opened ', opened), prefixed('closed ', closed)], [
      'case ',
      ...id,
    ]),
    cells: [headline, severity, person, opened, closed, id],
    link: story.link,
  };
}

export function threatLine(context: CommandContext, item: Threat): ListedItem {
  const story = createThreatStory(redactedThreat(context, item), context.name, context.rules);
  return {
    words: dotted(
      said(story.headline, ROOM.short.headline),
      said(kindsOf(story), ROOM.short.kinds),
      said(story.who.name ?? story.who.email, ROOM.short.name),
      said(story.source, ROOM.source),
      [{ atMs: story.atMs }],
      ['threat ', ...said(story.eventId, ROOM.id)],
    ),
    link: story.link,
  };
}
