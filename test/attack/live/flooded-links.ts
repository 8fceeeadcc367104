/** What strangers can do to links from outside, on a bridge that runs. */
import { randomBytes } from 'node:crypto';
import { type BridgeWorld, startBridgeWorld, WEBHOOK_SECRET } from '../../support/bridge/bridge-world.ts';
import { postCase } from '../../support/bridge/posted-case.ts';
import { found } from '../../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Attack, AttackGroup } from '../group.ts';

const PATH = '/verdict-link';
/** More than an address lets through at once. */
const MANY = 900;
const AT_ONCE = 50;

/** Addresses that somebody can think of who knows the host, or where Slack sends clicks. */
function guessesOf(link: URL, slackUrl: string): readonly string[] {
  const [, secret = ''] = new URL(slackUrl).pathname.split('/');
  const random = () => randomBytes(7).toString('hex');
  return [PATH, `/${secret}${PATH}`, `/${random()}${PATH}`, `/verdict-link${PATH}`].map(
    (path) => `${link.origin}${path}${link.search}`,
  );
}

/** How many requests were answered with which status. */
async function knockAt(urls: readonly string[]): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (let sent = 0; sent < MANY; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const answer = await fetch(urls[n % urls.length] ?? '');
        await answer.arrayBuffer();
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      }),
    );
  return counts;
}

/** What a flood of what can be guessed did to a link, in words; null if nothing. */
export async function floodedLink(link: URL, slackUrl: string): Promise<string | null> {
  const counts = await knockAt(guessesOf(link, slackUrl));
  const answered = [...counts.keys()].filter((status) => status !== 403 && status !== 429);
  if (answered.length > 0) return `strangers were answered with ${answered.join()}`;
  const { status } = await fetch(link);
  return status === 200 ? null : `the link was answered with ${status}`;
}

interface Running {
  readonly world: BridgeWorld;
  readonly receiver: WebhookReceiver;
  readonly link: URL;
}
let running: Promise<Running> | undefined;

async function startWithLinks(): Promise<Running> {
  const receiver = await startWebhookReceiver();
  const soar = { type: 'webhook', local: true, url: `${receiver.url}/soar`, secret: WEBHOOK_SECRET } as const;
  const decides = { verdicts: { allow: { webhooks: ['soar'] } }, links: true };
  const world = await startBridgeWorld(
    { slack: ['soc'] },
    { webhooks: { secret: receiver.secret, destinations: { soar: { ...soar, ...decides } } } },
  );
  await postCase(world, 'soc');
  const url = await found(() => {
    const [event] = receiver.received.filter(({ event: { type } }) => type === 'case.created');
    const { verdict_links: links = [] } = (event?.event.data ?? {}) as { verdict_links?: { url: string }[] };
    return links[0]?.url;
  }, 'a link');
  return { world, receiver, link: new URL(url) };
}
const start = (): Promise<Running> => {
  running ??= startWithLinks();
  return running;
};

export const floodedLinks: AttackGroup = {
  name: 'floods where links lead',
  attacks: 'the rate of links: requests to every address of links that can be guessed, then a link is opened',
  checks: [],
  share: 0,
  async control() {
    const { status } = await fetch((await start()).link);
    return status === 200 ? null : `a link without a flood is answered with ${status}`;
  },
  async *tries(): AsyncGenerator<Attack> {
    const { world, link } = await start();
    yield {
      name: `${MANY} requests where links could be guessed to lead, and then a link`,
      times: () => MANY,
      run: () => floodedLink(link, world.cloud.outputs.SlackRequestUrl ?? ''),
    };
  },
  async close() {
    const started = await running;
    running = undefined;
    await started?.world.close();
    await started?.receiver.close();
  },
};
