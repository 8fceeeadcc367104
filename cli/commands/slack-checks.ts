import { createHttpTransport, type Transport } from '../../lib/base/http/http-transport.ts';
import { parseJson } from '../../lib/base/http/parse-json.ts';
import { slackConfig } from '../../lib/chats/slack/chat-config.ts';
import { type Check, type Finding, unknown, warning, well, wrong } from '../doctor/check.ts';
import { createManifest } from './slack-app/manifest.ts';

interface SlackSaid {
  readonly ok: boolean;
  readonly error?: string | undefined;
  readonly scopes: readonly string[] | null;
}

export function judgeToken({ ok, error, scopes }: SlackSaid, needed: readonly string[]): Finding {
  if (!ok)
    return wrong(
      'Slack',
      `it refuses the bot token (${error}): install the app again, and posture-bridge secrets set its token`,
    );
  const missing = scopes === null ? [] : needed.filter((scope) => !scopes.includes(scope));
  return missing.length > 0
    ? wrong(
        'Slack',
        `the app lacks ${missing.join(', ')}: put posture-bridge slack manifest into the app, and install it again`,
      )
    : well('Slack', `it takes the bot token${scopes === null ? '' : ', with all scopes that it needs'}`);
}

/** `isBefore`: the app may be invited after the deployment. */
export function judgeChannel(
  name: string,
  channel: string,
  { ok, error = '' }: SlackSaid,
  isBefore = false,
): Finding {
  const about = `Slack channel of ${name}`;
  if (ok) return well(about, `the app is in ${channel}`);
  if (error === 'missing_scope')
    return unknown(about, `the app may not read ${channel}, so this shows with its first post`);
  if (error === 'not_in_channel' || error === 'channel_not_found')
    return (isBefore ? warning : wrong)(
      about,
      `the app is not in ${channel}: /invite it there, or correct the id (${error})`,
    );
  if (error === 'is_archived')
    return wrong(about, `${channel} is archived: unarchive it, or route to another one`);
  return wrong(about, `${channel}: Slack says ${error}`);
}

async function call(
  transport: Transport,
  base: string,
  token: string,
  method: string,
  args: Record<string, string> = {},
): Promise<SlackSaid> {
  const { body, headers } = await transport.send({
    method: 'POST',
    url: new URL(`${base}${method}`),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(args).toString(),
    timeoutMs: 10_000,
    mostBytes: 1024 * 1024,
  });
  const { ok, error } = Object(parseJson(body)) as { ok?: unknown; error?: unknown };
  const scopes = headers['x-oauth-scopes'];
  return {
    ok: ok === true,
    error: typeof error === 'string' ? error.slice(0, 80) : undefined,
    scopes: typeof scopes === 'string' ? scopes.split(/\s*,\s*/) : null,
  };
}

export const slackCheck: Check = {
  about: 'Slack',
  when: 'before',
  isOutside: true,
  async look({ config, secret, isBefore }) {
    if (!config.slack) return [];
    const token = await secret(config.slack.botToken);
    if (token === null) return [unknown('Slack', `its token cannot be read: ${config.slack.botToken}`)];
    const { apiUrl } = slackConfig(config).cloud;
    // Without the history of channels it runs all the same: see slack manifest --no-history.
    const needed = createManifest({ config, requestUrl: 'https://example.com', history: false }).oauth_config
      .scopes.bot;
    const transport = createHttpTransport();
    try {
      const findings = [judgeToken(await call(transport, apiUrl, token, 'auth.test'), needed)];
      if (findings[0]?.is === 'wrong') return findings;
      for (const [name, destination] of Object.entries(config.destinations)) {
        if (destination.type !== 'slack') continue;
        const { channel } = destination;
        findings.push(
          judgeChannel(
            name,
            channel,
            await call(transport, apiUrl, token, 'conversations.history', { channel, limit: '1' }),
            isBefore,
          ),
        );
      }
      return findings;
    } finally {
      transport.close();
    }
  },
};
