import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { LivePoller } from './play-live.ts';

const RED = join(import.meta.dirname, 'node_modules/node-red/red.js');

export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly wires?: readonly (readonly string[])[];
  readonly [setting: string]: unknown;
}

/**
 * The flow that four recipes of Node-RED's cookbook make: trigger a flow at regular intervals, get a parsed JSON response, work
 * on each element of an array, and drop messages that have not changed. What is left is posted.
 */
export function cookbookFlow(url: string, feed: string, everyMs: number): readonly FlowNode[] {
  const [items, id] = feed === 'cases' ? ['items', 'case_id'] : ['data', 'event_id'];
  const node = (name: string, type: string, next: string | null, settings: object = {}): FlowNode => ({
    // Without a place on the canvas, Node-RED takes a node for a configuration.
    ...{ id: name, type, z: 'tab', name, x: 100, y: 100, wires: [next === null ? [] : [next]] },
    ...settings,
  });
  const set = (property: string, to: string) => ({
    rules: [{ t: 'set', p: property, pt: 'msg', to, tot: 'msg' }],
  });
  return [
    { id: 'tab', type: 'tab', label: 'poll' },
    node('every', 'inject', 'get', { props: [], repeat: String(everyMs / 1000), once: true, onceDelay: 0.1 }),
    node('get', 'http request', 'list', { method: 'GET', ret: 'obj', url: `${url}/${feed}?page_size=200` }),
    node('list', 'change', 'each', set('payload', `payload.${items}`)),
    node('each', 'split', 'topic', { splt: '\\n', spltType: 'str', arraySplt: 1, arraySpltType: 'len' }),
    node('topic', 'change', 'changed', set('topic', `payload.${id}`)),
    node('changed', 'rbe', 'post', { func: 'rbe', septopics: true, property: 'payload', topi: 'topic' }),
    node('post', 'http request', null, { method: 'POST', ret: 'txt', url: `${url}/told` }),
  ];
}

/** Starts Node-RED with a flow. Killed, it loses all that is not in its folder. */
export function startNodeRed(
  folder: string,
  flow: readonly FlowNode[],
  given: { readonly uiPort?: number } = {},
) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flow));
  const child = (given.uiPort ? Promise.resolve(given.uiPort) : freePort()).then((uiPort) => {
    const settings = {
      ...{ uiPort, uiHost: '127.0.0.1', flowFile: 'flows.json', userDir: folder },
      ...{ httpAdminRoot: false, disableEditor: true },
      telemetry: { enabled: false, updateNotification: false },
      logging: { console: { level: 'error', metrics: false, audit: false } },
    };
    const file = join(folder, 'settings.cjs');
    writeFileSync(file, `module.exports = ${JSON.stringify(settings)};\n`);
    return spawn(process.execPath, [RED, '--settings', file], { stdio: 'ignore', cwd: folder });
  });
  return {
    async kill(): Promise<void> {
      const one = await child;
      if (one.exitCode !== null || one.signalCode !== null) return;
      const ended = new Promise((resolve) => one.once('close', resolve));
      one.kill('SIGKILL');
      await ended;
    },
  };
}

export const nodeRed: LivePoller = {
  name: 'Node-RED 4',
  says: 'interval, HTTP request, split, filter, as its cookbook has them',
  start: ({ url, feed, folder, everyMs }) => startNodeRed(folder, cookbookFlow(url, feed, everyMs)),
};

/** Node-RED takes 0 for its default. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
