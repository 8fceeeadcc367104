import type { Sentence } from '../../case/sentence.ts';
import { dotted, said } from '../entry-points/command/answer-words.ts';
import type { CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { answerCase } from './answer-case.ts';
import { answerDecide } from './answer-decide.ts';
import { answerDrift } from './answer-drift.ts';
import { answerHunt } from './answer-hunt.ts';
import { listCases, listThreats } from './answer-lists.ts';
import { answerMine } from './answer-mine.ts';
import type { CasesTakes, DecideTakes, IdTakes, ThreatsTakes } from './words.ts';

const behind = (words: Sentence): Sentence => (words.length === 0 ? [] : [': ', ...words]);

const aboutId = (
  title: string,
  answer: (...asked: Parameters<typeof answerCase>) => ReturnType<typeof answerCase>,
): DomainCommand<IdTakes> => ({
  title: ({ id }) => [title, ' ', ...said(id)],
  answer: (context, { id }) => answer(context, id),
});

const cases: DomainCommand<CasesTakes> = {
  title: ({ state, threatType, email }) => [
    'Cases',
    ...behind(dotted(said(state), said(threatType), said(email))),
  ],
  answer: listCases,
};
const threats: DomainCommand<ThreatsTakes> = {
  title: ({ email, tuid, category, source }) => [
    'Threats',
    ...behind(dotted(said(category), said(source), said(email), said(tuid))),
  ],
  answer: listThreats,
};
const decide: DomainCommand<DecideTakes> = {
  title: ({ email }) => ['Cases to decide: ', ...said(email)],
  answer: answerDecide,
};
const mine: DomainCommand = { title: () => ['Your cases of the last 7 days'], answer: answerMine };

export const commands: CommandsFacet = {
  isOn: () => true,
  create: () => ({
    case: aboutId('Case', answerCase),
    hunt: aboutId('In the logs:', answerHunt),
    drift: aboutId('Drift', answerDrift),
    ...{ cases, threats, decide, mine },
  }),
};
