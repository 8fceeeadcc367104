import { NOBODY_NAMED } from '../../case/message-content.ts';
import { severityLabel } from '../../posture/severity.ts';
import type { CaseStory } from './case-story.ts';
import type { Part, Span } from './document.ts';
import { ROOM } from './message-limits.ts';
import { isSeen } from './spans.ts';

type TitledCase = Pick<CaseStory, 'severity' | 'headline' | 'link' | 'who'>;

/** `Critical · Account compromise · Anna Berg`: what somebody on call reads first. */
export function titlePart({ severity, headline, link, who: { name, email } }: TitledCase): Part {
  const people: Span[] = [
    ...(isSeen(name, ROOM.name) ? [{ said: name, room: ROOM.name }] : []),
    ...(isSeen(email, ROOM.email) ? [{ said: email, room: ROOM.email }] : []),
  ];
  const [who = NOBODY_NAMED] = people;
  const about: Span = { said: headline, room: ROOM.headline, or: 'Case', link };
  return [...(severity === null ? [] : [`${severityLabel(severity)} · `]), about, ' · ', who];
}
