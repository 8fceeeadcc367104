import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPeers } from '../../bench/install-peers.ts';
import { freePort } from '../node-red.ts';
import { ANNA, BEN, CHANNEL, type Contender, EVERY_S } from './contender.ts';
import { listening, startGround } from './ground.ts';

const APP = join(import.meta.dirname, 'peers/bolt-app.mjs');
const LINES = readFileSync(APP, 'utf8').trimEnd().split('\n').length;

/** Our own small app on Slack's framework, in a process that is started again when it ends. */
export const boltContender: Contender = {
  name: 'an app on Bolt',
  owned: `${LINES} lines of code`,
  async start() {
    installPeers();
    const { api, slack, close } = await startGround();
    const folder = mkdtempSync(join(tmpdir(), 'pollproof-bolt-'));
    const port = await freePort();
    slack.setRequestUrl(`http://127.0.0.1:${port}/slack`);
    const run = () =>
      spawn(process.execPath, [APP], {
        stdio: 'ignore',
        env: {
          ...process.env,
          ...{ API_URL: api.url, API_KEY: api.key, SLACK_URL: slack.url, BOT_TOKEN: slack.botToken },
          ...{ SIGNING_SECRET: slack.signingSecret, PORT: String(port), STATE: join(folder, 'state.json') },
          ...{ CHANNEL, ALLOWED: `${ANNA},${BEN}`, EVERY_MS: String(EVERY_S * 1000) },
          BOLT_FROM: new URL('../../bench/package.json', import.meta.url).href,
        },
      });
    let child = run();
    await listening(port);
    const end = () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('close', () => resolve());
        child.kill('SIGKILL');
      });
    return {
      ...{ api, slack, channel: CHANNEL },
      async kill() {
        await end();
        child = run();
        await listening(port);
      },
      async close() {
        await end();
        await close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
