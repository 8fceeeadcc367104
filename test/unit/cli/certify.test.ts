import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../../bridge.config.ts';
import type { AskApi } from '../../../cli/certify/ask-api.ts';
import type { Belief } from '../../../cli/certify/belief.ts';
import { BELIEFS } from '../../../cli/certify/beliefs.ts';
import { type AskPerson, certify } from '../../../cli/certify/certify.ts';
import { itemsIn } from '../../../cli/certify/look-at-filters.ts';
import { type ReferenceServer, startReferenceServer } from '../../support/posture-api.ts';
import {
  type AwsWorld,
  answering,
  deafTo,
  every,
  openApi,
  openWorld,
  SOUND_AWS,
  SOUND_WAY,
  type World,
} from './certify-world.ts';

let server: ReferenceServer;
let sound: World;
beforeAll(async () => {
  server = await startReferenceServer({
    keys: [
      { domain: 'acme', key: 'test-key-of-acme' },
      { domain: 'newcomer', key: 'test-key-of-newcomer' },
    ],
    cases: 40,
    threats: 60,
    readLimit: 0,
  });
  for (const resource of ['cases', 'threats', 'nhi'])
    await server.control('POST', '/readiness?domain=newcomer', { resource, days_until_ready: 3 });
  const apis = new Map([
    ['acme', openApi(server.url, 'test-key-of-acme')],
    ['newcomer', openApi(server.url, 'test-key-of-newcomer')],
  ]);
  sound = { aws: SOUND_AWS, apis, ways: [SOUND_WAY] };
});
afterAll(() => server.close());

const AUTOMATIC = (BELIEFS as readonly Belief[]).filter(({ look }) => look !== undefined);
/** A part of these takes a person. */
const PARTLY = ['leading-keys-insert', 'leading-keys-index', 'retain-except-on-create'];
type AutomaticId = Extract<(typeof BELIEFS)[number], { look: unknown }>['id'];

const findingsIn = async (world: World, ask: AskPerson | null = null) =>
  certify(BELIEFS, openWorld(world, example), ask);
const wrongIn = async (world: World): Promise<string[]> =>
  (await findingsIn(world)).filter(({ is }) => is === 'wrong').map(({ belief }) => belief.id);

const onAws =
  (change: (aws: AwsWorld) => Partial<AwsWorld>) =>
  (world: World): World => ({ ...world, aws: { ...world.aws, ...change(world.aws) } });
const measuring = (name: string, values: AwsWorld['measured'][string]) =>
  onAws(({ measured }) => ({ measured: { ...measured, [name]: values } }));
const withOutput = (name: string, value: string) =>
  onAws(({ outputs }) => ({ outputs: { ...outputs, [name]: value } }));
const onApi =
  (change: (api: AskApi) => AskApi) =>
  (world: World): World => ({
    ...world,
    apis: new Map([...world.apis].map(([name, api]) => [name, change(api)])),
  });

/** For each belief that the command sees by itself: worlds in which it alone is not so. */
const PLANTS: Readonly<Record<AutomaticId, Readonly<Record<string, (world: World) => World>>>> = {
  'whole-way': {
    'a test stops at the card': (world) => ({
      ...world,
      ways: [SOUND_WAY, { ...SOUND_WAY, stopped: { at: 'card', why: 'Ada said no' } }],
    }),
  },
  'leading-keys-insert': {
    'IAM does not look at the rows of an insert': onAws(({ mayTouch }) => ({
      mayTouch: (rows, resource) => !resource.includes('/index/') || mayTouch(rows, resource),
    })),
    'IAM refuses its own rows': onAws(({ mayTouch }) => ({
      mayTouch: (rows, resource) => resource.includes('/index/') && mayTouch(rows, resource),
    })),
  },
  'leading-keys-index': {
    'IAM does not look at the keys of an index': onAws(({ mayTouch }) => ({
      mayTouch: (rows, resource) => resource.includes('/index/') || mayTouch(rows, resource),
    })),
    'IAM looks at the first of the keys': onAws(({ mayTouch }) => ({
      mayTouch: (rows, resource) =>
        mayTouch(resource.includes('/index/') ? rows.slice(0, 1) : rows, resource),
    })),
  },
  'fill-alarms': {
    'an alarm that fills gaps has no data': onAws(() => ({
      alarms: [
        { state: 'OK', expression: 'FILL(m0, 0)' },
        { state: 'INSUFFICIENT_DATA', expression: 'FILL(m0, 0) * FILL(m1, 0)' },
      ],
    })),
  },
  'emf-units': {
    'a count without a unit': measuring('Healthy', every(12, 1, 'None')),
    'log lines are not read': measuring('Healthy', []),
  },
  'schedule-precision': {
    'every other minute': measuring(
      'Invocations',
      every(59, 1).filter((_, index) => index % 2 === 0),
    ),
  },
  'cold-answer': {
    'an answer of four seconds': measuring('Latency', [...every(9, 400), ...every(1, 4_000)]),
  },
  'idle-pollers': { 'twenty long polls at a time': measuring('NumberOfEmptyReceives', every(24, 3_600)) },
  'route-ids': {
    'counted ids': onAws(() => ({ routeIds: ['aaaaab1', 'aaaaab2', 'aaaaab3'] })),
    'short ids': onAws(() => ({ routeIds: ['ab1', 'xy2'] })),
  },
  'stack-id': {
    'a number': withOutput('CanaryUrl', 'https://abcde12345.execute-api.eu-west-1.amazonaws.com/42/canary'),
  },
  'fifo-names': { 'a name without .fifo': withOutput('SlackDeliveriesQueue', 'https://sqs.x/1/slack-1') },
  'retain-except-on-create': {
    'a stack that was rolled back': onAws(() => ({ status: 'ROLLBACK_COMPLETE' })),
  },
  'threat-filters': {
    'email is called user': onApi(deafTo('email')),
    'tuid is called user_id': onApi(deafTo('tuid')),
    'category is called categories': onApi(deafTo('category')),
    'source is called origin': onApi(deafTo('source')),
    'source is refused': onApi(
      answering((answer, { path, query }) =>
        path === '/threats' && 'source' in query ? { ...answer, status: 400, body: { error: 'x' } } : answer,
      ),
    ),
  },
  'user-filter': {
    'search is called q': (world) =>
      onApi((api) => ({
        ...api,
        get: (path, query) => (path === '/users' ? deafTo('search')(api) : api).get(path, query),
      }))(world),
  },
  'nhi-filters': {
    'nhi_class is called class': onApi(deafTo('nhi_class')),
    'provider is called platform': onApi(deafTo('provider')),
    'status is called state': onApi(deafTo('status')),
    'has_persona is called persona': onApi(deafTo('has_persona')),
  },
  'nhi-pages': {
    'pages are called limit': (world) =>
      onApi((api) => ({
        ...api,
        get: (path, query) => (path === '/nhi/personas' ? deafTo('page_size')(api) : api).get(path, query),
      }))(world),
    'the cursor is called after': onApi(deafTo('next_cursor')),
  },
  'order-of-lists': {
    'threats in no order': onApi(
      answering((answer, { path }) =>
        path === '/threats' && Array.isArray(answer.body.data)
          ? { ...answer, body: { ...answer.body, data: shuffled(answer.body.data) } }
          : answer,
      ),
    ),
  },
  'cursor-is-an-id': {
    'an opaque cursor': onApi(
      answering((answer, { path }) =>
        path === '/cases' && answer.body.next_cursor
          ? { ...answer, body: { ...answer.body, next_cursor: 'b64==' } }
          : answer,
      ),
    ),
  },
  'list-statuses': {
    'a list is not there': onApi(
      answering((answer, { path }) => (path === '/users' ? { ...answer, status: 404, body: {} } : answer)),
    ),
  },
  'not-ready-body': {
    'days are a text': onApi(
      answering((answer) =>
        answer.status === 423 ? { ...answer, body: { ...answer.body, days_until_ready: '3' } } : answer,
      ),
    ),
    'another resource': onApi(
      answering((answer) =>
        answer.status === 423 ? { ...answer, body: { ...answer.body, resource: 'Ada' } } : answer,
      ),
    ),
    'no body at all': onApi(
      answering((answer) => (answer.status === 423 ? { ...answer, body: {} } : answer)),
    ),
  },
  unauthorized: {
    'a stranger gets 403': onApi(
      answering((answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)),
    ),
    'a 401 is a page': onApi(
      answering((answer) => (answer.status === 401 ? { ...answer, body: {} } : answer)),
    ),
  },
  'api-time': {
    'no header Date': onApi(
      answering((answer) => ({ ...answer, headers: { ...answer.headers, date: undefined } })),
    ),
  },
};

/** The first, the last, the second ... */
const shuffled = <T>(items: readonly T[]): T[] =>
  items.map((_, index) => items[index % 2 === 0 ? index / 2 : items.length - (index + 1) / 2] as T);

describe('certify', () => {
  it('finds everything as believed where it is, and says what it saw only a part of', async () => {
    const automatic = (await findingsIn(sound)).filter(({ belief }) => belief.look !== undefined);
    const others = automatic.filter(({ is }) => is !== 'well');
    expect(others.map(({ belief, is, sentence }) => [belief.id, is, sentence])).toEqual(
      PARTLY.map((id) => [id, 'unknown', expect.stringMatching(/^only partly: /)]),
    );
    expect(automatic.length).toBeGreaterThan(20);
  });

  it('says nothing of AWS about a bridge that has only just begun', async () => {
    const { Invocations = [] } = SOUND_AWS.measured;
    const [young, quiet] = [Invocations.slice(0, 3), []].map((runs) => ({
      ...sound,
      aws: { ...SOUND_AWS, measured: { Invocations: runs, Healthy: runs } },
    }));
    expect(await wrongIn(young as World)).toEqual([]);
    expect(await wrongIn(quiet as World)).toEqual([]);
    const ofTime = withOutput('CanaryUrl', (SOUND_AWS.outputs.CanaryUrl ?? '').replace('-41e4-', '-11e4-'));
    const stackId = (await findingsIn(ofTime(sound))).find(({ belief }) => belief.id === 'stack-id');
    expect(stackId).toMatchObject({ is: 'unknown', sentence: expect.stringMatching(/UUID of version 1$/) });
  });

  it('has a plant for each belief that it sees by itself', () => {
    expect(Object.keys(PLANTS).toSorted()).toEqual(AUTOMATIC.map(({ id }) => id).toSorted());
  });

  it.each(
    Object.entries(PLANTS).flatMap(([id, plants]) =>
      Object.entries(plants).map(([name, plant]) => [id, name, plant] as const),
    ),
  )('names %s where %s', async (id, _, plant) => {
    expect(await wrongIn(plant(sound))).toEqual([id]);
  });

  it('says nothing of an API without data, or without a key', async () => {
    const empty = onApi(
      answering((answer) => (itemsIn(answer).length > 0 ? { ...answer, body: { items: [] } } : answer)),
    )(sound);
    expect(await wrongIn(empty)).toEqual([]);
    expect(await wrongIn({ ...sound, apis: new Map() })).toEqual([]);
  });

  it('asks a person only for what it could not see, and believes them', async () => {
    const asked: string[] = [];
    const found = await findingsIn(sound, async ({ id }) => {
      asked.push(id);
      return id === 'teams-phones' ? false : id === 'teams-dates' ? true : null;
    });
    const isForPeople = ({ id, look }: Belief) => look === undefined || PARTLY.includes(id);
    expect(asked).toEqual((BELIEFS as readonly Belief[]).filter(isForPeople).map(({ id }) => id));
    const of = (id: string) => found.find(({ belief }) => belief.id === id);
    expect(of('teams-phones')).toMatchObject({ is: 'wrong', by: 'a person' });
    expect(of('teams-dates')).toMatchObject({ is: 'well', by: 'a person' });
    expect(of('teams-graph')).toMatchObject({ is: 'unknown', by: 'nobody' });
  });

  it('does not ask about a chat that the bridge does not have', async () => {
    const { teams: _, ...config } = example;
    const asked = new Set<string>();
    await certify(BELIEFS, openWorld(sound, config as typeof example), async ({ about }) => {
      asked.add(about);
      return null;
    });
    expect([...asked].toSorted()).toEqual(['AWS', 'slack', 'the API']);
  });
});
