import { createHmac } from 'node:crypto';

/** Requests as Slack sends them, signed here by the documentation and by nothing of ours. */
export const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
export const TEAM = 'T0ACME0001';
export const NOW_MS = Date.parse('2026-11-15T09:00:00Z');

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/** An API Gateway event, as far as it matters, and the moment at which it arrives. */
export interface Arrival {
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: boolean;
  nowMs: number;
}

export interface Unsigned {
  body: Buffer;
  contentType: string;
}

export const hmac = (secret: string, ...parts: (string | Buffer)[]): string => {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest('hex');
};

export function arrive(
  { body, contentType }: Unsigned,
  {
    nowMs = NOW_MS,
    timestamp = String(Math.floor(nowMs / 1000)),
    secret = SIGNING_SECRET,
    base64 = true,
  } = {},
): Arrival {
  return {
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${hmac(secret, `v0:${timestamp}:`, body)}`,
    },
    body: body.toString(base64 ? 'base64' : 'utf8'),
    isBase64Encoded: base64,
    nowMs,
  };
}

export const formOf = (fields: Record<string, string>): Unsigned => ({
  body: Buffer.from(new URLSearchParams(fields).toString()),
  contentType: FORM,
});

export const jsonOf = (payload: unknown): Unsigned => ({
  body: Buffer.from(JSON.stringify(payload)),
  contentType: `${JSON_TYPE}; charset=utf-8`,
});

export const interactionOf = (payload: unknown): Unsigned => formOf({ payload: JSON.stringify(payload) });

const person = (team: string) => ({ id: 'U0ANALYST1', username: 'mira', name: 'mira', team_id: team });

export const blockActions = (text = 'Zoë', team = TEAM) => ({
  type: 'block_actions',
  user: person(team),
  api_app_id: 'A0BRIDGE01',
  token: 'deprecated',
  container: {
    type: 'message',
    message_ts: '1763197200.000100',
    channel_id: 'C0SOC00001',
    is_ephemeral: false,
  },
  trigger_id: '12345.98765.abcd2358fdea',
  team: { id: team, domain: 'acme' },
  enterprise: null,
  is_enterprise_install: false,
  channel: { id: 'C0SOC00001', name: 'soc' },
  message: {
    bot_id: 'B0BRIDGE01',
    type: 'message',
    text,
    user: 'U0BRIDGE01',
    ts: '1763197200.000100',
    blocks: [{ type: 'section', block_id: 'a1', text: { type: 'plain_text', text } }],
    metadata: { event_type: 'posture_bridge_delivery', event_payload: { mark: 'acme:cases:1:soc' } },
  },
  state: { values: {} },
  response_url: 'https://hooks.slack.com/actions/T0ACME0001/1/abc',
  actions: [
    {
      action_id: 'verdict:TRUE_POSITIVE',
      block_id: 'verdicts-1',
      text: { type: 'plain_text', text: 'True positive', emoji: true },
      value: '{"d":"acme","c":"7f3e2a10","n":"soc","t":1}',
      type: 'button',
      action_ts: '1763197260.123456',
    },
  ],
});

export const viewSubmission = (text = 'Zoë', team = TEAM) => ({
  type: 'view_submission',
  team: { id: team, domain: 'acme' },
  user: person(team),
  trigger_id: '12345.98765.abcd',
  view: {
    id: 'V0VIEW0001',
    team_id: team,
    type: 'modal',
    callback_id: 'verdict-form',
    private_metadata: '{"d":"acme"}',
    hash: '1763197260.abc',
    state: {
      values: {
        comment: { text: { type: 'plain_text_input', value: text } },
        outcome: { choice: { type: 'static_select', selected_option: { value: 'SAFE' } } },
        events: {
          some: { type: 'multi_static_select', selected_options: [{ value: 'e1' }, { value: 'e2' }] },
        },
      },
    },
  },
  response_urls: [],
});

/** One of every kind. `text` goes where people write. */
export const KINDS: Readonly<Record<string, (text?: string, team?: string) => Unsigned>> = {
  'block-actions': (text, team) => interactionOf(blockActions(text, team)),
  'view-submission': (text, team) => interactionOf(viewSubmission(text, team)),
  'view-closed': (text, team) =>
    interactionOf({ ...viewSubmission(text, team), type: 'view_closed', is_cleared: false }),
  command: (text = 'Zoë', team = TEAM) =>
    formOf({
      token: 'deprecated',
      team_id: team,
      team_domain: 'acme',
      channel_id: 'C0SOC00001',
      user_id: 'U0ANALYST1',
      user_name: 'mira',
      command: '/posture',
      text,
      response_url: 'https://hooks.slack.com/commands/T0ACME0001/2/abc',
      trigger_id: '1.2.3',
    }),
  event: (text = 'Zoë', team = TEAM) =>
    jsonOf({
      type: 'event_callback',
      team_id: team,
      api_app_id: 'A0BRIDGE01',
      event_id: 'Ev0EVENT001',
      event: { type: 'app_home_opened', user: 'U0ANALYST1', text },
    }),
  unknown: (text = 'Zoë', team = TEAM) =>
    interactionOf({ type: 'shortcut', team: { id: team }, user: person(team), callback_id: text }),
  'url-verification': (text = 'Zoë') => jsonOf({ type: 'url_verification', challenge: text, token: 'x' }),
  'ssl-check': (text = 'Zoë') => formOf({ ssl_check: '1', token: text }),
};

/** Those that say which workspace they are from. */
export const PLACED = ['block-actions', 'view-submission', 'view-closed', 'command', 'event', 'unknown'];
