import type { ListedItem } from '../../case/answer-part.ts';
import { kindsOf } from '../../case/evidence.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { tellCase } from '../../chats/document/tell-case.ts';
import { tellThreat } from '../../chats/document/tell-threat.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { severityLabel } from '../../posture/severity.ts';
import { dotted, said } from '../entry-points/desk/answer-words.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../entry-points/desk/domain-desk.ts';
import { listPage } from '../entry-points/desk/list-page.ts';
import { NO_PEOPLE, redactedCase, redactedThreat } from '../entry-points/desk/redacted.ts';
import type { CasesTakes, ThreatsTakes } from './words.ts';

export async function listCases(desk: DomainDesk, filter: CasesTakes): Promise<DomainAnswer> {
  if (desk.show !== 'full' && filter.email !== undefined) return nothing(NO_PEOPLE);
  return listPage(desk, desk.client.cases, filter, {
    none: 'No case like this.',
    show: (item) => caseLine(desk, item),
  });
}

export async function listThreats(desk: DomainDesk, filter: ThreatsTakes): Promise<DomainAnswer> {
  const isByPerson = filter.email !== undefined || filter.tuid !== undefined;
  if (desk.show !== 'full' && isByPerson) return nothing(NO_PEOPLE);
  return listPage(desk, desk.client.threats, filter, {
    none: 'No threat like this.',
    show: (item) => threatLine(desk, item),
  });
}

export function caseLine(desk: DomainDesk, item: Case): ListedItem {
  const story = tellCase({
    item: redactedCase(desk, item).item,
    domain: desk.name,
    destination: '',
    config: desk.rules,
    answer: null,
  });
  const { name, email } = story.who;
  return {
    words: dotted(
      said(story.headline, ROOM.short.headline),
      story.severity ? [severityLabel(story.severity)] : [],
      said(name ?? email, ROOM.short.name),
      ['opened ', { atMs: story.openedAtMs }],
      story.standing.is === 'closed' ? ['closed ', { atMs: story.standing.atMs }] : [],
      ['case ', ...said(story.caseId, ROOM.id)],
    ),
    link: story.link,
  };
}

export function threatLine(desk: DomainDesk, item: Threat): ListedItem {
  const story = tellThreat(redactedThreat(desk, item), desk.name, desk.rules);
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
