import * as z from 'zod/mini';
import { entriesOf, type Finding, objectOf } from '../schema/read-unknown.ts';
import { addressProblem, parameterName, shaped, uuid } from '../schema/setting-fields.ts';
import { choice, strict, textThat } from '../schema/strict.ts';
import { type ChatSchema, type Display, display, listOfPeople } from './chat-schema.ts';

const App = strict({
  appId: uuid("the bot's application id"),
  tenantId: uuid('the id of your tenant'),
  /** SSM name of the bot's client secret. */
  password: parameterName,
  cloud: z._default(choice(['public', 'usgov', 'dod', 'china']), 'public'),
  /** A stand-in on this machine; Teams itself unless given. */
  apiUrl: z.optional(textThat(addressProblem)),
});

/** The cross-checks make sure that it has exactly one of its two forms. */
const Destination = strict({
  type: z.literal('teams'),
  channel: z.optional(
    shaped(
      /^19:[A-Za-z0-9_-]{1,200}@thread\.(?:tacv2|skype)$/,
      'must be the id of a Teams channel, like 19:...@thread.tacv2; the bot says it when it is added to the channel',
    ),
  ),
  workflowUrl: z.optional(parameterName),
  ...display,
});

/** A channel with the bot in it: analysts can decide cases there. */
type WithBot = Display & { type: 'teams'; channel: string; workflowUrl?: never };
/** A channel with a Workflow webhook, whose address is a secret: it receives messages, and cannot answer. */
type WithWorkflow = Display & { type: 'teams'; workflowUrl: string; channel?: never };
export type TeamsDestination = WithBot | WithWorkflow;

export type TeamsApp = z.output<typeof App>;

const person = uuid('the object id of the user');

export const teamsSchema = {
  App,
  Destination: Destination as unknown as typeof Destination &
    z.ZodMiniType<TeamsDestination, TeamsDestination>,
  person,
  people: {
    /** Entra object ids. */
    teamsUsers: listOfPeople(person),
    teamsGroups: listOfPeople(uuid('the object id of a group in Entra')),
  },
  needsApp: ({ channel }) => channel !== undefined,
  appHolds: 'its appId, tenantId and password',
  check: ({ destinations, domains }) => [...checkForms(destinations), ...checkLinks(domains, destinations)],
  complete: (destination) => destination,
} satisfies ChatSchema<z.output<typeof App>, TeamsDestination, TeamsDestination>;

const ofTeams = (destinations: unknown) =>
  entriesOf(destinations).flatMap(([name, raw]) => {
    const { type, channel, workflowUrl } = objectOf(raw);
    return type === 'teams' ? [{ name, channel, workflowUrl }] : [];
  });

const checkForms = (destinations: unknown): Finding[] =>
  ofTeams(destinations)
    .filter(({ channel, workflowUrl }) => (channel === undefined) === (workflowUrl === undefined))
    .map(({ name, channel }) => ({
      path: ['destinations', name],
      message:
        channel === undefined
          ? 'needs a channel (with the bot) or a workflowUrl (without it)'
          : 'has both a channel and a workflowUrl: choose one',
    }));

/** Analysts cannot decide on a Workflow's card, and need to know where they can. */
function checkLinks(domains: unknown, destinations: unknown): Finding[] {
  const name = ofTeams(destinations).find(({ workflowUrl }) => workflowUrl !== undefined)?.name;
  if (name === undefined) return [];
  return entriesOf(domains)
    .filter(([, domain]) => objectOf(domain).consoleUrl === undefined)
    .map(([domain]) => ({
      path: ['domains', domain, 'consoleUrl'],
      message: `missing, destinations.${name} has no bot: its cards link to where a case can be decided`,
    }));
}
