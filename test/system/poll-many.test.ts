import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { startLocalCloud } from '../../local/cloud/local-cloud.ts';
import { synthesize } from '../stack/synthesized.ts';
import type { FunctionProcess } from '../support/functions/function-host.ts';
import {
  itemsOf,
  keyParameterOf,
  listed,
  type PollWorld,
  startPollWorld,
  type WorldOptions,
  wakeUpsIn,
} from '../support/functions/poll-world.ts';
import { startReferenceServer } from '../support/posture-api.ts';
import { found } from '../support/wait-for.ts';

const OTHERS = ['beta', 'gamma', 'delta'];
const RUN = { domains: ['acme', ...OTHERS] };

let world: PollWorld;
let poll: FunctionProcess;
const closing: (() => unknown)[] = [];

async function start(options: WorldOptions = {}): Promise<void> {
  world = await startPollWorld({ moreDomains: OTHERS, ...options, api: { cases: 5, threats: 8 } });
  poll = await world.start();
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Which items of which domain went to the queue that takes everything. */
async function announced(): Promise<Record<string, string[]>> {
  const byDomain: Record<string, string[]> = {};
  for (const wakeUp of wakeUpsIn(await world.queues.drain(world.queueUrls.webhook))) {
    byDomain[wakeUp.domain ?? ''] = [...(byDomain[wakeUp.domain ?? ''] ?? []), ...itemsOf(wakeUp)].toSorted();
  }
  return byDomain;
}

const said = () => poll.output.map((line) => JSON.parse(line) as Record<string, unknown>);
const polledDomains = () =>
  new Set(
    said().flatMap(({ event, outcome, domain }) =>
      event === 'polled' && outcome === 'polled' ? [domain] : [],
    ),
  );

/** An API that takes every request and answers none. */
async function startSilentApi(): Promise<string> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

describe('one run for several domains', () => {
  afterEach(() => world.close());

  it('hands over everything of each, once', async () => {
    await start();
    const all: Record<string, string[]> = {};
    for (const domain of RUN.domains) all[domain] = [...(await listed(world.api, domain))].toSorted();
    expect(await world.poll(poll, 30_000, RUN)).toEqual({ outcome: 'done' });
    expect(await announced()).toEqual(all);
    world.clock.pass(60_000);
    expect(await world.poll(poll, 30_000, RUN)).toEqual({ outcome: 'done' });
    expect(await announced()).toEqual({});
  });

  it('goes on where the run of a single domain stopped, and the other way round', async () => {
    await start();
    await world.poll(poll, 30_000, { domains: ['beta'] });
    await announced();
    world.clock.pass(60_000);
    await world.poll(poll, 30_000, RUN);
    expect(Object.keys(await announced()).toSorted()).toEqual(['acme', 'delta', 'gamma']);
    world.clock.pass(60_000);
    await world.poll(poll, 30_000, { domains: ['gamma'] });
    expect(await announced()).toEqual({});
  });

  it('polls the others when one has no key, and says which one it is', async () => {
    await start();
    world.ssm.parameters.delete(keyParameterOf('gamma'));
    const ended = await world.poll(poll, 30_000, RUN);
    expect(ended).toMatchObject({
      message: expect.stringContaining('1 of 4 domains were not polled: gamma'),
    });
    expect(Object.keys(await announced()).toSorted()).toEqual(['acme', 'beta', 'delta']);
    expect(said().filter(({ event }) => event === 'domain not polled')).toMatchObject([{ domain: 'gamma' }]);
  });

  it('does not let the others wait for an API that does not answer', async () => {
    await start({ apiOf: { beta: await startSilentApi() } });
    const run = world.poll(poll, 12_000, RUN);
    await found(() => (polledDomains().size === 3 ? true : undefined), 'the polls of the other three');
    // Long before the run ends, which waits for the API.
    const before = await Promise.race([run.then(() => 'ended'), 'still runs']);
    expect([...polledDomains()].toSorted(), before).toEqual(['acme', 'delta', 'gamma']);
    expect(before).toBe('still runs');
    await run;
  });
});

describe('the stack of 40 domains', () => {
  it('polls each of them with its own key, and has an alarm that each could raise', async () => {
    const domains = Array.from({ length: 40 }, (_, index) => `customer-${index + 1}`);
    const keyOf = (domain: string) => `key-of-${domain}`;
    const api = await startReferenceServer({
      keys: domains.map((domain) => ({ domain, key: keyOf(domain) })),
      cases: 2,
      threats: 3,
      users: 5,
      nhi: 0,
    });
    closing.push(() => api.close());
    const config = defineBridge({
      monitoring: 'full',
      domains: Object.fromEntries(
        domains.map((domain) => [domain, { baseUrl: api.url, apiKey: keyParameterOf(domain) }]),
      ),
      destinations: {
        lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
      },
      routes: [{ name: 'everything', to: 'lake' }],
    });
    const { folder, remove } = await synthesize(config);
    closing.push(remove);
    const lines: string[] = [];
    const cloud = await startLocalCloud({
      assemblyDir: folder,
      secrets: Object.fromEntries(domains.map((domain) => [keyParameterOf(domain), keyOf(domain)])),
      outsideQueues: ['arn:aws:sqs:eu-west-1:123456789012:lake'],
      log: (_, line) => lines.push(line),
    });
    closing.unshift(() => cloud.stop());
    const polled = () =>
      new Set(
        lines.flatMap((line) => /"event":"polled","domain":"([^"]+)","feed":"cases"/.exec(line)?.[1] ?? []),
      );
    await found(() => (polled().size === 40 ? true : undefined), 'a poll of every domain');
    // One of them is the reconciler's.
    expect(cloud.template.of('AWS::Scheduler::Schedule')).toHaveLength(5);
    expect(cloud.denied).toEqual([]);
    await found(
      () => (cloud.alarmProblems().length === 0 ? true : undefined),
      'every metric that an alarm watches',
    );
  });
});
