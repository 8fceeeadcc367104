import { afterEach, describe, expect, it } from 'vitest';
import { type Slack, type SlackOptions, startSlack } from '../../local/slack/server.ts';
import { type BoltOptions, startBolt } from '../support/bolt-app.ts';
import { SIGNING_SECRET } from '../support/slack-requests.ts';

/** Every interaction that the Slack of our own sends, taken by an app on Slack's own framework. */
const CHANNEL = 'C0000SOC1';
const ADA = 'U0000ADA1';
const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value), value });
const ROW = {
  type: 'actions',
  block_id: 'row',
  elements: [
    { type: 'button', action_id: 'press', text: plain('Press'), value: 'v' },
    { type: 'overflow', action_id: 'menu', options: [option('one'), option('two')] },
    { type: 'static_select', action_id: 'choose', placeholder: plain('?'), options: [option('one')] },
    { type: 'radio_buttons', action_id: 'radio', options: [option('one')] },
    { type: 'checkboxes', action_id: 'boxes', options: [option('one'), option('two')] },
  ],
};
const VIEW = {
  ...{
    type: 'modal',
    callback_id: 'form',
    title: plain('Form'),
    submit: plain('Send'),
    notify_on_close: true,
  },
  blocks: [
    {
      type: 'input',
      block_id: 'why',
      label: plain('Why'),
      element: { type: 'plain_text_input', action_id: 'why' },
    },
    { ...ROW, elements: ROW.elements.slice(0, 1) },
  ],
};

const running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function start(options: Partial<SlackOptions> = {}, bolt: Partial<BoltOptions> = {}) {
  const slack = await startSlack({
    ...{ rates: false, answerTimeoutMs: 30_000, signingSecret: SIGNING_SECRET },
    users: [
      { id: ADA, name: 'ada' },
      { id: 'W0000SIB1', name: 'sib', teamId: 'T0SIBLING1' },
      { id: 'U0000OTTO', name: 'otto', teamId: 'T0OTHER001', enterpriseId: 'E0OTHER001' },
    ],
    channels: [{ name: 'soc', id: CHANNEL }],
    ...options,
  });
  running.push({ stop: () => slack.close() });
  const { botToken } = slack;
  const app = await startBolt({ signingSecret: SIGNING_SECRET, botToken, apiUrl: slack.url, ...bolt });
  running.push(app);
  slack.setRequestUrl(app.url);
  const call = async (method: string, args: object) => {
    const answer = await fetch(`${slack.url}${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', Authorization: `Bearer ${botToken}` },
      body: JSON.stringify(args),
    });
    return (await answer.json()) as { ok: boolean; ts: string; message_ts: string; view: { id: string } };
  };
  const post = async (more: object = {}) =>
    (await call('chat.postMessage', { channel: CHANNEL, text: 'x', blocks: [ROW], ...more })).ts;
  const open = async (userId = ADA) =>
    (await call('views.open', { trigger_id: slack.mintTrigger(userId), view: VIEW })).view.id;
  return { slack, app, call, post, open };
}

/** Taken in time, with 200, and nothing that the person would be told went wrong. */
function expectTaken({ outcome, seen }: Awaited<ReturnType<Slack['click']>>): void {
  expect(outcome).toMatchObject({ kind: 'answered', ok: true, status: 200 });
  expect(seen.filter(({ what }) => what === 'error')).toEqual([]);
}

describe('Bolt takes', () => {
  it.each<[string, object]>([
    ['a button', { actionId: 'press' }],
    ['a menu', { actionId: 'menu', optionValue: 'two' }],
    ['a list', { actionId: 'choose', optionValue: 'one' }],
    ['radio buttons', { actionId: 'radio', optionValue: 'one' }],
    ['boxes', { actionId: 'boxes', optionValues: ['one', 'two'] }],
  ])('a press on %s of a message', async (_, how) => {
    const { slack, app, post } = await start();
    const metadata = { event_type: 'mark', event_payload: { mark: 'm1' } };
    const ts = await post({ metadata });
    expectTaken(await slack.click({ userId: ADA, channel: CHANNEL, ts, actionId: '', ...how }));
    expect(app.heard).toMatchObject([
      { kind: 'action', body: { type: 'block_actions', message: { ts, metadata } } },
    ]);
    expect(app.errors).toEqual([]);
  });

  it('a press in a thread, and one on a message that one person sees', async () => {
    const { slack, app, post, call } = await start();
    const thread_ts = await post();
    const ts = await post({ thread_ts });
    expectTaken(await slack.click({ userId: ADA, channel: CHANNEL, ts, actionId: 'press' }));
    const seen = { channel: CHANNEL, user: ADA, text: 'x', blocks: [ROW] };
    const { message_ts } = await call('chat.postEphemeral', seen);
    expectTaken(await slack.click({ userId: ADA, channel: CHANNEL, ts: message_ts, actionId: 'press' }));
    expect(app.heard).toMatchObject([
      { body: { container: { thread_ts }, message: { thread_ts } } },
      { body: { container: { is_ephemeral: true } } },
    ]);
  });

  it('a press in a view, a submission and a closed view', async () => {
    const { slack, app, open } = await start();
    const viewId = await open();
    expectTaken(await slack.click({ userId: ADA, viewId, actionId: 'press' }));
    expectTaken(await slack.submit({ userId: ADA, viewId, values: { why: 'because' } }));
    expect(slack.viewOf(ADA)).toBeUndefined();
    expectTaken(await slack.closeView({ userId: ADA, viewId: await open() }));
    expect(app.heard.map(({ kind }) => kind)).toEqual(['action', 'view_submission', 'view_closed']);
    expect(app.heard[1]?.body).toMatchObject({
      view: { state: { values: { why: { why: { type: 'plain_text_input', value: 'because' } } } } },
    });
  });

  it('a command, and the questions that Slack asks of an address', async () => {
    const { slack, app } = await start();
    expectTaken(await slack.command({ command: '/posture', text: 'help', userId: ADA, channelId: CHANNEL }));
    expect(app.heard).toMatchObject([{ kind: 'command', body: { command: '/posture', text: 'help' } }]);
    expect(slack.ephemeral(ADA).map(({ text }) => text)).toEqual(['Understood']);
    expect(await slack.verifyUrl()).toBe(true);
    expect(await slack.checkSsl()).toMatchObject({ kind: 'answered', ok: true });
  });

  it('nothing that is signed with another secret, or too old', async () => {
    const { slack, app, post } = await start();
    const ts = await post();
    for (const signing of [
      { wrongSecret: true, skewSeconds: 0 },
      { wrongSecret: false, skewSeconds: -400 },
    ]) {
      slack.set({ signing });
      const { outcome } = await slack.click({ userId: ADA, channel: CHANNEL, ts, actionId: 'press' });
      expect(outcome).toMatchObject({ kind: 'answered', status: 401 });
    }
    expect(app.heard).toEqual([]);
  });
});

describe('what Bolt answers is understood', () => {
  it('a form that it opens, and words to the person who pressed', async () => {
    const { slack, app, post } = await start(
      {},
      {
        async onAction({ body, client, respond }) {
          await client.apiCall('views.open', { trigger_id: body.trigger_id, view: VIEW });
          await respond({ response_type: 'ephemeral', replace_original: false, text: 'Only you see this' });
          await respond({ replace_original: true, text: 'Replaced' });
        },
      },
    );
    const ts = await post();
    expectTaken(await slack.click({ userId: ADA, channel: CHANNEL, ts, actionId: 'press' }));
    await expect.poll(() => slack.messages(CHANNEL).map(({ text }) => text)).toEqual(['Replaced']);
    expect(slack.viewOf(ADA)).toMatchObject({ callback_id: 'form' });
    expect(slack.ephemeral(ADA).map(({ text }) => text)).toEqual(['Only you see this']);
    expect(app.errors).toEqual([]);
  });

  it.each<[string, object, object | undefined]>([
    [
      'errors at the fields',
      { response_action: 'errors', errors: { why: 'Say more' } },
      { errors: { why: 'Say more' } },
    ],
    [
      'another view',
      { response_action: 'update', view: { ...VIEW, callback_id: 'next' } },
      { callback_id: 'next' },
    ],
    ['the end of all views', { response_action: 'clear' }, undefined],
  ])('%s', async (_, answer, shown) => {
    const { slack, open } = await start({}, { onSubmission: () => answer });
    expectTaken(await slack.submit({ userId: ADA, viewId: await open(), values: { why: 'x' } }));
    if (shown) expect(slack.viewOf(ADA)).toMatchObject(shown);
    else expect(slack.viewOf(ADA)).toBeUndefined();
  });
});

describe('in an organization', () => {
  const ORG = 'E0ACME0001';
  it.each([
    ['a workspace', false],
    ['the organization', true],
  ])('whose app %s installed, Bolt reads whose each press and form is', async (_, orgWide) => {
    const { slack, app, post, open } = await start({
      organization: { id: ORG, workspaces: ['T0SIBLING1'], orgWide },
    });
    const ts = await post();
    for (const userId of [ADA, 'W0000SIB1', 'U0000OTTO']) {
      expectTaken(await slack.click({ userId, channel: CHANNEL, ts, actionId: 'press' }));
      expectTaken(await slack.submit({ userId, viewId: await open(userId), values: { why: 'x' } }));
    }
    const homes: readonly [string, string][] = [
      [ADA, slack.teamId],
      ['W0000SIB1', 'T0SIBLING1'],
      ['U0000OTTO', 'T0OTHER001'],
    ];
    expect(app.heard.map(({ kind, source: { userId, teamId } }) => [kind, userId, teamId])).toEqual(
      homes.flatMap(([userId, home]) => [
        // Without a workspace in the press, Bolt takes that of the person.
        ['action', userId, orgWide ? home : slack.teamId],
        ['view_submission', userId, slack.teamId],
      ]),
    );
    const installs = app.heard.map(({ source }) => source.isEnterpriseInstall);
    expect(installs).toEqual(
      orgWide ? [true, true, true, true, true, false] : [false, false, false, false, false, false],
    );
    expect(app.errors).toEqual([]);
  });
});
