import { Webhook } from 'standardwebhooks';

export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: Record<string, unknown>;
}

/** A system that signs what it sends with the official package of Standard Webhooks. */
export function createSystemSender(url: string, secret: string) {
  const webhook = new Webhook(secret);
  async function send(method: 'POST' | 'GET', key: string, text: string, at = new Date()): Promise<Answered> {
    const response = await fetch(url, {
      method,
      headers: {
        'webhook-id': key,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(key, at, text),
      },
      ...(method === 'POST' && { body: text }),
    });
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: (await response.json()) as Answered['body'] };
  }
  return {
    post: (key: string, body: object) => send('POST', key, JSON.stringify(body)),
    ask: (key: string) => send('GET', key, ''),
  };
}
