import { cutText } from '../base/queues/message-text.ts';
import type { Decision, Person } from '../case/answer.ts';
import { chatLabel } from '../config/chats.ts';
import { VERDICT_LIMITS } from '../posture/schemas/verdict-schema.ts';
import { isSystem } from './system-person.ts';

/** Other people choose their names, and long names must not take the room of the comment. */
const LIMITS = { name: 60, id: 40, place: 60, system: 140 } as const;

/** The comment for the platform: the analyst's own words, then a last line that nothing they write can follow. */
export function composeComment(
  { comment, by, approvedBy }: Pick<Decision, 'comment' | 'by' | 'approvedBy'>,
  { placeName }: { readonly placeName: string },
): string {
  const signature = sign(by, placeName, approvedBy);
  const words = cutText(wellFormed(comment ?? '').trim(), VERDICT_LIMITS.comment - signature.length - 1);
  return words ? `${words}\n${signature}` : signature;
}

/** How many characters (as JavaScript and Slack count them) are left for the analyst's words. */
export function commentRoom(by: Person, placeName: string, { approval = false } = {}): number {
  const approver = approval ? LONGEST_PERSON : null;
  return VERDICT_LIMITS.comment - sign(by, placeName, approver).length - 1;
}

function sign(by: Person, placeName: string, approvedBy: Person | null): string {
  const approved = approvedBy ? `, approved by ${named(approvedBy)}` : '';
  if (isSystem(by)) return `Decided by the system ${cutText(inOneLine(by.name), LIMITS.system)}${approved}`;
  const place = cutText(inOneLine(placeName), LIMITS.place);
  return `Decided by ${named(by)}${place ? ` in ${place}` : ''} on ${chatLabel(by.surface)}${approved}`;
}

/** Includes the id: names are not unique, and can be changed. */
function named({ id, name }: Person): string {
  const [shownId, shownName] = [cutText(inOneLine(id), LIMITS.id), cutText(inOneLine(name), LIMITS.name)];
  return shownName ? `${shownName} (${shownId})` : shownId;
}

const LONGEST_PERSON: Person = {
  surface: '',
  id: 'x'.repeat(LIMITS.id),
  name: 'x'.repeat(LIMITS.name),
};

/** A name with a line break or a change of direction could claim something that its owner did not do. */
const inOneLine = (text: string): string =>
  wellFormed(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** An unpaired surrogate cannot be sent. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
