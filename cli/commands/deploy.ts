import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'deploy',
  group: 'Deploy',
  page: 'deploy.md#4-deploy',
  summary: 'Deploys a configuration to AWS.',
  flags: {},
  examples: [
    { line: 'deploy --config my.config.ts --name staging', words: 'A second bridge in the account.' },
  ],
  program: ['--import', 'tsx', 'cli/deploy/cdk.ts', 'deploy', '-c', 'home=aws'],
  run: async () => undefined,
});
