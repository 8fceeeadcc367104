import type { Clock } from '../../base/clock.ts';
import type { Transport } from '../../base/http/http-transport.ts';
import { remembered } from '../../base/remembered.ts';
import { refused } from '../../outbox/chat-call.ts';
import type { Chat } from '../../outbox/chat-port.ts';
import { createTeamsToken, type TeamsToken, type TokenAnswer } from './bot-token.ts';
import { createTeamsChat, type TeamsChatOptions } from './chat.ts';
import type { TeamsAppConfig } from './clouds.ts';
import { cloudOf } from './clouds.ts';
import { type Connector, createConnector } from './connector.ts';
import { createFindCardAnywhere, type FindCardAnywhereParts } from './find-card-anywhere.ts';
import { createGraphCall, type GraphCall } from './graph-call.ts';
import type { TeamsMessage } from './message.ts';
import { TeamsSetupError } from './refusals.ts';
import { createRosters } from './roster.ts';

export interface BotChatParts
  extends Pick<TeamsChatOptions, 'serviceUrlOf' | 'refreshedFor'>,
    Pick<FindCardAnywhereParts, 'teamOf'> {
  /** Undefined where no channel has the bot. */
  readonly teams: TeamsAppConfig | undefined;
  readonly readPassword: () => Promise<string>;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
}

/** Teams as the bot of the configuration sees it, and the way to people, where there is a bot. */
export function openBot(parts: BotChatParts): { chat: Chat<TeamsMessage>; connector: Connector | null } {
  const { teams, serviceUrlOf, refreshedFor, clock } = parts;
  if (!teams) return { chat: NO_BOT, connector: null };
  const { connector, call } = openConnector(parts, teams);
  const look = createFindCardAnywhere({ ...parts, connector, call, appId: teams.appId });
  const rosterOf = createRosters(connector, clock);
  return { chat: createTeamsChat(connector, { serviceUrlOf, look, rosterOf, refreshedFor }), connector };
}

type ConnectorParts = Pick<BotChatParts, 'readPassword' | 'transport' | 'clock'> & {
  readonly timeoutMs?: number | undefined;
};

/** The ways to Teams and to Graph. The bot's password is read when it is first needed. */
export function openConnector(
  { readPassword, transport, clock, timeoutMs }: ConnectorParts,
  teams: TeamsAppConfig,
): { connector: Connector; call: GraphCall } {
  const cloud = cloudOf(teams);
  const { appId, tenantId: tenant } = teams;
  const parts = { cloud, transport, clock, timeoutMs };
  const tokenFor = (scope: string) =>
    renewedToken(
      remembered(async () =>
        createTeamsToken({ ...cloud, ...parts, scope, tenant, appId, secret: await readPassword() }),
      ),
    );
  const { extraOrigins } = cloud;
  return {
    connector: createConnector({ ...parts, extraOrigins, tenantId: tenant, token: tokenFor(cloud.scope) }),
    call: createGraphCall({ ...parts, token: tokenFor(cloud.graphScope) }),
  };
}

/** A login that refuses the bot may mean that its password was changed: it is read once more. */
const renewedToken = (open: (renew?: boolean) => Promise<TeamsToken>): TeamsToken => ({
  async get(renew) {
    const answer = await open().then((token) => token.get(renew), unopened);
    return answer.is === 'refused' ? open(true).then((token) => token.get(), unopened) : answer;
  },
});

/** An answer and not an error: an error would leave open whether the message was posted, and it certainly was not. */
const unopened = (error: unknown): TokenAnswer =>
  error instanceof TeamsSetupError
    ? { is: 'refused', code: error.code, reason: error.message }
    : { is: 'failed', reason: `the client secret of the bot cannot be read: ${String(error)}` };

const noBot = async () => refused('not_configured', 'credentials', 'the configuration has no Teams bot');

const NO_BOT: Chat<TeamsMessage> = { post: noBot, update: noBot, find: noBot };
