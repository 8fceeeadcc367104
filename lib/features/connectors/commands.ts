import type { CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { said } from '../entry-points/desk/answer-words.ts';
import { answerIntegration } from './answer-integration.ts';
import type { IntegrationTakes } from './words.ts';

const integration: DomainCommand<IntegrationTakes> = {
  title: ({ type }) => ['Connector', ' ', ...said(type)],
  answer: (desk, { type }) => answerIntegration(desk, type),
};

export const commands: CommandsFacet = { isOn: () => true, create: () => ({ integration }) };
