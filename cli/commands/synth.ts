import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'synth',
  group: 'Deploy',
  page: 'deploy.md#4-deploy',
  summary: 'Writes the CloudFormation template of a configuration into cdk.out, and deploys nothing.',
  flags: {},
  examples: [{ line: 'synth --config my.config.ts', words: 'The template of another configuration.' }],
  program: ['--import', 'tsx', 'cli/deploy/cdk.ts', 'synth', '--quiet'],
  run: async () => undefined,
});
