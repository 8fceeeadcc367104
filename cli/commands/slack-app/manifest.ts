import { COMMANDS, COMMANDS_DESCRIPTION } from '../../../lib/chats/document/command-list.ts';
import { APP_DESCRIPTION, APP_NAME } from '../../../lib/chats/document/texts.ts';
import { type AuthorityConfig, toAskIn } from '../../../lib/config/authority.ts';
import { scopesFor } from '../../../lib/config/chats/slack-schema.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';

export interface ManifestChoices {
  readonly config: AuthorityConfig & Pick<BridgeConfig, 'slack'>;
  /** Where Slack sends clicks to: the address of the deployed action function. */
  readonly requestUrl: string;
  readonly name?: string | undefined;
  /** Whether the app may read its channels, to find a message of which Slack did not say whether it took it. */
  readonly history?: boolean | undefined;
}

/** Slack takes no more in `display_information.name` and `bot_user.display_name`. */
export const LONGEST_NAME = 35;

/** The app manifest, with the rights that this configuration needs and no others. */
export function createManifest({ config, requestUrl, name = APP_NAME, history = true }: ManifestChoices) {
  return {
    _metadata: { major_version: 1, minor_version: 1 },
    display_information: {
      name,
      description: APP_DESCRIPTION,
      background_color: '#1f2933',
    },
    features: {
      bot_user: { display_name: name, always_online: true },
      // Where nobody may decide, nobody may ask either.
      ...(config.verdicts && { slash_commands: [slashCommand(requestUrl)] }),
    },
    oauth_config: {
      scopes: { bot: scopesFor(toAskIn(config, 'slack'), history, config.verdicts !== undefined) },
    },
    settings: {
      interactivity: { is_enabled: true, request_url: requestUrl },
      // An organization can install it for all of its workspaces only with this.
      org_deploy_enabled: config.slack?.teamId?.some((id) => id.startsWith('E')) ?? false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
}

/** Without escaping: a person or a channel that is named in a command is nothing but text. */
const slashCommand = (url: string) => ({
  command: '/posture',
  url,
  description: COMMANDS_DESCRIPTION,
  usage_hint: COMMANDS.map(({ name }) => name).join(' | '),
  should_escape: false,
});

/** What each scope is for, in the words of the administrator who has to grant it. */
export const SCOPE_REASONS: Readonly<Record<string, string>> = {
  'chat:write': 'posts and updates its own messages, in channels it was invited to',
  commands: 'adds the command /posture, with which people who may decide ask about cases and people',
  'channels:history':
    'looks up whether a message was taken when Slack did not say, in public channels it is in; leave it out with --no-history, and such a message may appear twice',
  'groups:history': 'the same for private channels',
  'usergroups:read': 'reads who is in the user groups that may decide; Slack has them on paid plans only',
  'users:read':
    'reads the real name of the person who clicks, and whether they are a guest or of another company: those may not decide',
  'users:read.email':
    'reads their address, by which somebody who is in another chat too is one person in both',
};
