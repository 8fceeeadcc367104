import { shownText } from '../../base/text/clean-text.ts';
import type { ShownId } from '../../case/evidence.ts';
import { NOBODY_NAMED } from '../../case/message-content.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { CaseStory, ThreatStory, Who } from './case-story.ts';
import type { Part, Span, Style } from './document.ts';
import { ROOM } from './message-limits.ts';

export const isSeen = (text: string | null, room: number): boolean => shownText(text, room) !== '';

/** `Anna Berg  anna.berg@acme.com` */
export function whoPart({ name, email }: Who): Part {
  const person: Span = { said: name, room: ROOM.name, style: 'bold' };
  const address: Span = { said: email, room: ROOM.email };
  if (!isSeen(name, ROOM.name)) return isSeen(email, ROOM.email) ? [address] : [NOBODY_NAMED];
  return isSeen(email, ROOM.email) ? [person, '  ', address] : [person];
}

/** The address, where the title has the name. */
export const addressPart = ({ name, email }: Who): Part | undefined =>
  isSeen(name, ROOM.name) && isSeen(email, ROOM.email) ? [{ said: email, room: ROOM.email }] : undefined;

/** The same in short: name and address as parts of their own. */
export function shortWho({ name, email }: Who): readonly Part[] {
  const { name: nameRoom, email: emailRoom } = ROOM.short;
  const shown: Span[] = [
    ...(isSeen(name, nameRoom) ? [{ said: name, room: nameRoom }] : []),
    ...(isSeen(email, emailRoom) ? [{ said: email, room: emailRoom }] : []),
  ];
  return shown.length === 0 ? [[NOBODY_NAMED]] : shown.map((span) => [span]);
}

/** `case 7f3e2a10-...  ·  acme`: in letters of code, so that it is copied as it is. */
export const idPart = ({ what, id, domain }: Pick<ShownId, 'what' | 'id' | 'domain'>): Part => [
  `${what} `,
  { said: id, room: ROOM.id, style: 'code', or: '?' },
  ...(domain === '' ? [] : [`  ·  ${domain}`]),
];
export const caseIdPart = ({ caseId, domain }: CaseStory): Part =>
  idPart({ what: 'case', id: caseId, domain });
export const threatIdPart = ({ eventId, domain }: ThreatStory): Part =>
  idPart({ what: 'threat', id: eventId, domain });

/** A sentence on a line of its own, with its moments where they stand. */
export const sentencePart = (words: Sentence, style?: Style): Part =>
  words.flatMap((part): Part => {
    if (typeof part === 'string') return part === '' ? [] : [{ ours: part, style }];
    if ('said' in part) return [{ said: part.said, room: ROOM.reason, style, or: '?' }];
    return [{ atMs: part.atMs, exact: part.exact, style, or: 'at an unknown time', inLine: true }];
  });
