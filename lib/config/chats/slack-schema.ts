import * as z from 'zod/mini';
import { addressProblem, parameterName, shaped } from '../schema/setting-fields.ts';
import { choice, oneOrMany, strict, textThat } from '../schema/strict.ts';
import { type ChatSchema, display, listOfPeople } from './chat-schema.ts';

const TEAM_ID = 'must be the id of a Slack workspace, like T0123ABCD, or organization, like E0123ABCD';

const App = strict({
  /** SSM name of the signing secret. */
  signingSecret: parameterName,
  /** SSM name of the bot token (`xoxb-...`). */
  botToken: parameterName,
  /** The accepted workspaces, like `T0123ABCD`, or the organization that installed the app, like `E0123ABCD`. */
  teamId: z.optional(oneOrMany(shaped(/^[TE][A-Z0-9]{7,20}$/, TEAM_ID), `${TEAM_ID}, or a list of them`)),
  /** `usgov` is GovSlack. */
  cloud: z._default(choice(['public', 'usgov']), 'public'),
  /** A stand-in on this machine; Slack itself unless given. */
  apiUrl: z.optional(textThat(addressProblem)),
});

const channel = textThat((text) => {
  if (/^[CG][A-Z0-9]{7,20}$/.test(text)) return null;
  return text.startsWith('#')
    ? 'is the name of a channel, and names change: use its id, which stands at the bottom of the channel details in Slack, like C0123ABCD'
    : 'must be the id of a Slack channel, like C0123ABCD';
});

const Destination = strict({
  type: z.literal('slack'),
  /** The channel's id, like `C0123ABCD`. */
  channel,
  /** The SSM name of a bot token for this channel only; `slack.botToken` unless given. */
  token: z.optional(parameterName),
  ...display,
});

type Written = z.input<typeof Destination>;
export type SlackDestination = Written & { token: string };

export type SlackApp = z.output<typeof App>;

const person = shaped(/^[UW][A-Z0-9]{7,20}$/, 'must be the id of a Slack user, like U0123ABCD');

export const slackSchema = {
  App,
  Destination,
  person,
  people: {
    slackUsers: listOfPeople(person),
    slackGroups: listOfPeople(
      shaped(/^S[A-Z0-9]{7,20}$/, 'must be the id of a Slack user group, like S0123ABCD'),
    ),
  },
  needsApp: () => true,
  appHolds: 'its signingSecret and botToken',
  check: () => [],
  complete: (destination, app) => ({ ...destination, token: destination.token ?? app?.botToken ?? '' }),
} satisfies ChatSchema<z.output<typeof App>, Written, SlackDestination>;

/** The scopes that the Slack app needs, and no others: they depend on what it has to ask about people. */
export const scopesFor = (
  ask: Readonly<Record<'groups' | 'guests' | 'profiles' | 'addresses', boolean>>,
  history: boolean,
  commands = false,
): readonly string[] => [
  'chat:write',
  ...(commands ? ['commands'] : []),
  ...(history ? ['channels:history', 'groups:history'] : []),
  ...(ask.groups ? ['usergroups:read'] : []),
  ...(ask.guests || ask.profiles ? ['users:read'] : []),
  ...(ask.addresses ? ['users:read.email'] : []),
];
