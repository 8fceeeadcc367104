import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'diff',
  group: 'Deploy',
  page: 'upgrade.md#a-change-of-the-configuration',
  summary: 'What a deployment would change.',
  flags: {},
  examples: [{ line: 'diff --name staging', words: 'Of the bridge named staging.' }],
  program: ['--import', 'tsx', 'cli/deploy/cdk.ts', 'diff', '-c', 'home=aws'],
  run: async () => undefined,
});
