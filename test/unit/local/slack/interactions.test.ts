import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { button, createWired, modal, option, plain } from './harness.ts';

const json = (body: unknown) => () => Response.json(body);
const sure = { title: plain('Sure?'), text: plain('Really?'), confirm: plain('Yes'), deny: plain('No') };
const menu = { type: 'static_select', action_id: 'pick', options: [option('a'), option('b')] };
const ROW = {
  type: 'actions',
  block_id: 'row',
  elements: [button('ok', { value: '42', style: 'primary' }), button('risky', { confirm: sure }), menu],
};
const FORM = [
  {
    type: 'input',
    block_id: 'why',
    label: plain('Why'),
    element: { type: 'plain_text_input', action_id: 'words', min_length: 2, max_length: 5 },
  },
  {
    type: 'input',
    block_id: 'which',
    label: plain('Which'),
    optional: true,
    element: { type: 'multi_static_select', action_id: 'several', options: [option('a'), option('b')] },
  },
];

const withMessage = async () => {
  const { app, slack } = createWired({ answerTimeoutMs: 50 });
  const { ts } = await slack.post({ text: 'a', blocks: [ROW] });
  const click = (more: object = {}) =>
    slack.click({ channel: slack.channel, ts, userId: slack.userId, actionId: 'ok', ...more });
  return { app, slack, ts, click };
};

describe('a click', () => {
  it('is signed over the bytes that are sent', async () => {
    const { app, slack, click } = await withMessage();
    await click();
    const { headers, body } = app.last();
    const stamp = headers['X-Slack-Request-Timestamp'];
    expect(stamp).toBe(String(Math.floor(slack.service.now() / 1000)));
    const hmac = createHmac('sha256', slack.service.identity.signingSecret).update(`v0:${stamp}:${body}`);
    expect(headers['X-Slack-Signature']).toBe(`v0=${hmac.digest('hex')}`);
    expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded');
    slack.set({ signing: { wrongSecret: true, skewSeconds: -400 } });
    await click();
    const wrong = app.last();
    expect(Number(wrong.headers['X-Slack-Request-Timestamp'])).toBe(Number(stamp) - 400);
  });

  it('carries the metadata of its message', async () => {
    const { app, slack } = createWired();
    const metadata = { event_type: 'mark', event_payload: { mark: 'm1' } };
    const { ts } = await slack.post({
      text: 'a',
      blocks: [{ type: 'actions', elements: [button('go')] }],
      metadata,
    });
    await slack.click({ userId: slack.userId, channel: slack.channel, ts, actionId: 'go' });
    expect(app.payload().message.metadata).toEqual(metadata);
  });

  it('carries everything Slack sends', async () => {
    const { app, slack, ts, click } = await withMessage();
    expect(await click()).toMatchObject({ outcome: { kind: 'answered', status: 200 }, seen: [] });
    const { identity } = slack.service;
    expect(app.payload()).toEqual({
      type: 'block_actions',
      user: { id: slack.userId, username: 'ada', name: 'ada', team_id: identity.teamId },
      api_app_id: identity.appId,
      token: identity.verificationToken,
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]+$/),
      team: { id: identity.teamId, domain: 'acme' },
      enterprise: null,
      is_enterprise_install: false,
      container: { type: 'message', message_ts: ts, channel_id: slack.channel, is_ephemeral: false },
      channel: { id: slack.channel, name: 'sec-cases' },
      message: expect.objectContaining({
        ts,
        text: 'a',
        bot_id: identity.botId,
        blocks: [expect.anything()],
      }),
      state: { values: { row: { pick: { type: 'static_select', selected_option: null } } } },
      response_url: expect.stringContaining('/hooks/actions/'),
      actions: [
        {
          type: 'button',
          action_id: 'ok',
          block_id: 'row',
          text: plain('Press'),
          value: '42',
          style: 'primary',
          action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
        },
      ],
    });
  });

  it('remembers what was chosen in a menu before', async () => {
    const { app, click } = await withMessage();
    await click({ actionId: 'pick', optionValue: 'b' });
    expect(app.payload().actions[0]).toMatchObject({ type: 'static_select', selected_option: option('b') });
    await click();
    expect(app.payload().state.values.row.pick.selected_option).toEqual(option('b'));
  });

  it('is only possible on what is shown, by somebody who sees it', async () => {
    const { app, slack, ts, click } = await withMessage();
    await expect(click({ actionId: 'gone' })).rejects.toThrow('There is no element "gone" to use.');
    await expect(click({ value: '43' })).rejects.toThrow('no element');
    await expect(click({ actionId: 'pick', optionValue: 'c' })).rejects.toThrow('no option');
    await expect(click({ ts: '1.000000' })).rejects.toThrow('no message');
    await expect(click({ userId: 'U404' })).rejects.toThrow('no person');
    await expect(click({ userId: slack.service.identity.botUserId })).rejects.toThrow('no person');
    slack.leave(slack.channel, slack.userId);
    await expect(click()).rejects.toThrow('is not in');
    slack.join(slack.channel, slack.userId);
    await slack.call('chat.update', { channel: slack.channel, ts, text: 'done' });
    await expect(click()).rejects.toThrow('no element');
    expect(app.received).toEqual([]);
    // A screen that has not caught up still has it.
    expect((await click({ mayBeOld: true })).outcome.kind).toBe('answered');
    expect(app.payload()).toMatchObject({ message: { text: 'done' }, actions: [{ value: '42' }] });
    await expect(click({ actionId: 'gone', mayBeOld: true })).rejects.toThrow('no element');
  });

  it('asks first where the element does', async () => {
    const { app, click } = await withMessage();
    await expect(click({ actionId: 'risky' })).rejects.toThrow('asks for confirmation');
    expect(await click({ actionId: 'risky', confirm: false })).toMatchObject({
      outcome: { kind: 'not-sent' },
    });
    expect(app.received).toEqual([]);
    await click({ actionId: 'risky', confirm: true });
    expect(app.payload().actions[0].action_id).toBe('risky');
  });

  it('shows an error when the app fails, is late or is not there', async () => {
    const { app, slack, click } = await withMessage();
    app.answer(
      () => new Response('', { status: 500 }),
      () => new Promise(() => {}),
      () => Promise.reject(new Error('reset')),
    );
    expect((await click()).seen).toMatchObject([{ what: 'error', detail: expect.stringContaining('500') }]);
    expect(await click()).toMatchObject({ outcome: { kind: 'timeout' }, seen: [{ what: 'error' }] });
    expect(await click()).toMatchObject({ outcome: { kind: 'unreachable' }, seen: [{ what: 'error' }] });
    expect(slack.deliveries().map(({ outcome }) => outcome)).toEqual([500, 'timeout', 'unreachable']);
  });

  it('on an ephemeral message says so, and sends no message along', async () => {
    const { app, slack } = await withMessage();
    const { channel, userId } = slack;
    const { message_ts: ts } = await slack.call('chat.postEphemeral', {
      channel,
      user: userId,
      text: 'a',
      blocks: [ROW],
    });
    await slack.click({ channel, ts, userId, actionId: 'ok' });
    expect(app.payload().container.is_ephemeral).toBe(true);
    expect(app.payload()).not.toHaveProperty('message');
    await expect(slack.click({ channel, ts, userId: slack.otherId, actionId: 'ok' })).rejects.toThrow(
      'no message',
    );
  });

  it('gives the app one trigger for one view', async () => {
    const { app, slack, click } = await withMessage();
    await click();
    const { trigger_id } = app.payload();
    expect((await slack.call('views.open', { trigger_id, view: modal() })).ok).toBe(true);
    expect(slack.viewOf(slack.userId)).toBeDefined();
  });
});

describe('a response_url', () => {
  const setUp = async () => {
    const wired = await withMessage();
    await wired.click();
    const path = new URL(wired.app.payload().response_url).pathname;
    return { ...wired, path, respond: (body: object) => wired.slack.send(path, body) };
  };

  it('works five times, needs no token, and is told from one that never was', async () => {
    const { slack, path, respond } = await setUp();
    expect((await respond({})).status).toBe(400);
    for (let use = 1; use <= 5; use += 1) {
      const { status, body } = await slack.send(path, { text: `${use}` }, { Authorization: '' });
      expect([status, body]).toEqual([200, { ok: true }]);
    }
    expect(await respond({ text: '6' })).toMatchObject({ status: 404, body: { error: 'used_url' } });
    expect(slack.ephemeral(slack.userId)).toHaveLength(5);
    expect((await slack.send('/hooks/actions/guess', { text: 'a' })).status).toBe(404);
  });

  it('ends after thirty minutes', async () => {
    const { slack, respond } = await setUp();
    slack.pass(30 * 60_000);
    expect((await respond({ text: 'a' })).status).toBe(200);
    slack.pass(1);
    expect(await respond({ text: 'a' })).toMatchObject({ status: 404, body: { error: 'expired_url' } });
  });

  it('replaces, deletes and posts for all', async () => {
    const { slack, ts, respond } = await setUp();
    await respond({ replace_original: true, text: 'new' });
    expect(slack.message(slack.channel, ts)).toMatchObject({ text: 'new', blocks: [] });
    await respond({ response_type: 'in_channel', text: 'all', thread_ts: ts });
    expect(slack.thread(slack.channel, ts)).toMatchObject([{ text: 'all' }]);
    expect((await respond({ blocks: [{ type: 'header' }] })).body.error).toBe('invalid_blocks');
    await respond({ delete_original: true });
    expect(slack.message(slack.channel, ts)).toBeUndefined();
  });
});

describe('a view', () => {
  const withView = async (more: object = {}) => {
    const { app, slack } = createWired({ answerTimeoutMs: 50 });
    const view = modal({ callback_id: 'form', private_metadata: 'secret', blocks: FORM, ...more });
    const opened = await slack.call('views.open', { trigger_id: slack.mintTrigger(slack.userId), view });
    const viewId: string = opened.view.id;
    const submit = (values: Record<string, string | string[] | null> = {}) =>
      slack.submit({ viewId, userId: slack.userId, values });
    return { app, slack, viewId, submit, top: () => slack.viewOf(slack.userId), opened };
  };

  it('is submitted with every value in its shape, and closes on an empty answer', async () => {
    const { app, viewId, submit, top, opened } = await withView();
    const { seen } = await submit({ words: 'late', which: ['a', 'b'] });
    expect(app.payload()).toMatchObject({
      type: 'view_submission',
      response_urls: [],
      view: {
        id: viewId,
        callback_id: 'form',
        private_metadata: 'secret',
        hash: opened.view.hash,
        root_view_id: viewId,
        state: {
          values: {
            why: { words: { type: 'plain_text_input', value: 'late' } },
            which: { several: { type: 'multi_static_select', selected_options: [option('a'), option('b')] } },
          },
        },
      },
    });
    expect(app.payload()).not.toHaveProperty('channel');
    expect([top(), seen]).toEqual([undefined, [expect.objectContaining({ what: 'view-closed' })]]);
  });

  it('checks itself what the app said about its inputs', async () => {
    const { app, submit, top } = await withView();
    for (const words of [null, '', 'x', 'xxxxxx'])
      expect(await submit({ words })).toMatchObject({
        outcome: { kind: 'not-sent' },
        seen: [{ what: 'view-errors' }],
      });
    expect(top()?.errors).toHaveProperty('why');
    expect(app.received).toEqual([]);
    await expect(submit({ other: 'a' })).rejects.toThrow('no input "other"');
  });

  it('shows errors under inputs that exist', async () => {
    const { app, submit, top } = await withView();
    app.answer(
      json({ response_action: 'errors', errors: { why: 'Say more.' } }),
      json({ response_action: 'errors', errors: { nowhere: 'Hm.' } }),
    );
    expect((await submit({ words: 'ab' })).seen).toMatchObject([{ what: 'view-errors' }]);
    expect(top()?.errors).toEqual({ why: 'Say more.' });
    expect((await submit()).seen).toMatchObject([{ what: 'error' }]);
  });

  it('follows update, push and clear', async () => {
    const { app, slack, viewId, submit, top } = await withView();
    const next = modal({ title: plain('Next'), blocks: FORM });
    app.answer(
      json({ response_action: 'update', view: next }),
      json({ response_action: 'push', view: next }),
    );
    await submit({ words: 'ab' });
    expect(top()).toMatchObject({ id: viewId, title: { text: 'Next' } });
    await submit();
    expect(top()).toMatchObject({ previous_view_id: viewId, root_view_id: viewId });
    await expect(submit()).rejects.toThrow('before them');
    app.answer(json({ response_action: 'clear' }));
    await slack.submit({ viewId: top()?.id ?? '', userId: slack.userId, values: { words: 'ab' } });
    expect(slack.views()).toEqual([]);
  });

  it('stays open with an error when the answer is no good', async () => {
    const { app, submit, top } = await withView();
    app.answer(
      () => new Response('', { status: 500 }),
      () => new Promise(() => {}),
      () => new Response('thanks'),
      json({ response_action: 'dance' }),
      json({ response_action: 'update', view: modal({ title: plain('x'.repeat(25)) }) }),
    );
    for (let turn = 0; turn < 5; turn += 1)
      expect((await submit({ words: 'ab' })).seen).toMatchObject([{ what: 'error' }]);
    expect(top()).toBeDefined();
  });

  it('tells the app that it was closed, when it asked for that', async () => {
    const { app, slack, viewId } = await withView({ notify_on_close: true });
    await slack.closeView({ viewId, userId: slack.userId });
    expect(app.payload()).toMatchObject({ type: 'view_closed', is_cleared: false, view: { id: viewId } });
    const silent = await withView();
    await silent.slack.closeView({ viewId: silent.viewId, userId: silent.slack.userId });
    expect(silent.app.received).toEqual([]);
  });

  it('sends actions from inside, without a channel or a response_url', async () => {
    const { app, slack, viewId } = await withView({ blocks: [...FORM, ROW] });
    await slack.click({ viewId, userId: slack.userId, actionId: 'ok' });
    expect(app.payload()).toMatchObject({
      type: 'block_actions',
      container: { type: 'view', view_id: viewId },
      view: { id: viewId },
    });
    expect(app.payload()).not.toHaveProperty('response_url');
    expect(await slack.click({ viewId, userId: slack.userId, actionId: 'words', value: 'ab' })).toMatchObject(
      { outcome: { kind: 'not-sent' } },
    );
    await expect(slack.click({ viewId, userId: slack.otherId, actionId: 'ok' })).rejects.toThrow(
      'before them',
    );
  });
});

describe('commands and checks', () => {
  it('sends a command and shows the answer', async () => {
    const { app, slack } = createWired();
    const run = () =>
      slack.command({ command: '/cases', text: 'open', userId: slack.userId, channelId: slack.channel });
    app.answer(
      () => new Response('for you'),
      json({ response_type: 'in_channel', text: 'for all' }),
      () => new Response('', { status: 404 }),
      json({ blocks: [{ type: 'header' }] }),
    );
    expect((await run()).seen).toMatchObject([{ what: 'ephemeral' }]);
    expect(Object.fromEntries(new URLSearchParams(app.last().body))).toMatchObject({
      command: '/cases',
      text: 'open',
      user_id: slack.userId,
      channel_id: slack.channel,
      team_domain: 'acme',
    });
    expect((await run()).seen).toMatchObject([{ what: 'message' }]);
    expect((await run()).seen).toMatchObject([{ detail: '/cases failed with the error "dispatch_failed"' }]);
    expect((await run()).seen).toMatchObject([{ detail: '/cases failed with the error "invalid_blocks"' }]);
    expect([slack.ephemeral().length, slack.messages(slack.channel).length]).toEqual([1, 1]);
  });

  it('asks the app for the challenge, and looks at its certificate', async () => {
    const { app, slack } = createWired();
    app.answer(() => Response.json({ challenge: JSON.parse(app.last().body).challenge }));
    expect(await slack.verifyUrl()).toBe(true);
    expect(await slack.verifyUrl()).toBe(false);
    await slack.checkSsl({ signed: false });
    expect(app.last().body).toContain('ssl_check=1');
    expect(app.last().headers).not.toHaveProperty('X-Slack-Signature');
  });
});
