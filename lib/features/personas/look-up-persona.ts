import { cleanWithin } from '../../base/text/clean-text.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { PostureClient } from '../../posture/client.ts';
import { MalformedError, NotFoundError, TooLargeError } from '../../posture/posture-errors.ts';
import type { Call } from '../../posture/request.ts';
import type { Nhi, NhiDetail } from '../../posture/schemas/nhi.ts';
import type { Persona } from '../../posture/schemas/persona.ts';
import type { User } from '../../posture/schemas/user.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import type { Subject } from './subjects-of-case.ts';
import { tellPersonInShort } from './tell-person.ts';
import { peopleOf, tellServiceInShort } from './tell-service.ts';

export type PersonaClient = Pick<
  PostureClient,
  'users' | 'nhis' | 'personaOverview' | 'personaDetail' | 'nhiDetail'
>;

/** `not yet`: the platform knows them, and has nothing to tell so far. `unknown`: it does not know them. */
export type FoundPersona = KnownPersona | 'not yet' | 'unknown';

/** A search may find many addresses: the right one is among the first. */
const PAGE_SIZE = 50;

/**
 * Asks the platform who somebody is. Only an equal address or name counts: the persona of another
 * person in the thread of a case is worse than none. Throws what keeps the platform from answering at all.
 */
export async function lookUpPersona(
  client: PersonaClient,
  subject: Subject,
  call: Call,
): Promise<FoundPersona> {
  const user = subject.as === 'person' ? await findUser(client, subject, call) : null;
  return user ? personOf(client, user, subject, call) : serviceOf(client, subject, call);
}

async function findUser(client: PersonaClient, { email, name }: Subject, call: Call): Promise<User | null> {
  // An address that is no principal name is found by its owner's name.
  for (const search of [email, name]) {
    if (search === null) continue;
    const { items } = await client.users.page({ filter: { search }, pageSize: PAGE_SIZE }, call);
    const theirs = items.filter((user) => hasAddress(user, email));
    if (theirs.length > 0) return theirs.length === 1 ? (theirs[0] ?? null) : null;
  }
  return null;
}

const hasAddress = ({ user_principal_name: upn, email_addresses }: User, email: string | null): boolean =>
  email !== null && [upn, ...(email_addresses ?? [])].some((address) => isSame(address, email));

async function personOf(
  client: PersonaClient,
  user: User,
  subject: Subject,
  call: Call,
): Promise<FoundPersona> {
  const detail = await client.personaDetail(user.tuid, call).catch(asNothing);
  const persona: Persona | null = detail?.variant === 'persona' ? detail.persona : null;
  const overview = persona?.overview?.summary?.trim()
    ? null
    : await client.personaOverview(user.tuid, call).catch(asNothing);
  const parts = tellPersonInShort(persona, overview?.persona_overview);
  if (parts.length === 0) return 'not yet';
  const name = nameIn(user.name, persona?.identity?.name, subject.name, subject.email);
  return { about: 'person', name, parts, people: namesIn(subject.email, name) };
}

async function serviceOf(client: PersonaClient, subject: Subject, call: Call): Promise<FoundPersona> {
  for (const text of namesIn(subject.name, subject.email)) {
    const { items } = await client.nhis.page({ filter: { search: text }, pageSize: PAGE_SIZE }, call);
    const one = theOne(items, text);
    if (!one) continue;
    const detail = await client.nhiDetail(one.nuid, call).catch(asNothing);
    if (!detail) return 'not yet';
    if (!isNamed(one, text) && !isIdOf(detail, text)) continue;
    const parts = tellServiceInShort(detail);
    const name = nameIn(one.display_name, detail.identity?.display_name, text);
    return parts.length === 0 ? 'not yet' : { about: 'service', name, parts, people: peopleOf(detail) };
  }
  return 'unknown';
}

const isNamed = ({ display_name }: Nhi, text: string): boolean => isSame(display_name, text);
const isIdOf = ({ identity }: NhiDetail, text: string): boolean =>
  isSame(identity?.principal_id, text) || isSame(identity?.app_id, text);

/** The identity with this name; or the only one that may have this id, since the list does not show ids. */
function theOne(items: readonly Nhi[], text: string): Nhi | null {
  const alike = items.filter((item) => isNamed(item, text));
  const found = alike.length === 0 && isUuid(text) ? items : alike;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** There is no persona, or none that can be read. */
function asNothing(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof MalformedError || error instanceof TooLargeError)
    return null;
  throw error;
}

const isSame = (one: string | null | undefined, other: string): boolean =>
  one?.trim().toLowerCase() === other.toLowerCase();
const namesIn = (...names: readonly (string | null)[]): string[] =>
  names.filter((name): name is string => name !== null);
const nameIn = (...names: readonly (string | null | undefined)[]): string =>
  names.map((name) => cleanWithin(name ?? '', ROOM.name)).find((name) => name !== '') ?? '?';
