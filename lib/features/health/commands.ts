import type { CommandsFacet } from '../entry-points/commands-facet.ts';
import { answerStatus } from './answer-status.ts';
import { readOpenProblems } from './open-problems.ts';

export const commands: CommandsFacet = {
  isOn: () => true,
  create: ({ config, rows }) => ({
    status: {
      answerOnce: async (domains) => answerStatus(await readOpenProblems(rows), domains, config),
    },
  }),
};
