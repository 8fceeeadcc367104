import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BridgeWorld, startBridgeWorld, WEBHOOK_SECRET } from '../support/bridge/bridge-world.ts';
import { postCase } from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('verdicts of a system on the local cloud', () => {
  let receiver: WebhookReceiver;
  let world: BridgeWorld;
  let keys = 0;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    world = await startBridgeWorld(
      { slack: ['soc'] },
      {
        webhooks: {
          secret: receiver.secret,
          destinations: {
            soar: {
              type: 'webhook',
              url: `${receiver.url}/soar`,
              secret: WEBHOOK_SECRET,
              local: true,
              verdicts: { allow: { webhooks: ['soar'] } },
            },
          },
        },
      },
    );
  });
  afterAll(async () => {
    await world?.close();
    await receiver.close();
  });

  async function send(method: 'POST' | 'GET', key: string, body: object | null, to = 'soar') {
    const text = body ? JSON.stringify(body) : '';
    const now = new Date();
    const signature = new Webhook(receiver.secret).sign(key, now, text);
    const response = await fetch(`${world.cloud.outputs.VerdictsUrl}/${to}`, {
      method,
      headers: {
        'webhook-id': key,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      },
      ...(method === 'POST' && { body: text }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const told = (caseId: string, type: string) =>
    receiver.received.filter(
      ({ event }) => event.type === type && JSON.stringify(event.data).includes(caseId),
    );
  async function sentCase() {
    const posted = await postCase(world, 'soc');
    await waitFor(() => expect(told(posted.id, 'case.created')).not.toEqual([]));
    return posted;
  }

  it('records what a system decided, shows it in the chat, and tells the system', async () => {
    const posted = await sentCase();
    const body = { domain: 'acme', case_id: posted.id, outcome: 'FALSE_POSITIVE', by: 'Ada Winter' };
    const key = `first-${keys++}`;
    const accepted = await send('POST', key, body);
    expect(accepted).toMatchObject({ status: 202, body: { id: key, state: 'accepted', final: false } });
    await waitFor(() => expect(told(posted.id, 'verdict.recorded')).toHaveLength(1));
    console.log(JSON.stringify(told(posted.id, 'verdict.recorded')[0]?.event));
    console.log(JSON.stringify(await send('GET', key, null)));
    console.log(JSON.stringify(world.slack.messages(posted.channel ?? '')).slice(0, 3000));
  });
});
