import { defineCommand } from '../frame/definition.ts';
import { isBudgetWell, lookAtBudget, tellBudget } from '../look/look-at-budget.ts';

export default defineCommand({
  name: 'budget',
  group: 'Look',
  summary:
    'The requests that each API key has made in the last minute, and whether the API lets it ask at all.',
  about:
    'What functions have leased to use soon counts as used. Ends with 1 if nine tenths are used, or if the API said 429.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [{ line: 'budget', words: 'Reads and writes of each domain.' }],
  async run({ bridge, config }) {
    const settings = await config();
    const budget = await lookAtBudget(await bridge(), settings);
    return { value: { budget }, lines: tellBudget(budget), well: budget.every(isBudgetWell) };
  },
});
