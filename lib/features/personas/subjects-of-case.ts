import { FORGOTTEN } from '../../case/case-skeleton.ts';
import { PERSON_NOTE, personaNoteKey } from '../../case/note-keys.ts';
import { storyHash } from '../../chats/document/story-hash.ts';
import { canonical } from '../../outbox/redaction/pseudonym.ts';
import type { Show } from '../../outbox/redaction/redact.ts';
import type { Case } from '../../posture/schemas/case.ts';

/** Whom a case names, and whose persona its thread may tell. */
export interface Subject {
  /** `person`: whom the case is about. `service`: what its events name besides, if that is a service identity. */
  readonly as: 'person' | 'service';
  readonly email: string | null;
  readonly name: string | null;
}

/** How many besides the person. */
const MOST_SERVICES = 2;
/** Longer texts are neither names nor addresses. */
const LONGEST = 320;

/** In the order in which the thread tells them. A case that names only a name may be about a service identity. */
export function subjectsOf(item: Case): readonly Subject[] {
  const own = named(item);
  const first: readonly Subject[] = own ? [{ ...own, as: own.email ? 'person' : 'service' }] : [];
  const known = new Set(own ? wordsFor(own) : []);
  const services: Subject[] = [];
  for (const event of item.events ?? []) {
    const one = named(event);
    // Events name the person of the case by the address, by another address of theirs, by the name, or not at all.
    if (!one || wordsFor(one).some((word) => known.has(word))) continue;
    for (const word of wordsFor(one)) known.add(word);
    services.push({ ...one, as: 'service' });
    if (services.length === MOST_SERVICES) break;
  }
  return [...first, ...services];
}

const wordsFor = ({ email, name }: Pick<Subject, 'email' | 'name'>): readonly string[] =>
  [email, name].flatMap((text) => (text === null ? [] : [canonical(text)]));

/** Those whom a destination may show. */
export const subjectsFor = (item: Case, show: Show): readonly Subject[] => {
  if (show === 'minimal') return [];
  return subjectsOf(item).filter(({ as }) => show === 'full' || as === 'service');
};

/** Equal for the same person or identity in every case of a domain. */
export const subjectId = ({ as, email, name }: Subject): string => `${as}:${canonical(email ?? name ?? '')}`;

export const noteKeyOf = (subject: Subject): string =>
  subject.as === 'person' ? PERSON_NOTE : personaNoteKey(storyHash(subjectId(subject)));

interface Naming {
  readonly user_email?: string | null | undefined;
  readonly user_name?: string | null | undefined;
}

function named({ user_email, user_name }: Naming): Pick<Subject, 'email' | 'name'> | null {
  const [email, name] = [textIn(user_email), user_name === FORGOTTEN ? null : textIn(user_name)];
  return email === null && name === null ? null : { email, name };
}

const textIn = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed.length > LONGEST ? null : trimmed;
};
