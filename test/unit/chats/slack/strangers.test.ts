import { describe, expect, it } from 'vitest';
import { httpHandler } from '../../../../lib/base/http/http-event.ts';
import { remembered } from '../../../../lib/base/remembered.ts';
import { createSlackApp } from '../../../../lib/chats/slack/app.ts';
import { createInteractionReader } from '../../../../lib/chats/slack/interaction-reader.ts';
import { createSlackVerifier } from '../../../../lib/chats/slack/verify.ts';
import {
  type Arrival,
  arrive,
  blockActions,
  formOf,
  interactionOf,
  NOW_MS,
  SIGNING_SECRET,
  TEAM,
} from '../../../support/slack-requests.ts';

const CLICK = interactionOf(blockActions());
const OTHER_SECRET = '0123456789abcdef0123456789abcdef';
const unsigned: Arrival = { headers: {}, body: 'payload=x', isBase64Encoded: false, nowMs: NOW_MS };

/** The edge of the action function, with a parameter store that can be down. */
function createEdge() {
  const store = { secret: SIGNING_SECRET, isDown: false, reads: 0 };
  const sums: Record<string, number> = {};
  let nowMs = NOW_MS;
  const app = createSlackApp({
    verifier: remembered(async () => {
      store.reads++;
      if (store.isDown) throw new Error('SSM is down');
      return createSlackVerifier(store.secret);
    }),
    read: createInteractionReader({ teamIds: [TEAM] }),
    answer: async () => null,
    clock: { now: () => nowMs, sleep: async () => {} },
    log: () => {},
    metrics: (_, __, values) => {
      for (const [name, value] of Object.entries(values)) sums[name] = (sums[name] ?? 0) + Number(value);
    },
  });
  const handle = httpHandler(app.fetch);
  return {
    store,
    sums,
    pass: (ms: number) => {
      nowMs += ms;
    },
    async send(arrival: Arrival): Promise<number> {
      const requestContext = { http: { method: 'POST' } };
      const { statusCode } = await handle({ ...arrival, rawPath: '/slack/interactions', requestContext });
      return statusCode;
    },
    click: (secret = SIGNING_SECRET) => arrive(CLICK, { secret, nowMs }),
  };
}

describe('strangers', () => {
  it('make the function read no secret, however many they are', async () => {
    const { send, store } = createEdge();
    for (let one = 0; one < 500; one++) expect(await send(unsigned)).toBe(401);
    expect(store.reads).toBe(0);
  });

  it('make it read the secret again at most once a minute, even with signatures in the right form', async () => {
    const { send, store, click, pass } = createEdge();
    for (let second = 0; second < 180; second++) {
      pass(1_000);
      for (let one = 0; one < 5; one++) expect(await send(click(OTHER_SECRET))).toBe(401);
    }
    expect(store.reads).toBeLessThanOrEqual(4);
  });

  it('do not make it forget the secret while the parameter store is down', async () => {
    const { send, store, click, pass } = createEdge();
    expect(await send(click())).toBe(200);
    store.isDown = true;
    pass(61_000);
    expect(await send(click(OTHER_SECRET))).toBe(401);
    expect(await send(click())).toBe(200);
  });
});

describe('what is disputed', () => {
  const disputedBy = async (...arrivals: Arrival[]) => {
    const edge = createEdge();
    for (const one of arrivals) await edge.send(one);
    return edge.sums;
  };

  it('is a click of our workspace that is signed with another secret', async () => {
    const { click } = createEdge();
    const sums = await disputedBy(click(OTHER_SECRET), click(OTHER_SECRET), click(OTHER_SECRET));
    expect(sums).toEqual({ RequestsDisputed: 3, RequestsRefused: 3, RequestsTaken: 0 });
  });

  it('is what Slack has signed and we do not take: from another workspace, or not to be read', async () => {
    const sums = await disputedBy(
      arrive(interactionOf(blockActions('Zoë', 'T0OTHER001'))),
      arrive(formOf({ payload: '{' })),
    );
    expect(sums).toMatchObject({ RequestsDisputed: 2, RequestsTaken: 0 });
  });

  it.each<[string, Arrival]>([
    ['has no signature', unsigned],
    ['is old', arrive(CLICK, { secret: OTHER_SECRET, timestamp: String(NOW_MS / 1000 - 400) })],
    [
      'names another workspace',
      arrive(interactionOf(blockActions('x', 'T0OTHER001')), { secret: OTHER_SECRET }),
    ],
    ['is no click', arrive(formOf({ payload: '{"type":"x"}' }), { secret: OTHER_SECRET })],
    ['cannot be read', arrive(formOf({ payload: '{' }), { secret: OTHER_SECRET })],
    [
      'is larger than clicks are',
      arrive(interactionOf({ ...blockActions(), more: 'x'.repeat(300_000) }), { secret: OTHER_SECRET }),
    ],
  ])('is nothing that a stranger sends and that %s', async (_, arrival) => {
    expect(await disputedBy(arrival, arrival, arrival)).toEqual({
      RequestsDisputed: 0,
      RequestsRefused: 3,
      RequestsTaken: 0,
    });
  });
});
