import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Answered } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import type { Fields } from '../stand-in-kit/fields.ts';
import { answerOperation, refusalOf } from './answer-operation.ts';
import { CARD_TYPE } from './cards/check-card.ts';
import { actionsOf, inputsOf } from './cards/walk-card.ts';
import { badSyntax, ConnectorError, tooMany } from './connector/connector-error.ts';
import { checkCards, firstProblem } from './connector/read-activity.ts';
import { jsonBytes } from './json.ts';
import { WORKFLOW } from './rates.ts';
import type { Service } from './service.ts';

/** Teams's limit for webhooks; less than a bot may send. */
export const LARGEST_WORKFLOW_BYTES = 28 * 1024;

const Body = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal(CARD_TYPE),
        contentUrl: z.null().optional(),
        content: z.record(z.string(), z.unknown()),
      }),
    )
    .length(1),
});

const COMES_BACK = /^Action\.(?:Execute|Submit)$/;

/** No bot is behind the webhook: a button that would call back, or an input, is a mistake. */
const checkNotifyOnly = (card: Fields): void => {
  if (inputsOf(card).length > 0) throw badSyntax('A workflow takes no inputs.');
  if (actionsOf(card).some(({ action }) => COMES_BACK.test(String(action.type))))
    throw badSyntax('A workflow takes no buttons that come back.');
};

const take = async (service: Service, c: Context<StandInEnv>): Promise<string> => {
  const workflow = service.workflows.get(c.req.param('id') ?? '');
  if (workflow === undefined)
    throw new ConnectorError(404, 'WorkflowNotFound', 'The workflow could not be found.');
  const waitMs = service.rates.take([`workflow ${workflow.id}`, WORKFLOW]);
  if (waitMs > 0) throw tooMany(waitMs);
  const parsed = Body.safeParse(await c.req.json().catch(() => undefined));
  if (!parsed.success) throw badSyntax(`The request is not valid. ${firstProblem(parsed.error)}`);
  if (jsonBytes(parsed.data) > LARGEST_WORKFLOW_BYTES)
    throw new ConnectorError(413, 'RequestEntityTooLarge', 'The size of the message is too big.');
  const cards = parsed.data.attachments.map(({ content }): Fields => content);
  checkCards(cards);
  cards.forEach(checkNotifyOnly);
  const { channel } = workflow;
  service.messages.post({ channel, from: 'workflow', text: '', textFormat: 'plain', entities: [], cards });
  return channel;
};

const answer = async (service: Service, c: Context<StandInEnv>): Promise<Answered> => {
  try {
    return { conversation: await take(service, c), response: c.body(null, 202) };
  } catch (error) {
    return refusalOf(c, error);
  }
};

/** Workflow webhooks: a caller that knows the address may post, and nothing ever comes back. */
export const createWorkflows = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  app.post('/:id', (c) => answerOperation(service, c, 'workflow', () => answer(service, c)));
  return app;
};
