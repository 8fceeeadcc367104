import type { CommandsFacet } from '../entry-points/commands-facet.ts';
import { answerStatus } from './answer-status.ts';
import { createOpenProblems } from './open-problems.ts';

export const commands: CommandsFacet = {
  isOn: () => true,
  create({ config, rows }) {
    const problems = createOpenProblems(rows);
    return {
      status: { answerOnce: (domains) => answerStatus(problems, domains, Object.keys(config.domains)) },
    };
  },
};
