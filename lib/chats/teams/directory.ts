import { createHttpTransport, type Transport } from '../../base/http/http-transport.ts';
import { createRememberedAnswers } from '../../base/remembered-people.ts';
import { everySay, toAskIn } from '../../config/authority.ts';
import { teams as section } from '../../config/chats/teams.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { ChatDirectory, DirectoryAnswer } from '../../verdict/authorize.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { askMember, type KnownMember } from './ask-member.ts';
import { openConnector } from './bot-chat.ts';
import { createGraph } from './graph.ts';

type DirectoryParts = Pick<EndpointParts, 'config' | 'readSecret' | 'clock' | 'log'> & {
  readonly transport?: Pick<Transport, 'send'> | undefined;
};

/** An analyst waits for each answer. */
const ASK_MS = 2_000;

/** What Teams and Entra say about people, at the service address that a click came from. */
export function teamsDirectory(parts: DirectoryParts): (serviceUrl: string) => ChatDirectory {
  const { config, readSecret, clock, log, transport = createHttpTransport() } = parts;
  const app = config.teams;
  if (!app) return () => NOBODY_KNOWN;
  const readPassword = () => readSecret(app.password);
  const { connector, call } = openConnector({ readPassword, transport, clock, timeoutMs: ASK_MS }, app);
  const onProblem = (error: unknown) => log('person not read', { surface: 'teams', error: String(error) });
  const graph = createGraph({ call, clock });
  const groups = groupsIn(config);
  const { profiles: asks } = toAskIn(config, 'teams');
  const groupsOf = createRememberedAnswers({
    ask: (userId) => graph.memberGroups(userId, groups),
    clock,
    onProblem,
  });
  const members = createRememberedAnswers<KnownMember>({
    ask: (key) => {
      const [serviceUrl, channel, userId] = JSON.parse(key) as [string, string, string];
      return askMember(connector, { serviceUrl, channel, userId, tenantId: app.tenantId });
    },
    clock,
    onProblem,
  });

  const memberOf = (...where: readonly [serviceUrl: string, channel: string, userId: string]) =>
    members(JSON.stringify(where));

  return (serviceUrl) => ({
    async isMember(groupId, userId) {
      const known = await groupsOf(userId.toLowerCase());
      if (typeof known === 'string') return known;
      return known.value.some((id) => id.toLowerCase() === groupId.toLowerCase()) ? 'yes' : 'no';
    },
    async isOutsider(userId, channel) {
      if (channel === null) return 'unknown';
      const known = await memberOf(serviceUrl, channel, userId.toLowerCase());
      if (typeof known === 'string') return known;
      return known.value.outside ? 'yes' : 'no';
    },
    async profileOf(userId, channel) {
      if (channel === null || !asks) return null;
      const known = await memberOf(serviceUrl, channel, userId.toLowerCase());
      return typeof known === 'string' ? null : known.value;
    },
  });
}

/** All that any rule names: who is in which is asked at once. */
const groupsIn = (config: BridgeConfig): readonly string[] => [
  ...new Set(
    everySay(config).flatMap(({ allow }) => (typeof allow === 'object' ? section.namedIn(allow).groups : [])),
  ),
];

const unknown = async (): Promise<DirectoryAnswer> => 'unknown';
const NOBODY_KNOWN: ChatDirectory = { isMember: unknown, isOutsider: unknown };
