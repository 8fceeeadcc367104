import type { ChatOptions } from '../stand-in-kit/chat-core.ts';
import type { Fields } from '../stand-in-kit/fields.ts';
import type { NewChannel, NewGroup, NewPerson, NewTeam } from './state/directory.ts';
import type { SigningKey } from './tokens/signing-key.ts';
import type { Forgery } from './tokens/token-factory.ts';

/** What is wrong on purpose with something sent to the bot. */
export type Forging = {
  readonly token?: Forgery | undefined;
  /** Merged over the honest activity; null removes a field. */
  readonly activity?: Fields | undefined;
  /** The whole header instead of a token; null leaves it out. */
  readonly authorization?: string | null | undefined;
};

export type Forged = { readonly forging?: Forging | undefined };

export type TeamsOptions = ChatOptions & {
  readonly appId?: string;
  readonly tenantId?: string;
  readonly password?: string;
  /** Who signs requests to the bot; other clouds have other names. */
  readonly issuer?: string;
  /** Where activities are sent. */
  readonly requestUrl?: string;
  /** How long the login's tokens are valid. */
  readonly tokenLifetimeSeconds?: number;
  /** Instead of the small default organisation. */
  readonly users?: readonly NewPerson[];
  readonly teams?: readonly NewTeam[];
  /** Groups of Entra. */
  readonly groups?: readonly NewGroup[];
  /** What the administrator consented to; everything that the bridge asks for, if absent. */
  readonly graphPermissions?: readonly string[];
  /** How long Graph does not show a new message. */
  readonly graphLagMs?: number;
  /** What the owner of the one team consented to, if no teams are given. */
  readonly consents?: readonly string[];
  /** The channels of the one team, when no teams are given. */
  readonly channels?: readonly NewChannel[];
  /** Keys made in advance, used before new ones are made. */
  readonly keys?: readonly SigningKey[];
};

/** What may change while it runs, besides rates and speed. */
export type Settings = {
  requestUrl: string | undefined;
  tokenLifetimeSeconds: number;
  answerTimeoutMs: number;
  /** Whether the bot's password is accepted. */
  secret: 'active' | 'removed' | 'expired';
  /** The application permissions of the bot in Graph. */
  graphPermissions: readonly string[];
  graphLagMs: number;
  /** For everything that is sent from now on. */
  forging: Forging;
};

export const DEFAULT_USERS: readonly NewPerson[] = [
  { name: 'Ada Winter' },
  { name: 'Bo Larsen', locale: 'da-DK' },
  { name: 'Cleo Marsh', locale: 'en-US' },
];

export const GRAPH_PERMISSIONS: readonly string[] = ['GroupMember.Read.All', 'User.ReadBasic.All'];

export const DEFAULT_CHANNELS: readonly NewChannel[] = [{ name: 'sec-cases' }, { name: 'sec-threats' }];
