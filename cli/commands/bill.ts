import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'bill',
  group: 'Deploy',
  page: 'deploy.md#what-it-costs',
  summary: 'Says what a configuration costs on AWS. It takes some minutes.',
  flags: {},
  examples: [
    { line: 'bill --config my.config.ts --why', words: 'Each line of the bill, the dearest first.' },
  ],
  program: ['--import', 'tsx', 'local/bill/main.ts'],
  run: async () => undefined,
});
