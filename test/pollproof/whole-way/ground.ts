import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSlack } from '../../../local/slack/server.ts';
import { SCOPES } from '../../support/bridge/bridge-world.ts';
import { SLACK_PEOPLE } from '../../support/bridge/people.ts';
import { startReferenceServer } from '../../support/posture-api.ts';
import { CHANNEL } from './contender.ts';

/** The reference server and the Slack stand-in, at Slack's real rates. */
export async function startGround() {
  const api = await startReferenceServer({ cases: 0, threats: 0, users: 5, nhi: 0, drift: 0 });
  const slack = await startSlack({
    ...{ rates: true, users: SLACK_PEOPLE, scopes: SCOPES },
    channels: [{ id: CHANNEL, name: 'soc', members: SLACK_PEOPLE.map(({ id }) => id) }],
  });
  return {
    api,
    slack,
    async close(): Promise<void> {
      await slack.close();
      await api.close();
    },
  };
}

/** Resolves when something listens there. */
export async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`nothing listens on port ${port} after 30 seconds`);
}
