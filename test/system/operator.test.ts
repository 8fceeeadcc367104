import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asWritten } from '../support/as-written.ts';
import { decide } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { API_KEY, type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { destinationsOf, type Lanes, routesOf } from '../support/bridge/lanes.ts';
import { ANNA, BEN } from '../support/bridge/people.ts';
import { channelOf } from '../support/bridge/places.ts';
import { messageOf, messagesOf, openCase, postCase } from '../support/bridge/posted-case.ts';
import { runOperator } from '../support/bridge/run-operator.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES: Lanes = { slack: ['decided', 'shut', 'back', 'old', 'again'] };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

let world: BridgeWorld;
let bundle: string;
const config = writeConfigFile({
  destinations: destinationsOf(LANES),
  routes: routesOf(LANES),
  poll: { every: '5s', feeds: ['cases'] },
  verdicts: { allow: { slackUsers: [ANNA, BEN] } },
  ops: { to: 'ops' },
});
beforeAll(async () => {
  [world, bundle] = await Promise.all([startBridgeWorld(LANES), bundleForNode('cli/main.ts', 'operator')]);
});
afterAll(async () => {
  config.remove();
  await closeAtRest(world);
});

/** With nothing but the AWS SDK's own variables and the name of the stack. */
const bridge = (...args: string[]) =>
  runOperator(world, bundle, [
    ...args,
    ...(args.includes('--name') ? [] : ['--name', world.cloud.name]),
    ...(args.includes('--config') || QUEUE_COMMANDS.test(args.join(' ')) ? [] : ['--config', config.path]),
  ]);
const QUEUE_COMMANDS = /^(dlq list|dlq show)\b/;
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const json = async (...args: string[]): Promise<any> => {
  const { stdout, stderr } = await bridge(...args, '--json');
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
};

describe('a bridge, as its operator sees it', () => {
  it('is healthy, with feeds that are polled, open destinations and no dead letters', async () => {
    const { status, stdout } = await waitFor(async () => {
      const ended = await bridge('status');
      expect(ended.stderr).toBe('');
      expect(ended.stdout).toMatch(/^✓ The bridge is healthy\./);
      return ended;
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      / {2}feeds {9}all 1 polled\n {2}destinations {2}all 6 open; \d+ waiting\n {2}queues/,
    );
    const { feeds, queues, budget } = await json('status');
    expect(feeds).toMatchObject([{ domain: 'acme', feed: 'cases', is: 'polled' }]);
    expect(queues.map(({ queue }: { queue: string }) => queue)).toEqual([
      'slack deliveries',
      'verdicts',
      'ticks',
    ]);
    expect(budget).toMatchObject([
      { domain: 'acme', kind: 'read', limit: 1_000 },
      { domain: 'acme', kind: 'write', limit: 200 },
    ]);
    const all = (await bridge('status', '--all')).stdout.split('\n\n');
    expect(all.slice(2).map((part) => part.split(' ')[0])).toEqual([
      'feed',
      'destination',
      'queue',
      'domain',
    ]);
    expect(await json('mutes')).toEqual({ mutes: [] });
    expect(await json('deduped')).toEqual({ windows: [] });
  });

  it('is asked what its functions may read, and says which secret a deployment has not given them', async () => {
    const rightsWith = async (apiKey: string) => {
      const { domains, slack, destinations, routes, verdicts, ops } = world.config;
      const acme = { baseUrl: domains.acme?.baseUrl ?? '', apiKey };
      const some = { domains: { acme }, slack, destinations, routes, verdicts, ops };
      const file = writeConfigFile(asWritten(some as never) as never);
      const { findings } = await json('doctor', '--config', file.path);
      file.remove();
      return findings.filter(({ about }: { about: string }) => about === 'rights to secrets');
    };
    const about = 'rights to secrets';
    const sentence = 'poll, notify-slack, action, verdict, reconcile: each may read all that it needs';
    expect(await rightsWith(API_KEY)).toEqual([{ about, is: 'well', sentence }]);
    expect(await rightsWith('/test/acme/other-key')).toContainEqual({
      about,
      is: 'wrong',
      sentence: expect.stringContaining('the function poll may not read /test/acme/other-key:'),
    });
  });

  it('says who decided what, and that the platform has it', async () => {
    const posted = await postCase(world, 'decided');
    await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    await waitFor(async () => {
      const { verdicts } = await json('verdicts');
      expect(verdicts).toMatchObject([
        { domain: 'acme', caseId: posted.id, outcome: 'TRUE_POSITIVE', is: 'recorded', by: { id: ANNA } },
      ]);
    });
  });

  it('explains why a case went where it went, and what another configuration would have done', async () => {
    const posted = await postCase(world, 'decided');
    const explained = await json('routes', 'explain', posted.id);
    expect(explained).toMatchObject({
      domain: 'acme',
      feed: 'cases',
      id: posted.id,
      goesTo: [{ destination: 'decided', hidden: null }],
      stands: [{ destination: 'decided', is: 'shown' }],
    });
    const proposed = writeConfigFile({
      destinations: destinationsOf(LANES),
      routes: [{ name: 'all', to: 'again' }],
      poll: { every: '5s', feeds: ['cases'] },
      verdicts: { allow: { slackUsers: [ANNA, BEN] } },
      ops: { to: 'ops' },
    });
    try {
      const diff = await json('routes', 'diff', '--config', proposed.path, '--against', config.path);
      expect(diff.changed).toContainEqual(
        expect.objectContaining({ id: posted.id, before: ['decided'], after: ['again'], by: ['all'] }),
      );
      expect(diff.read).toMatchObject({ isCut: false, unreadable: 0 });
      expect(diff.read.rows).toBeGreaterThan(0);
    } finally {
      proposed.remove();
    }
    const { status, stderr } = await bridge('routes', 'explain', 'no-such-case');
    expect([status, stderr]).toEqual([1, expect.stringContaining('keeps no message of no-such-case')]);
  });

  it('says which destination is closed, since when and why, and what waits for it', async () => {
    world.slack.archive(channelOf('shut'));
    const { id } = await openCase(world, 'shut');
    const closed = await waitFor(async () => {
      const { destinations } = await json('status');
      const [one] = destinations.filter(({ is }: { is: string }) => is === 'closed');
      expect(one).toMatchObject({ destination: 'shut', because: expect.stringContaining('is_archived') });
      return one;
    });
    expect(closed).toMatchObject({ kind: 'place', waiting: 1 });
    expect(Date.parse(closed.since)).toBeGreaterThan(Date.now() - 600_000);
    const status = await bridge('status');
    expect([status.status, status.stdout]).toEqual([1, expect.stringContaining('shut is closed (')]);
    world.slack.archive(channelOf('shut'), false);
    await waitFor(async () => {
      expect((await json('status')).destinations).not.toContainEqual(
        expect.objectContaining({ is: 'closed' }),
      );
    });
    expect(id).not.toBe('');
  });

  it('has no bridge of another name', async () => {
    const { status, stderr } = await bridge('status', '--name', 'other');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no bridge named other in /)]);
  });
});

describe('a look back', () => {
  it('finds a case that no poll would look for, and posts nothing twice, beside a poller that runs', async () => {
    const old = await openCase(world, 'back', { created_at: daysAgo(20) });
    // Polls come and go, and do not look so far back.
    await postCase(world, 'back');
    expect(messagesOf(world, old)).toEqual([]);
    const asked = await json('cursor', 'rewind', '--to', '25d', '--yes');
    expect(asked).toMatchObject({ feeds: [{ domain: 'acme', feed: 'cases' }] });
    // Something new makes the poller write, and so see that its row was changed.
    await postCase(world, 'back');
    await messageOf(world, old);
    await bridge('cursor', 'rewind', '--to', '25d', '--yes');
    await postCase(world, 'back');
    await waitFor(async () => {
      const { cursors } = await json('cursor', 'show');
      expect(cursors).toMatchObject([{ feed: 'cases', walks: [] }]);
    });
    // The old one and three new ones, each once.
    expect(world.slack.messages(channelOf('back'))).toHaveLength(4);
    expect(messagesOf(world, old)).toHaveLength(1);
  });

  it('is not made without being confirmed', async () => {
    const { status, stderr } = await bridge('cursor', 'rewind', '--to', '25d');
    expect(status).toBe(2);
    expect(stderr).toMatch(/looks again at everything since .*\n.*\nNothing was changed\./);
  });

  it('backfills what is older, waits until it is done, and says so', async () => {
    const old = await openCase(world, 'old', { created_at: daysAgo(40) });
    const filled = json('backfill', '--since', '60d', '--yes');
    await postCase(world, 'old');
    expect(await filled).toMatchObject({ feeds: [{ domain: 'acme', feed: 'cases', done: true }] });
    await messageOf(world, old);
    await json('backfill', '--since', '60d', '--yes', '--no-wait');
  });

  it('replays one case: nothing stands twice where it is already', async () => {
    const posted = await postCase(world, 'again');
    const replayed = json('replay', posted.id, '--yes');
    await postCase(world, 'again');
    expect(await replayed).toMatchObject({ item: posted.id, places: ['again'], done: true });
    await waitFor(() => expect(messagesOf(world, posted)).toHaveLength(1));
  });
});

describe('dead letters', () => {
  it('are listed, shown, sent back once more, and dropped', async () => {
    const { endpoints, outputs } = world.cloud;
    const sqs = new SQSClient({
      endpoint: endpoints.aws,
      region: endpoints.region,
      credentials: endpoints.operator,
    });
    const QueueUrl = outputs.VerdictsDeadLetters ?? '';
    const park = (MessageBody: string) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody,
          MessageAttributes: { reason: { DataType: 'String', StringValue: 'cannot be read' } },
        }),
      );
    const { MessageId } = await park('{"kind":"odd","v":1}');
    const listed = await bridge('dlq', 'list', '--json');
    expect(listed.status).toBe(1);
    const [letter] = JSON.parse(listed.stdout).letters;
    expect(letter).toMatchObject({
      queue: 'verdicts',
      id: MessageId,
      reason: 'cannot be read',
      about: 'odd',
    });
    const shown = await bridge('dlq', 'show', String(MessageId));
    expect(shown.stdout).toMatch(/^queue {5}verdicts\n[\s\S]*why {7}cannot be read\n\n\{\n {2}"kind": "odd"/);

    expect(await json('dlq', 'redrive', 'verdicts', '--yes')).toMatchObject({ queue: 'verdicts', count: 1 });
    // The function lets what it does not understand rest in the ledger.
    expect((await bridge('dlq', 'list')).stdout).toBe('There are no dead letters.\n');
    await park('{"kind":"odd","v":1}');
    expect(await json('dlq', 'drop', 'verdicts', '--yes')).toMatchObject({ count: 1 });
    expect((await bridge('dlq', 'list')).stdout).toBe('There are no dead letters.\n');
    sqs.destroy();
  });
});

describe('the audit trail', () => {
  it('has what an operator did, with who it was, and still holds', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { stdout } = await bridge('audit', '--domain', 'acme', '--day', day, '--json');
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ what }) => what === 'operated');
    expect(entries.map(({ answer }) => answer.split(' ')[0])).toEqual(
      expect.arrayContaining(['rewind', 'backfill', 'replay', 'dlq']),
    );
    expect(entries[0].by).toMatchObject({ surface: 'aws', id: expect.stringMatching(/^arn:aws:iam::/) });
    const verified = await bridge('audit', '--verify');
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('the trail holds')]);
  });
});
