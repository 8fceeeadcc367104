import { COMMANDS, type CommandName } from '../../../lib/chats/document/command-list.ts';
import { APP_DESCRIPTION, APP_NAME } from '../../../lib/chats/document/texts.ts';
import type { TeamsAppConfig } from '../../../lib/chats/teams/clouds.ts';

export interface ManifestChoices {
  readonly teams: Pick<TeamsAppConfig, 'appId'> & Partial<Pick<TeamsAppConfig, 'cloud'>>;
  readonly name?: string | undefined;
  /** Whose app it is, as Teams shows it. */
  readonly developer?: string | undefined;
  /** The pages on support, privacy and terms of the organization that runs it. */
  readonly websiteUrl?: string | undefined;
  /** Has to grow when the package is uploaded again. */
  readonly version?: string | undefined;
  /** Whether the owner of a team is asked to let the app read the messages of its channels; true unless given. */
  readonly reading?: boolean | undefined;
}

/** Teams takes no more in `name.short`. */
export const LONGEST_NAME = 30;
export const ICONS = { color: 'color.png', outline: 'outline.png' } as const;

/** Teams offers ten at the most. Who asks for help sees them all. */
const LEFT_OUT: readonly CommandName[] = ['status', 'drift', 'mutes', 'unmute', 'proposals', 'integration'];
const OFFERED = COMMANDS.filter(({ name }) => !LEFT_OUT.includes(name)).map(({ name, tells }) => ({
  title: name,
  description: tells,
}));

/** Given by the owner of a team, for that team alone. With it the notifier looks before it posts again. */
const READING = { name: 'ChannelMessage.Read.Group', type: 'Application' };

const PERSONAL = { scopes: ['personal'], commands: OFFERED };
/** As slash commands in a channel, which only the person and the bot see. */
const SLASH = { scopes: ['team'], triggers: ['slash'], commands: OFFERED };

/** The app manifest: one bot, in teams and all their kinds of channels, that speaks where it was added. */
export function createTeamsManifest({
  teams: { appId, cloud = 'public' },
  name = APP_NAME,
  developer = 'posture-bridge',
  websiteUrl = 'https://example.com',
  version = '1.0.0',
  reading = true,
}: ManifestChoices) {
  // Other clouds are years behind with what a manifest may say.
  const isNew = cloud === 'public';
  const manifestVersion = isNew ? '1.30' : '1.25';
  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${manifestVersion}/MicrosoftTeams.schema.json`,
    manifestVersion,
    version,
    id: appId.toLowerCase(),
    developer: { name: developer, websiteUrl, privacyUrl: websiteUrl, termsOfUseUrl: websiteUrl },
    name: { short: name, full: name },
    description: {
      short: APP_DESCRIPTION,
      full: 'Posts the cases and threats of the Security Posture API to the channels it was added to, and records the verdicts that analysts give there.',
    },
    icons: ICONS,
    accentColor: '#1F2933',
    bots: [
      {
        botId: appId.toLowerCase(),
        // In a chat of its own with one person it answers commands.
        scopes: ['team', 'personal'],
        // So that the person who adds it chooses a channel, and the bot says its id there.
        needsChannelSelector: true,
        isNotificationOnly: false,
        supportsFiles: false,
        ...(isNew
          ? { supportsTargetedMessages: true, commandLists: [PERSONAL, SLASH] }
          : { commandLists: [PERSONAL] }),
      },
    ],
    permissions: ['identity', 'messageTeamMembers'],
    // Without it Teams offers the app in no private or shared channel.
    supportsChannelFeatures: 'tier1',
    ...(reading && {
      // Teams asks for some address here, and never uses it for such a consent.
      webApplicationInfo: { id: appId.toLowerCase(), resource: `api://${appId.toLowerCase()}` },
      authorization: { permissions: { resourceSpecific: [READING] } },
    }),
    validDomains: [],
  };
}
