import { said } from '../entry-points/command/answer-words.ts';
import type { CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { answerIntegration } from './answer-integration.ts';
import type { IntegrationTakes } from './words.ts';

const integration: DomainCommand<IntegrationTakes> = {
  title: ({ type }) => ['Connector', ' ', ...said(type)],
  answer: (context, { type }) => answerIntegration(context, type),
};

export const commands: CommandsFacet = { isOn: () => true, create: () => ({ integration }) };
