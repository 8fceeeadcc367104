import { createSlackApp } from '../../../../local/slack/app.ts';
import type { SlackOptions } from '../../../../local/slack/settings.ts';

export const NOW = Date.UTC(2026, 10, 15, 9, 0, 0);

// Answers are read loosely on purpose: the tests say what is in them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

export const plain = (text: string) => ({ type: 'plain_text', text });
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
export const button = (actionId: string, more: object = {}) => ({
  type: 'button',
  text: plain('Press'),
  action_id: actionId,
  ...more,
});
export const option = (value: string, text = value) => ({ text: plain(text), value });
export const modal = (more: object = {}) => ({
  type: 'modal',
  title: plain('A title'),
  submit: plain('Send'),
  blocks: [{ type: 'section', text: plain('Words') }],
  ...more,
});

/** A Slack without a socket, whose clock moves when told. */
export const createHarness = (options: SlackOptions = {}) => {
  let now = NOW;
  const { app, service, handles } = createSlackApp({ now: () => now, control: true, ...options });
  const [channel = ''] = service.directory.channels.keys();
  const [, userId = '', otherId = '', outsiderId = ''] = service.directory.people.keys();
  const read = async (answer: Response | Promise<Response>) => {
    const got = await answer;
    return { status: got.status, headers: got.headers, body: (await got.json()) as Loose };
  };
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    read(
      app.request(path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          Authorization: `Bearer ${service.token.token}`,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  const sendForm = (method: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    read(
      app.request(`/api/${method}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Authorization: `Bearer ${service.token.token}`,
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  return {
    ...handles,
    app,
    service,
    channel,
    userId,
    otherId,
    outsiderId,
    send,
    sendForm,
    pass: (ms: number) => {
      now += ms;
    },
    /** A call as JSON; the body of the answer. */
    call: async (method: string, args: object = {}): Promise<Loose> =>
      (await send(`/api/${method}`, args)).body,
    /** A call as a form, which is what reading needs. */
    ask: async (method: string, args: Record<string, string> = {}): Promise<Loose> =>
      (await sendForm(method, args)).body,
    /** A post a second later than the last. */
    post: async (args: object): Promise<Loose> => {
      now += 1_000;
      return (await send('/api/chat.postMessage', { channel, ...args })).body;
    },
    control: (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      read(
        app.request(`/control${path}`, {
          method,
          headers: { Host: '127.0.0.1', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  };
};

export type Harness = ReturnType<typeof createHarness>;

/** An app opposite to Slack: what it was sent, and what it answers. */
export const createApp = () => {
  const received: { url: string; headers: Record<string, string>; body: string }[] = [];
  let answers: (() => Response | Promise<Response>)[] = [];
  return {
    received,
    /** The answers to the next requests; after them an empty 200. */
    answer: (...next: (() => Response | Promise<Response>)[]) => {
      answers = next;
    },
    deliver: async (url: string, init: RequestInit): Promise<Response> => {
      const headers = init.headers as Record<string, string>;
      received.push({ url, headers, body: String(init.body) });
      return (await answers.shift()?.()) ?? new Response('');
    },
    last: () => {
      const last = received.at(-1);
      if (last === undefined) throw new Error('nothing was delivered');
      return last;
    },
    payload: (): Loose => JSON.parse(new URLSearchParams(received.at(-1)?.body).get('payload') ?? 'null'),
  };
};

export const createWired = (options: SlackOptions = {}) => {
  const app = createApp();
  const slack = createHarness({ requestUrl: 'https://app.example/slack', deliver: app.deliver, ...options });
  return { app, slack };
};
