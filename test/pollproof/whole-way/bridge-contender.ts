import { startBridgeWorld } from '../../support/bridge/bridge-world.ts';
import { ANNA, BEN, CHANNEL, type Contender, EVERY_S } from './contender.ts';

const LANE = 'soc';

/** The whole bridge in the local cloud: the bundles that AWS would get, each in processes of its own. */
export const bridgeContender: Contender = {
  name: 'posture-bridge',
  owned: 'a configuration of some 15 lines',
  async start() {
    const world = await startBridgeWorld(
      { slack: [LANE] },
      {
        api: { cases: 0, threats: 0, users: 5 },
        slack: { rates: true },
        config: {
          poll: { every: `${EVERY_S}s`, feeds: ['cases'] },
          verdicts: { allow: { slackUsers: [ANNA, BEN] }, undoSeconds: 0 },
        },
      },
    );
    return {
      ...{ api: world.api, slack: world.slack, channel: CHANNEL },
      async kill() {
        for (const one of world.cloud.functions) for (const { pid } of one.busy) process.kill(pid, 'SIGKILL');
      },
      close: () => world.close(),
    };
  },
};
