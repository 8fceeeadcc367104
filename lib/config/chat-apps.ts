import * as z from 'zod/mini';
import { addressProblem, parameterName, shaped, uuid } from './fields.ts';
import { choice, strict, textThat } from './strict.ts';

export const SlackApp = strict({
  /** SSM name of the signing secret. */
  signingSecret: parameterName,
  /** SSM name of the bot token (`xoxb-...`). */
  botToken: parameterName,
  /** The one workspace whose clicks are taken, like `T0123ABCD`. */
  teamId: z.optional(shaped(/^[TE][A-Z0-9]{7,20}$/, 'must be the id of a Slack workspace, like T0123ABCD')),
  /** Slack itself unless given: a stand-in on this machine. */
  apiUrl: z.optional(textThat(addressProblem)),
});

export const TeamsApp = strict({
  appId: uuid("the bot's application id"),
  tenantId: uuid('the id of your tenant'),
  /** SSM name of the bot's client secret. */
  password: parameterName,
  cloud: z._default(choice(['public', 'usgov', 'china']), 'public'),
  /** Teams itself unless given: a stand-in on this machine. */
  apiUrl: z.optional(textThat(addressProblem)),
});
