import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import { parseJson } from '../../lib/base/http/parse-json.ts';
import { readSecretName } from '../../lib/base/secret-name.ts';
import { createSsmSecrets } from '../../lib/base/secrets.ts';
import { slackConfig } from '../../lib/chats/slack/chat-config.ts';
import type { ReadOps } from '../audit/find-anchors.ts';

/** More pages than the messages of a month fill. */
const MOST_PAGES = 50;

/** Every text in the messages of `ops` since a day; null where it is not in Slack, or Slack does not let the app read it. */
export const slackOps: ReadOps = async ({ ssm, isLocal }, config, sinceMs) => {
  const ops = config.ops && config.destinations[config.ops.to];
  // With npm start, the stand-in is not where the configuration says.
  if (!config.slack || ops?.type !== 'slack' || isLocal) return null;
  const where = readSecretName(config.slack.botToken);
  if (where.in !== 'ssm') return null;
  const transport = createHttpTransport();
  try {
    const token = await createSsmSecrets(ssm)(where.name);
    const texts: string[] = [];
    let cursor = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const { body } = await transport.send({
        method: 'POST',
        url: new URL(`${slackConfig(config).cloud.apiUrl.replace(/\/?$/, '/')}conversations.history`),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...{ channel: ops.channel, oldest: String(sinceMs / 1_000), limit: '200' },
          ...(cursor && { cursor }),
        }).toString(),
        ...{ timeoutMs: 10_000, mostBytes: 8 * 1024 * 1024 },
      });
      const said = Object(parseJson(body)) as Partial<History>;
      if (said.ok !== true) return null;
      texts.push(...textsIn(said.messages));
      cursor = said.response_metadata?.next_cursor ?? '';
      if (!cursor) return texts;
    }
    return texts;
  } catch {
    // People compare instead: the command says how.
    return null;
  } finally {
    transport.close();
  }
};

interface History {
  readonly ok: boolean;
  readonly messages: unknown;
  readonly response_metadata: { readonly next_cursor?: string };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
