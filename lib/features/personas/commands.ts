import type { CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { said } from '../entry-points/desk/answer-words.ts';
import { answerNhi } from './answer-nhi.ts';
import { answerWho } from './answer-who.ts';
import type { SearchTakes } from './words.ts';

const who: DomainCommand<SearchTakes> = {
  title: ({ search }) => ['Who is', ' ', ...said(search)],
  answer: (desk, { search }) => answerWho(desk, search),
};
const nhi: DomainCommand<SearchTakes> = {
  title: ({ search }) => ['Service identity', ' ', ...said(search)],
  answer: (desk, { search }) => answerNhi(desk, search),
};

export const commands: CommandsFacet = { isOn: () => true, create: () => ({ who, nhi }) };
