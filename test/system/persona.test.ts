import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest, closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { lookAtLives } from '../support/bridge/ledger-view.ts';
import {
  inTeams,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  replySaying,
  threadOf,
} from '../support/bridge/posted-case.ts';
import { type ReferenceServer, startReferenceServer } from '../support/posture-api.ts';

const SIZES = { cases: 3, threats: 4, users: 40, nhi: 6, drift: 0 };

interface Cast {
  readonly email: string;
  readonly name: string;
}

/** People of the platform, those first of whom it has a whole persona; and one of whom it has none yet. */
async function castOf(api: ReferenceServer) {
  const client = api.client();
  const { items: users } = await client.users.page({ pageSize: 40 });
  const whole: Cast[] = [];
  const empty: Cast[] = [];
  for (const { tuid, name, email_addresses } of users) {
    const cast = { email: email_addresses?.[0] ?? '', name: name ?? '' };
    const detail = await client.personaDetail(tuid).catch(() => null);
    if (detail?.variant === 'placeholder') empty.push(cast);
    if (detail?.variant === 'persona' && detail.persona.access && detail.persona.posture) whole.push(cast);
  }
  return { whole, empty };
}

describe('who a case is about', () => {
  let world: BridgeWorld;
  let people: Record<string, Cast>;
  beforeAll(async () => {
    // The same people as in the world that is started with them.
    const api = await startReferenceServer(SIZES);
    const { whole, empty } = await castOf(api);
    await api.close();
    const lanes = ['soc', 'locked', 'denied', 'veiled', 'bare', 'service', 'again'];
    people = Object.fromEntries([...lanes.map((lane, n) => [lane, whole[n]]), ['unready', empty[0]]] as [
      string,
      Cast,
    ][]);
    world = await startBridgeWorld(
      {
        both: [...lanes, 'unready'],
        people: Object.fromEntries(Object.entries(people).map(([lane, { email }]) => [lane, email])),
      },
      {
        api: SIZES,
        config: { poll: { every: '5s', feeds: ['cases'] }, changes: { every: '1h' } },
        display: {
          'veiled-slack': { show: 'pseudonym' },
          'veiled-teams': { show: 'pseudonym' },
          'bare-slack': { show: 'minimal' },
          'bare-teams': { show: 'minimal' },
        },
      },
    );
  });
  afterAll(() => closeAtRest(world));

  const nameIn = (lane: string): string => people[lane]?.name ?? '';
  async function postIn(lane: string, fields: object = {}): Promise<PostedCase> {
    const posted = await postCase(world, lane, { user_email: people[lane]?.email, ...fields });
    await messageOf(world, inTeams(posted));
    return posted;
  }
  /** The platform tells nobody who it is about until both messages are there: else they would say it themselves. */
  async function postUntold(lane: string, fields: object = {}): Promise<PostedCase> {
    for (const path of ['/personas/**', '/nhi/**'])
      await world.api.control('POST', '/faults', { path, kind: 'status', status: 500 });
    const posted = await postIn(lane, fields);
    await world.api.control('DELETE', '/faults');
    return posted;
  }
  const threadsSay = (posted: PostedCase, words: string) =>
    Promise.all([replySaying(world, posted, words), replySaying(world, inTeams(posted), words)]);
  const threadsOf = async (posted: PostedCase): Promise<string[]> => [
    ...(await threadOf(world, posted)),
    ...(await threadOf(world, inTeams(posted))),
  ];
  const personasIn = async (posted: PostedCase) =>
    (await threadsOf(posted)).filter((text) => /Wh(o|at) is /.test(text));

  it('is told in the thread of both chats, once: role, access, what is usual', async () => {
    const posted = await postUntold('soc');
    await lookAtLives(world);
    const told = await threadsSay(posted, `Who is ${nameIn('soc')}`);
    for (const text of told)
      for (const words of ['Observed role: ', 'Access: ', 'Usual behavior: ', 'Risk: '])
        expect(text).toContain(words);
    await lookAtLives(world);
    await lookAtLives(world);
    await atRest(world);
    expect(await personasIn(posted)).toHaveLength(2);
  });

  it('is in the message of the next case of the same person, without asking again, and stays there', async () => {
    const first = await postUntold('again');
    await lookAtLives(world);
    await threadsSay(first, `Who is ${nameIn('again')}`);
    await world.api.control('POST', '/faults', { path: '/personas/**', kind: 'status', status: 500 });
    const second = await postIn('again');
    const words = `Who is ${nameIn('again')}`;
    await messageSaying(world, second, words);
    await messageSaying(world, inTeams(second), words);
    await world.api.control('DELETE', '/faults');
    // A message that is drawn again keeps it.
    await world.api.control('POST', `/cases/${second.id}/events`, {
      ...{ title: 'A late sign', severity: 'critical' },
    });
    await lookAtLives(world);
    await messageSaying(world, second, 'A late sign');
    await messageSaying(world, inTeams(second), 'A late sign');
    await atRest(world);
    for (const posted of [second, inTeams(second)]) await messageSaying(world, posted as PostedCase, words);
    expect(await personasIn(second)).toEqual([]);
  });

  it('waits for a platform that is not ready, and keeps no case waiting', async () => {
    await world.api.control('POST', '/readiness', { resource: 'personas', days_until_ready: 3 });
    const posted = await postIn('locked');
    await lookAtLives(world);
    await atRest(world);
    expect(await personasIn(posted)).toEqual([]);
    await world.api.control('POST', '/readiness', { resource: 'personas', days_until_ready: 0 });
    await lookAtLives(world);
    await threadsSay(posted, `Who is ${nameIn('locked')}`);
  });

  it('says nothing where the key may not read personas, and nothing of whom nobody knows anything yet', async () => {
    const fault = { path: '/personas/**', kind: 'status', status: 403, body: { error: 'not for this key' } };
    await world.api.control('POST', '/faults', fault);
    const [denied, unready] = [await postIn('denied'), await postIn('unready')];
    await lookAtLives(world);
    await world.api.control('DELETE', '/faults');
    await lookAtLives(world);
    await threadsSay(denied, `Who is ${nameIn('denied')}`);
    await atRest(world);
    expect(await personasIn(unready)).toEqual([]);
    expect(world.lines.join('\n')).toMatch(/personas not read.*rejected/);
  });

  it('is told of service identities that events name, with their steward', async () => {
    const { items } = await world.api.client().nhis.page({ pageSize: 6 });
    const one = items.find(({ steward_upn, has_persona }) => steward_upn && has_persona);
    const posted = await postUntold('service', {
      events: [
        {},
        { user_name: one?.display_name, user_email: '' },
        { user_name: 'nobody knows it', user_email: '' },
      ],
    });
    await lookAtLives(world);
    const told = await threadsSay(posted, `What is ${one?.display_name}`);
    for (const text of told) expect(text).toContain(`Steward: ${one?.steward_upn}`);
    await threadsSay(posted, `Who is ${nameIn('service')}`);
    await atRest(world);
    expect(await personasIn(posted)).toHaveLength(4);
  });

  it('is not told where people are hidden; and of a service identity without the people behind it', async () => {
    const { items } = await world.api.client().nhis.page({ pageSize: 6 });
    const one = items.find(({ steward_upn, has_persona }) => steward_upn && has_persona);
    const events = [{ user_name: one?.display_name, user_email: '' }];
    const [veiled, bare] = [await postUntold('veiled', { events }), await postUntold('bare', { events })];
    await lookAtLives(world);
    const told = await threadsSay(veiled, `What is ${one?.display_name}`);
    for (const text of told) {
      expect(text).toMatch(/Steward: Person [2-9B-Z]{6}/);
      expect(text).not.toContain('@');
    }
    await atRest(world);
    expect(await personasIn(veiled)).toHaveLength(2);
    expect(await personasIn(bare)).toEqual([]);
    for (const posted of [veiled, bare])
      expect((await threadsOf(posted)).join()).not.toContain(nameIn(posted.lane).split(' ')[1]);
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
