import { cleanWithin } from '../base/text/clean-text.ts';
import type { Person } from '../case/answer.ts';
import { addressOf, idIn, nameOfPerson } from '../config/authority.ts';
import { chatLabel, isChat } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { lookOf, looksLike } from './look-alike.ts';

export type KnownPeople = BridgeConfig['people'];

export interface WhichPerson {
  /** The same for every account of one human, and for nobody else. For counting and comparing; it gives no right. */
  readonly key: string;
  /** The real name, which no account can borrow from somebody in `people`. */
  readonly name: string;
}

const LONGEST_NAME = 80;
/** What the bridge says of itself. */
const OURS = ['the bridge', 'posture bridge'];

/**
 * Which human an account of a chat belongs to. `people` says it by the id there; else by the address that the chat vouches for,
 * unless `people` has another id for that chat. An address joins accounts, and a name never does.
 */
export function whichPerson(people: KnownPeople, account: Person): WhichPerson {
  const { surface, id } = account;
  if (!isChat(surface)) return { key: `${surface}/${id}`, name: account.name || id };
  const said = saidName(account);
  const known = nameOfPerson(people, account) ?? joinedBy(people, account);
  const others = labelsOf(people).filter(({ person }) => person !== known);
  const look = lookOf(said);
  const isBorrowed = said !== id && others.some(({ label, isId }) => looksLike(look, label, isId));
  if (known !== null) {
    const { name } = people[known] ?? {};
    return { key: `people/${known}`, name: name ?? (said === '' || isBorrowed ? known : said) };
  }
  const email = addressIn(account);
  const key = email === null ? `${surface}/${id.toLowerCase()}` : `email/${email}`;
  return { key, name: isBorrowed ? `${said}${suffixOf(account)}` : said || id };
}

/** All that identifies an account. Two accounts that share one of them may be one human, and then cannot be two. */
export function keysOf(people: KnownPeople, account: Person): ReadonlySet<string> {
  const { surface, id } = account;
  const own = `${surface}/${id.toLowerCase()}`;
  if (!isChat(surface)) return new Set([own]);
  const known = nameOfPerson(people, account);
  const emails = [addressIn(account), known === null ? null : comparable(people[known]?.email)];
  const named = emails.flatMap((email) => (email === null ? [] : namesOfAddress(people, email)));
  return new Set([
    own,
    ...emails.flatMap((email) => (email === null ? [] : [`email/${email}`])),
    ...[...(known === null ? [] : [known]), ...named].map((name) => `people/${name}`),
  ]);
}

/** The addresses that are surely theirs, by `people` or by the chat. They may have others that nobody knows of. */
export const addressesOf = (people: KnownPeople, account: Person): readonly string[] => {
  const { email } = account;
  const known = addressOf(people, account);
  return [...(known === null ? [] : [known]), ...(email === undefined || email === known ? [] : [email])];
};

/** Only ASCII is compared without regard to case: elsewhere two different addresses could become one. */
const comparable = (email: string | undefined): string | null =>
  email !== undefined && /^[\x21-\x7e]{1,254}$/.test(email) && /^[^@]+@[^@]+$/.test(email)
    ? email.toLowerCase()
    : null;

const addressIn = ({ email }: Person): string | null => comparable(email);

const namesOfAddress = (people: KnownPeople, email: string): readonly string[] =>
  Object.entries(people).flatMap(([name, { email: its }]) => (comparable(its) === email ? [name] : []));

function joinedBy(people: KnownPeople, account: Person): string | null {
  const email = addressIn(account);
  const [name] = email === null ? [] : namesOfAddress(people, email);
  return name !== undefined && idIn(people[name], account.surface) === undefined ? name : null;
}

/** Without what the bridge itself put behind it, so that a name that was settled before stays as it is. */
function saidName(account: Person): string {
  const suffix = suffixOf(account);
  const name = account.name.endsWith(suffix) ? account.name.slice(0, -suffix.length) : account.name;
  return cleanWithin(name, LONGEST_NAME);
}

const suffixOf = ({ surface, id }: Person): string => ` (${chatLabel(surface)} ${id})`;

interface Label {
  /** Empty for what the bridge says of itself. */
  readonly person: string;
  readonly label: ReturnType<typeof lookOf>;
  readonly isId: boolean;
}

/** A configuration does not change while it is used. */
const labels = new WeakMap<KnownPeople, readonly Label[]>();

function labelsOf(people: KnownPeople): readonly Label[] {
  const found = labels.get(people) ?? [
    ...OURS.map((name) => ({ person: '', label: lookOf(name), isId: false })),
    ...Object.entries(people).flatMap(([person, { name, email, ...ids }]) => [
      ...[person, name, email].flatMap((text) => labelOf(person, text, false)),
      ...Object.values(ids).flatMap((id) => labelOf(person, id, true)),
    ]),
  ];
  labels.set(people, found);
  return found;
}

const labelOf = (person: string, text: string | undefined, isId: boolean): Label[] =>
  text === undefined ? [] : [{ person, label: lookOf(text), isId }];
