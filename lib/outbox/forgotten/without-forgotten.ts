import type { KeyStore } from '../../base/bridge-keys.ts';
import type { Clock } from '../../base/clock.ts';
import { FORGOTTEN_LIST } from '../../base/key-names.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { List } from '../../posture/list.ts';
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

/** Of so many people it is remembered how the platform names them: it says what they do under an id alone. */
const MOST_NAMED = 1_000;

/**
 * The API without what it still says of people who were forgotten. It is the one door through which functions learn of cases and
 * threats: whatever makes them look again, nothing behind it can bring somebody back.
 */
export function withoutForgotten(client: PostureClient, whoIsForgotten: WhoIsForgotten): PostureClient {
  function behind<T, F>(list: List<T, F>, erase: (item: T, people: ForgottenPeople) => T): List<T, F> {
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
      return people ? { ...page, items: page.items.map((item) => erase(item, people)) } : page;
    }
  }
  const namesOf = new Map<string, readonly (string | null | undefined)[]>();
  function remember(user: User): User {
    if (namesOf.size >= MOST_NAMED) namesOf.clear();
    namesOf.set(user.tuid, [user.name, user.user_principal_name, ...(user.email_addresses ?? [])]);
    return user;
  }
  async function tell<About>(
    asked: Promise<About>,
    nameIn: (about: About) => readonly (string | null | undefined)[] = () => [],
  ): Promise<About> {
    const [about, people] = await Promise.all([asked, whoIsForgotten()]);
    return people ? eraseOthers(about, people, nameIn(about)) : about;
  }
  return {
    ...client,
    cases: behind(client.cases, eraseCase),
    threats: behind(client.threats, eraseThreat),
    users: behind(client.users, remember),
    nhis: behind(client.nhis, (nhi, people) => eraseOthers(nhi, people, [nhi.display_name])),
    personaOverview: (tuid, call) => tell(client.personaOverview(tuid, call), () => namesOf.get(tuid) ?? []),
    personaDetail: (tuid, call) =>
      tell(client.personaDetail(tuid, call), (detail) => [
        ...(namesOf.get(tuid) ?? []),
        ...(detail.variant === 'persona'
          ? [detail.persona.identity?.name, detail.persona.identity?.email]
          : []),
      ]),
    nhiDetail: (nuid, call) =>
      tell(client.nhiDetail(nuid, call), ({ identity }) => [identity?.display_name, identity?.principal_id]),
    integration: (type, call) => tell(client.integration(type, call)),
    drift: (id, call) => tell(client.drift(id, call)),
  };
}
