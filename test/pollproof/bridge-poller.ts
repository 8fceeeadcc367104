import type { HttpRequest } from '../../lib/base/http/http-transport.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import type { Posted } from '../../lib/endpoints/post-safely.ts';
import { createBridge } from '../world/bridge.ts';
import { API, type Platform } from '../world/platform.ts';
import type { Receiver } from '../world/receiver.ts';
import { runQueue } from '../world/run-queue.ts';
import type { Slack } from '../world/slack.ts';
import { surround } from '../world/surroundings.ts';
import type { Instance } from '../world/world.ts';
import type { Poller } from './poller.ts';
import type { FeedName } from './scenario.ts';

const DOMAIN = 'acme';
const RUN_MS = 55_000;

/** With the settings that a bridge has unless somebody changes them. */
const configFor = (feed: FeedName, to: 'hook' | 'soc') =>
  defineBridge({
    domains: { [DOMAIN]: { baseUrl: API, apiKey: '/key' } },
    poll: { feeds: [feed] },
    slack: { signingSecret: '/signing', botToken: '/token' },
    destinations: {
      hook: { type: 'webhook', url: 'https://hook.example/in', secret: '/hook' },
      soc: { type: 'slack', channel: 'C0SOC00001' },
    },
    routes: [{ name: 'all', to }],
    verdicts: { allow: 'anyone-in-channel' },
    // A digest stands for many items; here each is counted by a message of its own.
    storm: { threshold: 1_000 },
  });

/** As the lists of scenarios name their items. */
const IDS = /[0-9a-f]{8}-0000-4000-8000-[0-9]{12}/g;

/**
 * The poll, notify and reconcile functions of the bridge, composed as on AWS. What it tells is each message that comes to stand
 * in the channel, or each event that the webhook is sent: a receiver that drops repeats by the id of an event would hear less.
 */
const bridgePoller = (name: string, says: string, to: 'hook' | 'soc'): Poller => ({
  name,
  says,
  open({ world, stage }) {
    const { time } = world;
    const config = configFor(stage.feed, to);
    const around = surround(world);
    const aheadMs = (stage.scenario.pollerAhead ?? 0) * stage.pace.minuteMs;

    function instance(kind: string): Instance {
      const process = world.createInstance(kind);
      const { sleep } = process.clock;
      return Object.assign(process, { clock: { now: () => time.nowMs + aheadMs, sleep } });
    }
    /** Each process meets the API and the webhook as itself, so that it can die of them. */
    function bridgeOf(process: Instance) {
      const die = () => void world.die(process, 'with a request');
      const platform = { answer: ({ url }: { url: URL }) => stage.answer(url, die, process.kind === 'poll') };
      const receiver = {
        heard: [],
        answer({ body }: { body: string }): Posted {
          const { type, data } = JSON.parse(body);
          if (type.endsWith('.created')) stage.tell((data.case ?? data.threat ?? data)[ID[stage.feed]], die);
          return { is: 'answered', answer: { status: 204, headers: {} } };
        },
      };
      const { posts } = around.slack;
      const slack = {
        posts,
        answer(request: HttpRequest) {
          const before = posts.length;
          const answer = around.slack.answer(request);
          for (const { first } of posts.slice(before))
            for (const id of new Set(first?.text.match(IDS))) stage.tell(id, die);
          return answer;
        },
      };
      return createBridge(
        {
          ...around,
          platform: platform as unknown as Platform,
          receiver: receiver as unknown as Receiver,
          slack: slack as unknown as Slack,
          plant: (ports) => ports,
        },
        config,
      );
    }
    for (const chat of ['webhook', 'slack'] as const)
      runQueue(
        world,
        around.queues[chat],
        chat,
        (process) => bridgeOf(process)[chat](process),
        () => 'now',
      );
    const untilMs = () => time.nowMs + RUN_MS;
    const context = (deadlineMs: number) => ({
      getRemainingTimeInMillis: () => deadlineMs - time.nowMs,
    });
    const reconciler = instance('reconcile');
    const reconcile = bridgeOf(reconciler).reconcile(reconciler);
    for (let minute = 0; minute < stage.endsAt; minute++)
      world.at(minute * 60 + 31, () => {
        if (!stage.isPaused())
          void reconcile({} as never, context(untilMs()) as never).catch(() => undefined);
      });

    return () => {
      const process = instance('poll');
      const handler = bridgeOf(process).poll(process);
      return { process, poll: () => handler({ domains: [DOMAIN] }, context(untilMs())) };
    };
  },
});

export const BRIDGES: readonly Poller[] = [
  bridgePoller('posture-bridge', 'walks the list and asks its ledger; told is a message in Slack', 'soc'),
  bridgePoller('posture-bridge, webhook', 'the same; told is an event, each time it is sent', 'hook'),
];

const ID = { cases: 'case_id', threats: 'event_id' } as const;
