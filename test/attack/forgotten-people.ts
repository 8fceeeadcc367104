import { newForgottenList, withPerson, writeForgotten } from '../../lib/outbox/forgotten/forgotten-list.ts';
import { createWhoIsForgotten, withoutForgotten } from '../../lib/outbox/forgotten/without-forgotten.ts';
import type { PostureClient } from '../../lib/posture/client.ts';
import type { Attempt } from './attempt.ts';
import type { AttackGroup } from './group.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const EARLIER = '2026-11-18T10:00:00Z';
const NAMED = /dana|frost/i;
const LIST = writeForgotten(
  withPerson(newForgottenList(Buffer.alloc(16, 7)), ['dana@acme.com', 'Dana Frost'], NOON),
);
const event = {
  ...{ event_id: 'e1', severity: 'critical', title: 'Dana Frost took files', created_at: EARLIER },
};
const ofDana = {
  ...{ case_id: 'c1', user_email: 'dana@acme.com', user_name: 'Dana Frost', threat_brief: 'Took files' },
  ...{ created_at: EARLIER, events: [event] },
};
const ofBo = { ...ofDana, user_email: 'bo@acme.com', user_name: 'Bo Larsen' };

/** What a function gets of the platform once Dana is forgotten. */
function asked(item: object, threat: object = { ...event, user_email: 'dana@acme.com' }): PostureClient {
  const page = (one: object) => ({
    ...{ items: [one], rejected: [], repairs: [], nextCursor: null, serverTimeMs: null },
  });
  const list = (one: object) => ({
    page: async () => page(one),
    async *pages() {
      yield page(one);
    },
  });
  const client = { cases: list(item), threats: list(threat) } as unknown as PostureClient;
  return withoutForgotten(client, createWhoIsForgotten({ read: async () => LIST }, { now: () => NOON }));
}

const notNamed = (told: unknown): string | null => {
  const text = JSON.stringify(told);
  return NAMED.test(text) || text.includes('took') || text.includes('Took files"') ? `told: ${text}` : null;
};
const withoutName = (told: unknown): string | null =>
  NAMED.test(JSON.stringify(told)) ? `told: ${JSON.stringify(told)}` : null;

const ATTEMPTS: readonly Attempt[] = [
  {
    name: 'replay, backfill or rewind of a case of somebody who is forgotten',
    run: async () => notNamed((await asked(ofDana).cases.page()).items),
  },
  {
    name: 'a look for one case, page by page, after a late press',
    async run() {
      for await (const { items } of asked(ofDana).cases.pages()) return notNamed(items);
      return 'no page came';
    },
  },
  {
    name: 'a threat of somebody who is forgotten',
    run: async () => notNamed((await asked(ofDana).threats.page()).items),
  },
  {
    name: 'a case of another person that names them',
    run: async () => withoutName((await asked(ofBo).cases.page()).items),
  },
  {
    name: 'the same in other letters, with what cannot be seen',
    run: async () =>
      withoutName((await asked({ ...ofBo, threat_brief: 'DA\u200bNA FROST' }).cases.page()).items),
  },
];

export const forgottenPeople: AttackGroup = {
  name: 'people who are forgotten',
  attacks: 'whatever makes the bridge ask the platform again about somebody who was forgotten',
  share: 0,
  checks: [
    {
      name: 'a page of cases is handed on as it came',
      file: 'lib/outbox/forgotten/without-forgotten.ts',
      right: 'cases: behind(client.cases, eraseCase)',
      wrong: 'cases: behind(client.cases, (one) => one)',
    },
    {
      name: 'threats are handed on as they came',
      file: 'lib/outbox/forgotten/without-forgotten.ts',
      right: 'threats: behind(client.threats, eraseThreat)',
      wrong: 'threats: behind(client.threats, (one) => one)',
    },
    {
      name: 'a case of others keeps its texts',
      file: 'lib/outbox/forgotten/erase-item.ts',
      right: "if (typeof inside === 'string') return since.without(inside);",
      wrong: "if (typeof inside === 'string') return inside;",
    },
    {
      name: 'nobody looks whom a case is about',
      file: 'lib/outbox/forgotten/erase-item.ts',
      right: "typeof text === 'string' && isTheirs(text)",
      wrong: "typeof text === 'string' && !isTheirs(text) && text === ''",
    },
  ],
  /** What came later, and what names nobody who is forgotten, is told as it is. */
  async control() {
    const later = { ...ofDana, created_at: '2026-11-18T13:00:00Z' };
    const bare = { ...ofBo, events: [] };
    for (const item of [later, bare]) {
      const [told] = (await asked(item).cases.page()).items;
      if (JSON.stringify(told) !== JSON.stringify(item)) return `changed: ${JSON.stringify(told)}`;
    }
    return null;
  },
  tries: () => ATTEMPTS,
};
