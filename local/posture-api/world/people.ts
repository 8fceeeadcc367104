import type { Seedbed } from '../feed/list-order.ts';
import type { User } from '../schemas/user.ts';
import { createIdSpace } from './id-space.ts';
import { asLogin, FIRST_NAMES, JOBS, LAST_NAMES } from './names.ts';
import { fraction, hashText, mix, pickBy, uuidOf } from './random.ts';
import { createTimeline, DAY_MS, isoAt } from './timeline.ts';

export type PersonaKind = 'complete' | 'partial' | 'placeholder' | 'none';

export type Person = {
  readonly index: number;
  readonly tuid: string;
  readonly name: string;
  readonly email: string;
  readonly upn: string;
  readonly department: string;
  readonly title: string;
  readonly active: boolean;
  readonly persona: PersonaKind;
};

export type People = Seedbed & {
  at(index: number): Person;
  userAt(index: number): User;
  /** By email address only. */
  findByEmail(email: string): number | undefined;
  /** By email address or UPN. */
  findByLogin(login: string): number | undefined;
  findByTuid(tuid: string): number | undefined;
  /** Some people cause far more signals than others. */
  pickIndex(hash: number): number;
};

const FIRST_LOGINS = FIRST_NAMES.map(asLogin);
const LAST_LOGINS = LAST_NAMES.map(asLogin);

// Coprime with the number of name pairs, so that every pair is used once before any repeats with a digit.
const STRIDE = 7919;

export const createPeople = (options: {
  domain: string;
  key: number;
  size: number;
  startMs: number;
}): People => {
  const { domain, key, size, startMs } = options;
  const ids = createIdSpace(mix(key, hashText('people')));
  const mailDomain = `${domain.toLowerCase().replace(/[^a-z0-9-]+/g, '-')}.example`;
  const pairs = FIRST_NAMES.length * LAST_NAMES.length;
  const offset = mix(key, 1) % pairs;
  const joined = createTimeline({ endMs: startMs - DAY_MS, days: 2200, count: size });
  const domainId = uuidOf(key, 2);
  const timeAt = (index: number) => joined.at(index + 0.5 * fraction(mix(key, index, 3)));

  const personaOf = (index: number, active: boolean): PersonaKind => {
    if (!active) return 'none';
    const share = fraction(mix(key, index, 4));
    if (share < 0.68) return 'complete';
    return share < 0.86 ? 'partial' : 'placeholder';
  };

  // Small domains still show one of each: the first people are fixed, the others are random.
  const CAST: readonly PersonaKind[] = ['complete', 'partial', 'placeholder', 'none'];

  const compose = (index: number): Person => {
    const pair = (offset + index * STRIDE) % pairs;
    const round = Math.floor(index / pairs);
    const first = pair % FIRST_NAMES.length;
    const last = Math.floor(pair / FIRST_NAMES.length);
    const suffix = round === 0 ? '' : round + 1;
    const email = `${FIRST_LOGINS[first]}.${LAST_LOGINS[last]}${suffix}@${mailDomain}`;
    const job = pickBy(mix(key, index, 5), JOBS);
    const cast = CAST[index];
    const active = cast === undefined ? fraction(mix(key, index, 6)) < 0.94 : cast !== 'none';
    return {
      index,
      tuid: ids.idAt(index),
      name: `${FIRST_NAMES[first]} ${LAST_NAMES[last]}`,
      email,
      upn: fraction(mix(key, index, 7)) < 0.25 ? `u${100_000 + index}@${mailDomain}` : email,
      department: job.department,
      title: pickBy(mix(key, index, 8), job.titles),
      active,
      persona: cast ?? personaOf(index, active),
    };
  };

  const met: Person[] = [];
  const at = (index: number): Person => {
    const person = met[index] ?? compose(index);
    met[index] = person;
    return person;
  };

  let logins: Map<string, number> | undefined;
  const findByLogin = (login: string): number | undefined => {
    if (logins === undefined) {
      logins = new Map();
      for (let index = 0; index < size; index += 1) {
        const { email, upn } = at(index);
        logins.set(email, index).set(upn, index);
      }
    }
    return logins.get(login.toLowerCase());
  };

  return {
    size,
    ids,
    timeAt,
    at,
    findByLogin,
    findByEmail: (email) => {
      const index = findByLogin(email);
      return index !== undefined && at(index).email === email.toLowerCase() ? index : undefined;
    },
    findByTuid: (tuid) => {
      const index = ids.indexOf(tuid);
      return index !== undefined && index < size ? index : undefined;
    },
    pickIndex: (hash) => Math.floor(fraction(hash) ** 1.6 * size),
    userAt: (index) => {
      const person = at(index);
      const createdMs = timeAt(index);
      const alias = `${person.email.slice(0, person.email.indexOf('@'))}@mail.${mailDomain}`;
      return {
        tuid: person.tuid,
        domain_id: domainId,
        external_id: `EMP-${100_000 + index}`,
        name: person.name,
        user_principal_name: person.upn,
        email_addresses: fraction(mix(key, index, 9)) < 0.2 ? [person.email, alias] : [person.email],
        group_guid: uuidOf(key, 1000 + hashText(person.department)),
        is_active: person.active,
        created_at: isoAt(createdMs),
        updated_at: isoAt(createdMs + fraction(mix(key, index, 10)) * (startMs - createdMs)),
      };
    },
  };
};
