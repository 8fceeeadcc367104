import { afterAll, describe, expect, it } from 'vitest';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';
import { ANNA, CHANNELS, openBridgeStage } from '../support/cloud-run/bridge-stage.ts';
import { type Change, withProperties } from '../support/cloud-run/raw-template.ts';
import { runScenario } from '../support/cloud-run/run-scenario.ts';
import type { Scenario } from '../support/cloud-run/scenario.ts';
import {
  type ChatScene,
  inChat,
  NO_CLICKS,
  noClicks,
  noSchedules,
  queueLike,
  SLACK_DEAD_LETTERS,
} from '../support/cloud-run/scenarios/chat-scene.ts';

const stage = await openBridgeStage('lean');
afterAll(() => stage.close());

const HEALTHY = {
  namespace: 'PostureBridge',
  name: 'Healthy',
  dimensions: { Bridge: 'posture-bridge' },
};
const healthy = (cloud: LocalCloud) => cloud.valuesOf(HEALTHY);
const logicalIdOf = (word: string): string => {
  const found = stage.resolved.of('AWS::Lambda::Function').find(({ logicalId }) => logicalId.includes(word));
  if (!found) throw new Error(`the stage has no function like ${word}`);
  return found.logicalId;
};
const RECONCILE = logicalIdOf('ReconcileFunction');
const reconcile = async (cloud: LocalCloud) => {
  const outcome = await cloud.invoke(RECONCILE, {});
  if (!outcome.ok) throw new Error(`the reconciler failed: ${outcome.errorMessage}`);
};

interface Played {
  readonly change?: Change;
  readonly denies?: readonly string[];
  readonly options?: Scenario['options'];
  readonly play: (scene: ChatScene) => Promise<void>;
}
const played = async ({ change = noSchedules, denies = [], options = {}, play }: Played) => {
  const scenario: Scenario = { name: 'health', runs: [], change, denies, options, play: inChat(play) };
  const { problem, denied, alarmProblems, lines } = await runScenario(stage, scenario);
  expect(problem, lines.join('\n')).toBeUndefined();
  expect(denied.filter(({ action }) => !denies.includes(action))).toEqual([]);
  return { alarmProblems };
};

describe('the bridge with one alarm', () => {
  it('says every minute that it is well, in the one metric that the alarm watches', async () => {
    const { alarmProblems } = await played({
      async play({ cloud }) {
        await reconcile(cloud);
        await reconcile(cloud);
        expect(healthy(cloud)).toEqual([1, 1]);
      },
    });
    expect(alarmProblems).toEqual([]);
  });

  it('writes no other metric, whatever it does', async () => {
    await played({
      async play({ cloud, postCase, press, said, until }) {
        // The first run makes the key by which clicks are proven.
        await reconcile(cloud);
        const message = await postCase();
        await press(message, 'verdict:TRUE_POSITIVE');
        await until('the click was dealt with', () =>
          said.some(({ event }) => String(event).startsWith('verdict.')),
        );
        await reconcile(cloud);
        const metrics = said.filter(({ _aws }) => _aws !== undefined);
        const well = { Bridge: 'posture-bridge', Healthy: 1 };
        expect(metrics.map(({ _aws: _, ...values }) => values)).toEqual([well, well]);
      },
    });
  });

  it('says in the channel of the operators that messages are parked, once', async () => {
    await played({
      async play(scene) {
        const { cloud, operator, postedTo, until } = scene;
        await operator.send(queueLike(scene, SLACK_DEAD_LETTERS), 'nobody can show this');
        await reconcile(cloud);
        expect(healthy(cloud)).toEqual([0]);
        await until('the operators are told', () => postedTo('ops').length > 0);
        await reconcile(cloud);
        expect(healthy(cloud)).toEqual([0, 0]);
        const [notice, ...others] = postedTo('ops');
        expect(others).toEqual([]);
        const shown = stage.slack.message(CHANNELS.ops, notice?.ts ?? '')?.shown.join(' ') ?? '';
        expect(shown).toContain('slack deliveries: messages are parked');
        expect(shown).toContain('Deliveries gave up');
      },
    });
  });

  it('notices clicks that are refused because the secret is another one', async () => {
    const secrets = {
      ...stage.options.secrets,
      '/posture-bridge/slack-secret': '0123456789abcdef0123456789abcdef',
    };
    await played({
      options: { secrets },
      async play({ cloud, postCase, postedTo, until }) {
        const { channel, ts } = await postCase();
        for (let n = 0; n < 3; n++) {
          await stage.slack.click({ userId: ANNA, channel, ts, actionId: 'verdict:TRUE_POSITIVE' });
        }
        await reconcile(cloud);
        expect(healthy(cloud)).toEqual([0]);
        await until('the operators are told', () => postedTo('ops').length > 0);
        const [{ ts: notice = '' } = {}] = postedTo('ops');
        expect(stage.slack.message(CHANNELS.ops, notice)?.shown.join(' ')).toContain(
          'slack: clicks are refused',
        );
      },
    });
  });

  it('notices a click that is lost, although the table takes no sign of it', async () => {
    await played({
      change: noClicks,
      denies: NO_CLICKS,
      async play({ cloud, postCase, press, until }) {
        await press(await postCase(), 'verdict:TRUE_POSITIVE');
        await until('the metric says so', () => healthy(cloud).includes(0));
      },
    });
  });

  it('notices that a chat was answered with an error, by the log of requests', async () => {
    const broken = withProperties(logicalIdOf('ActionFunction'), { Handler: 'index.no' });
    await played({
      change: (template) => {
        noSchedules(template);
        broken(template);
      },
      async play({ cloud, until }) {
        const answer = await fetch(cloud.outputs.SlackRequestUrl ?? '', { method: 'POST', body: 'x' });
        expect(answer.status).toBeGreaterThanOrEqual(500);
        await until('the metric says so', () => healthy(cloud).includes(0));
      },
    });
  });
});
