import type { KeyStore } from '../../base/bridge-keys.ts';
import type { Clock } from '../../base/clock.ts';
import { FORGOTTEN_LIST } from '../../base/key-names.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { List } from '../../posture/list.ts';
import { UnreachableError } from '../../posture/posture-errors.ts';
import type { Nhi, NhiDetail } from '../../posture/schemas/nhi.ts';
import type { User } from '../../posture/schemas/user.ts';
import { eraseCase, eraseOthers, eraseThreat } from './erase-item.ts';
import { readForgotten } from './forgotten-list.ts';
import { createForgottenPeople, type ForgottenPeople } from './forgotten-people.ts';

/** Null while nobody was forgotten. */
export type WhoIsForgotten = () => Promise<ForgottenPeople | null>;

/** A function reads the list again after this time. */
const KNOWN_MS = 60_000;

/** Who is forgotten, read again every minute. While it cannot be read, those read before stay forgotten. */
export function createWhoIsForgotten(store: KeyStore, clock: Pick<Clock, 'now'>): WhoIsForgotten {
  let known: {
    readonly atMs: number;
    readonly text: string | null;
    readonly people: ForgottenPeople | null;
  } | null = null;
  return async () => {
    if (known && Math.abs(clock.now() - known.atMs) < KNOWN_MS) return known.people;
    const before = known;
    try {
      const text = await store.read(FORGOTTEN_LIST);
      const isSame = before !== null && before.text === text;
      const people = isSame
        ? before.people
        : text === null
          ? null
          : createForgottenPeople(readForgotten(text));
      known = { atMs: clock.now(), text, people };
      return people;
    } catch (error) {
      if (before) return before.people;
      throw error;
    }
  };
}

/**
 * What a function asks the API for. A later case may be about somebody who was forgotten: then who that is may be told. A
 * command brings nobody back.
 */
export type AskedFor = 'cases' | 'commands';

/** Of so many who were forgotten it is remembered how the platform names them: it says what they do under an id alone. */
const MOST_NAMED = 1_000;

/**
 * The API without what it still says of people who were forgotten. It is the one door through which functions learn of cases and
 * threats: whatever makes them look again, nothing behind it can bring somebody back.
 */
export function withoutForgotten(
  client: PostureClient,
  whoIsForgotten: WhoIsForgotten,
  askedFor: AskedFor = 'cases',
): PostureClient {
  /** `erase`: null for what is left out. */
  function behind<T, F>(list: List<T, F>, erase: (item: T, people: ForgottenPeople) => T | null): List<T, F> {
    return {
      async page(query, call) {
        const people = await whoIsForgotten();
        return erased(await list.page(query, call), people);
      },
      async *pages(query, call) {
        const people = await whoIsForgotten();
        for await (const page of list.pages(query, call)) yield erased(page, people);
      },
    };
    function erased<P extends { readonly items: readonly T[] }>(page: P, people: ForgottenPeople | null): P {
      return people ? { ...page, items: page.items.flatMap((item) => erase(item, people) ?? []) } : page;
    }
  }
  /** Who somebody is stays in what a later case asks for, if that is about them. */
  const namesOf = new Map<string, readonly string[]>();
  function eraseUser(user: User, people: ForgottenPeople): User | null {
    const since = people.since(0);
    if (!since) return user;
    const { tuid, name, user_principal_name: upn, email_addresses: addresses } = user;
    const [own, others] = [textsIn(name, upn), addresses ?? []];
    // The address of somebody who left may be another one of a colleague.
    const isTheirs = own.some(since.isTheirs);
    if (askedFor === 'commands') {
      if (isTheirs) return null;
      return { ...user, ...(addresses && { email_addresses: others.filter((one) => !since.isTheirs(one)) }) };
    }
    if (namesOf.size >= MOST_NAMED) namesOf.clear();
    if (isTheirs) namesOf.set(tuid, [...own, ...others]);
    return user;
  }
  function eraseNhi(nhi: Nhi, people: ForgottenPeople): Nhi {
    return { ...eraseOthers(nhi, people), display_name: nameFor(nhi.display_name, people) };
  }
  function eraseDetail(detail: NhiDetail, people: ForgottenPeople): NhiDetail {
    const erased = eraseOthers(detail, people);
    const { identity } = detail;
    if (!identity) return erased;
    const display_name = nameFor(identity.display_name, people);
    return { ...erased, identity: { ...erased.identity, display_name } };
  }
  /** A service identity is no person, and may be named after one: a later case finds it by that name. */
  function nameFor<Text extends string | null | undefined>(name: Text, people: ForgottenPeople): Text {
    const since = people.since(0);
    if (!since || typeof name !== 'string') return name;
    const stays = askedFor === 'cases' && !since.isTheirs(name);
    return stays ? name : (since.without(name) as Text);
  }
  async function tell<About>(
    asked: Promise<About>,
    erase: (about: About, people: ForgottenPeople) => About = eraseOthers,
  ): Promise<About> {
    const [about, people] = await Promise.all([asked, whoIsForgotten()]);
    return people ? erase(about, people) : about;
  }
  const spare =
    (tuid: string) =>
    <About>(about: About, people: ForgottenPeople): About =>
      eraseOthers(about, people, namesOf.get(tuid));
  return {
    ...client,
    cases: behind(client.cases, eraseCase),
    threats: behind(client.threats, eraseThreat),
    users: behind(client.users, eraseUser),
    nhis: behind(client.nhis, eraseNhi),
    personaOverview: (tuid, call) => tell(client.personaOverview(tuid, call), spare(tuid)),
    personaDetail: (tuid, call) => tell(client.personaDetail(tuid, call), spare(tuid)),
    nhiDetail: (nuid, call) => tell(client.nhiDetail(nuid, call), eraseDetail),
    async submitVerdict(...verdict) {
      // First: nothing may keep the answer from being recorded, and a verdict that was not sent is sent later.
      const people = await whoIsForgotten().catch((error: unknown) => String(error));
      if (typeof people === 'string')
        return {
          status: 'refused',
          error: new UnreachableError(`not sent: who is forgotten cannot be read (${people})`, false),
        };
      const answer = await client.submitVerdict(...verdict);
      const since = people?.since(0);
      // Why it was refused goes into the trail.
      if (since && answer.status !== 'recorded') answer.error.message = since.without(answer.error.message);
      return answer;
    },
    integration: (type, call) => tell(client.integration(type, call)),
    drift: (id, call) => tell(client.drift(id, call)),
  };
}

const textsIn = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.filter((text): text is string => typeof text === 'string');
