import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPeers } from '../../bench/install-peers.ts';
import { freePort, startNodeRed } from '../node-red.ts';
import { CODE_LINES, caseFlow } from './case-flow.ts';
import { CHANNEL, type Contender } from './contender.ts';
import { listening, startGround } from './ground.ts';

export const nodeRedContender: Contender = {
  name: 'a Node-RED flow',
  owned: `14 nodes, and ${CODE_LINES} lines of code in them`,
  async start() {
    installPeers(join(import.meta.dirname, '..'));
    const { api, slack, close } = await startGround();
    const folder = mkdtempSync(join(tmpdir(), 'pollproof-red-'));
    const uiPort = await freePort();
    slack.setRequestUrl(`http://127.0.0.1:${uiPort}/slack`);
    const flow = caseFlow({
      apiUrl: api.url,
      apiKey: api.key,
      slackUrl: slack.url,
      botToken: slack.botToken,
    });
    let red = startNodeRed(folder, flow, { uiPort });
    await listening(uiPort);
    return {
      ...{ api, slack, channel: CHANNEL },
      async kill() {
        await red.kill();
        red = startNodeRed(folder, flow, { uiPort });
        await listening(uiPort);
      },
      async close() {
        await red.kill();
        await close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
