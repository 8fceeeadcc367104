import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/base/clock.ts';
import { httpHandler } from '../../../../lib/base/http/http-event.ts';
import type { Target } from '../../../../lib/chats/document/button-target.ts';
import { createSlackEndpoint } from '../../../../lib/chats/slack/endpoint.ts';
import type { SlackMessage } from '../../../../lib/chats/slack/message.ts';
import { readPrivateMessage } from '../../../../lib/chats/slack/private-message.ts';
import { createSlackRenderer } from '../../../../lib/chats/slack/renderer.ts';
import { createResponder } from '../../../../lib/chats/slack/respond.ts';
import { createSendPrivateMessage } from '../../../../lib/chats/slack/send-private-message.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import type { VerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { type Slack, type SlackOptions, startSlack } from '../../../../local/slack/server.ts';
import { asksNothing } from '../../../support/asks-nothing.ts';
import { SEAL } from '../../../support/sealed.ts';
import { CASE } from '../document/stories.ts';

/** The whole Slack side of the action function, opposite the strict Slack on this machine. */
const CHANNEL = 'C0000SOC1';
const ADA = 'U0000ADA1';
const SIBLING = 'W0000SIB1';
const STRANGER = 'U0000OTTO';
const ORG = 'E0ACME0001';
const USERS = [
  { id: ADA, name: 'ada' },
  { id: SIBLING, name: 'sib', teamId: 'T0ACME0002' },
  { id: STRANGER, name: 'otto', teamId: 'T0OTHER001', enterpriseId: 'E0OTHER001' },
];

let slack: Slack;
let queued: VerdictMessage[];
let handle: ReturnType<typeof httpHandler>;
beforeEach(() => {
  queued = [];
});
afterEach(() => slack.close());

async function start(options: Partial<SlackOptions> = {}, allow: object | string = 'anyone-in-channel') {
  slack = await startSlack({
    ...{ rates: false, users: USERS, channels: [{ name: 'soc', id: CHANNEL }], answerTimeoutMs: 10_000 },
    requestUrl: 'https://bridge.example/slack/interactions',
    async deliver(_, init) {
      const headers = Object.fromEntries(new Headers(init.headers));
      const requestContext = { http: { method: 'POST' } };
      const event = {
        rawPath: '/slack/interactions',
        rawQueryString: '',
        isBase64Encoded: false,
        requestContext,
      };
      const { statusCode, body } = await handle({ ...event, headers, body: String(init.body) });
      return new Response(body || null, { status: statusCode });
    },
    ...options,
  });
  const { enterpriseId, teamId } = slack;
  const orgWide = options.organization?.orgWide === true;
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://a.example', apiKey: '/a' } },
    slack: {
      ...{ signingSecret: '/secret', botToken: '/token', apiUrl: slack.url },
      teamId: orgWide && enterpriseId ? [enterpriseId, teamId] : teamId,
    },
    destinations: { soc: { type: 'slack', channel: CHANNEL } },
    routes: [{ to: 'soc' }],
    verdicts: { allow, outcomes: { SAFE: { comment: 'required' } } },
  } as Parameters<typeof defineBridge>[0]);
  const delivery = {
    key: { domain: 'acme', destination: 'soc' },
    content: { kind: 'case', item: CASE, trimmed: [] },
    memory: null,
    main: { ref: {}, hash: '' },
  } as const;
  let ledgerIsBroken = false;
  const sendPrivateMessage = createSendPrivateMessage({
    responder: createResponder({ allowedOrigins: [new URL(slack.url).origin] }),
    answerOf: async () => null,
    clock: systemClock,
    log: () => undefined,
  });
  const app = createSlackEndpoint({
    ...asksNothing,
    config,
    queue: async (message) => void queued.push(message),
    lookUp: async (_: Target) => {
      if (ledgerIsBroken) throw new Error('the table is gone');
      return { delivery, answer: null };
    },
    routesOf: async () => ['route-1'],
    async sendNews(body) {
      const read = readPrivateMessage(body, SEAL);
      if (read?.ok) await sendPrivateMessage({ ...read.message, unless: undefined });
    },
    readSecret: async (name) => (name === '/secret' ? slack.signingSecret : slack.botToken),
    buttonSeal: async () => SEAL,
    clock: systemClock,
    log: () => undefined,
    metrics: () => undefined,
  });
  handle = httpHandler(app.fetch);
  const renderer = createSlackRenderer({ ...(config.verdicts as object), sealOf: SEAL.of } as never);
  const { message } = renderer.render(delivery as never, null).main;
  const breakLedger = () => {
    ledgerIsBroken = true;
  };
  return { post: (more: object = {}) => post({ ...message, ...more }), delivery, breakLedger };
}

async function post(message: SlackMessage & { thread_ts?: string }): Promise<string> {
  const answer = await fetch(`${slack.url}chat.postMessage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', Authorization: `Bearer ${slack.botToken}` },
    body: JSON.stringify({ channel: CHANNEL, ...message }),
  });
  const { ok, ts, error } = (await answer.json()) as { ok: boolean; ts: string; error?: string };
  if (!ok) throw new Error(error);
  return ts;
}

const press = (ts: string, actionId = 'verdict:TRUE_POSITIVE', userId = ADA) =>
  slack.click({ userId, channel: CHANNEL, ts, actionId });
const openForm = (ts: string, userId = ADA) =>
  slack.click({ userId, channel: CHANNEL, ts, actionId: 'verdict:more', optionValue: 'FORM' });
const submit = (userId = ADA, values: object = {}) =>
  slack.submit({
    userId,
    viewId: slack.viewOf(userId)?.id ?? '',
    values: { outcome: 'TRUE_POSITIVE', comment: 'because', ...values },
  });
const told = (userId = ADA) =>
  slack.ephemeral(userId).map((message) => ('thread_ts' in message ? message.thread_ts : null));

describe('private words', () => {
  it('are in the channel after a press there, also on a message with replies', async () => {
    const { post: postCase } = await start();
    const ts = await postCase();
    await post({ text: 'a reply', blocks: [], thread_ts: ts });
    await press(ts);
    expect(queued).toMatchObject([{ kind: 'decide', reply: { threadTs: null } }]);
    expect(told()).toEqual([null]);
  });

  it('are in the thread after a press in it, and after a form that was opened there', async () => {
    const { post: postCase } = await start();
    const parent = await post({ text: 'a digest', blocks: [] });
    const ts = await postCase({ thread_ts: parent });
    await press(ts);
    await openForm(ts);
    await submit();
    expect(queued).toMatchObject([{ reply: { threadTs: parent } }, { reply: { threadTs: parent } }]);
    expect(told()).toEqual([parent, parent]);
  });
});

describe('the form', () => {
  it('names the person and the threat, and says what it needs', async () => {
    const { post: postCase } = await start();
    const { seen } = await openForm(await postCase());
    expect(seen.map(({ what }) => what)).toEqual(['view-opened', 'view-updated']);
    const shown = JSON.stringify(slack.viewOf(ADA)?.blocks);
    for (const words of [CASE.user_name, 'Data exfiltration', 'Needed for: Safe.', 'Up to 1,9'])
      expect(shown).toContain(words);
  });

  const commentIn = () =>
    (slack.viewOf(ADA)?.blocks ?? []).find(({ block_id }) => block_id === 'comment')?.optional;
  const choose = (optionValue: string) =>
    slack.click({
      userId: ADA,
      viewId: slack.viewOf(ADA)?.id ?? '',
      blockId: 'outcome',
      actionId: 'outcome',
      optionValue,
    });

  it('says whether the outcome that is chosen in it needs a comment, and keeps what was typed', async () => {
    const { post: postCase } = await start();
    await openForm(await postCase());
    const before = slack.viewOf(ADA);
    expect(commentIn()).toBe(false);
    await choose('TRUE_POSITIVE');
    expect(commentIn()).toBe(true);
    await choose('SAFE');
    expect(commentIn()).toBe(false);
    const after = slack.viewOf(ADA);
    expect(after?.id).toBe(before?.id);
    expect(after?.blocks.map(({ type }) => type)).toEqual(before?.blocks.map(({ type }) => type));
    // Slack itself asks for it: nothing is sent without.
    expect((await submit(ADA, { outcome: 'SAFE', comment: null })).outcome.kind).toBe('not-sent');
    await submit(ADA, { outcome: 'DUPLICATE', comment: null });
    expect(queued).toMatchObject([{ kind: 'decide', request: { outcome: 'DUPLICATE', comment: null } }]);
  });

  it('stays as it is while the case cannot be looked up, and is judged when it comes back', async () => {
    const { post: postCase, breakLedger } = await start();
    await openForm(await postCase());
    const blocks = slack.viewOf(ADA)?.blocks;
    await choose('TRUE_POSITIVE');
    breakLedger();
    await choose('SAFE');
    expect(commentIn()).toBe(true);
    expect(slack.viewOf(ADA)?.blocks).toHaveLength(blocks?.length ?? -1);
    const { seen } = await submit(ADA, { outcome: 'SAFE', comment: null });
    expect(seen.at(-1)).toMatchObject({ what: 'view-errors', detail: '{"comment":"Safe needs a comment."}' });
    expect(queued).toEqual([]);
  });

  it('that Slack opens after the bridge stopped waiting is not called a failure', async () => {
    const { post: postCase } = await start();
    const ts = await postCase();
    slack.plan({ kind: 'slow', method: 'views.open', delay_ms: 2_300, times: 1 });
    await openForm(ts);
    await expect.poll(() => slack.viewOf(ADA), { timeout: 5_000 }).toBeDefined();
    const words = slack.ephemeral(ADA).map(({ text }) => text);
    expect(words).toEqual([expect.stringContaining('slow to open the form')]);
    await submit();
    expect(queued.map(({ kind }) => kind)).toEqual(['decide']);
  });
});

describe.each([
  ['a workspace', false],
  ['the organization', true],
])('in an organization where %s installed the app', (_, orgWide) => {
  const organization = { id: ORG, workspaces: ['T0ACME0002'], orgWide };

  it('its people decide, by buttons and forms, and strangers do not', async () => {
    const { post: postCase } = await start({ organization });
    const ts = await postCase();
    for (const userId of [ADA, SIBLING, STRANGER]) {
      expect((await press(ts, undefined, userId)).outcome).toMatchObject({ status: 200 });
      expect((await openForm(ts, userId)).outcome).toMatchObject({ status: 200 });
      // A form of a stranger names the installation in its view only.
      expect((await submit(userId)).outcome).toMatchObject({ status: 200 });
    }
    const whose = (message: VerdictMessage) =>
      USERS.find(({ id }) => JSON.stringify(message).includes(`"${id}"`))?.id;
    const by = queued.map((message) => [message.kind, whose(message)]);
    expect(by).toEqual([
      ['decide', ADA],
      ['decide', ADA],
      ['decide', SIBLING],
      ['decide', SIBLING],
      ['denied', STRANGER],
      ['denied', STRANGER],
    ]);
  });

  it('people who are named decide, wherever they are at home; and members of a group', async () => {
    const group = 'S0000ANA1';
    const { post: postCase } = await start(
      { organization, groups: [{ id: group, handle: 'soc', users: [SIBLING] }] },
      { slackUsers: [STRANGER], slackGroups: [group] },
    );
    const ts = await postCase();
    for (const userId of [STRANGER, SIBLING, ADA]) await press(ts, undefined, userId);
    expect(queued.map(({ kind }) => kind)).toEqual(['decide', 'decide', 'denied']);
  });
});
