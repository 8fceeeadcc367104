import { said } from '../entry-points/command/answer-words.ts';
import type { CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { answerNhi } from './answer-nhi.ts';
import { answerWho } from './answer-who.ts';
import type { SearchTakes } from './words.ts';

const who: DomainCommand<SearchTakes> = {
  title: ({ search }) => ['Who is', ' ', ...said(search)],
  answer: (context, { search }) => answerWho(context, search),
};
const nhi: DomainCommand<SearchTakes> = {
  title: ({ search }) => ['Service identity', ' ', ...said(search)],
  answer: (context, { search }) => answerNhi(context, search),
};

export const commands: CommandsFacet = { isOn: () => true, create: () => ({ who, nhi }) };
