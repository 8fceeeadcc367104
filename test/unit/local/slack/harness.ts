import { createSlackApp } from '../../../../local/slack/app.ts';
import type { SlackOptions } from '../../../../local/slack/settings.ts';
import { createAsk, createOpposite, type Loose, NOW } from '../stand-in-kit/harness.ts';

export { type Loose, NOW } from '../stand-in-kit/harness.ts';

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
  const { app, service, handles, controlPath } = createSlackApp({
    now: () => now,
    control: true,
    ...options,
  });
  const [channel = ''] = service.directory.channels.keys();
  const [, userId = '', otherId = '', outsiderId = ''] = service.directory.people.keys();
  const { ask, control } = createAsk(app, controlPath);
  const sendAs = (path: string, type: string, body: string, headers: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': type, Authorization: `Bearer ${service.token.token}`, ...headers },
      body,
    });
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    sendAs(path, 'application/json; charset=utf-8', JSON.stringify(body), headers);
  const sendForm = (method: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString();
    return sendAs(`/api/${method}`, 'application/x-www-form-urlencoded', body, headers);
  };
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
    control,
  };
};

export type Harness = ReturnType<typeof createHarness>;

/** Slack with an app opposite to it. */
export const createWired = (options: SlackOptions = {}) => {
  const opposite = createOpposite();
  const { received, deliver } = opposite;
  const slack = createHarness({ requestUrl: 'https://app.example/slack', deliver, ...options });
  const payload = (): Loose =>
    JSON.parse(new URLSearchParams(received.at(-1)?.body).get('payload') ?? 'null');
  return { app: { ...opposite, payload }, slack };
};
