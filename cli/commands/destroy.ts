import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'destroy',
  group: 'Deploy',
  page: 'upgrade.md#removing',
  summary: 'Removes a bridge from AWS, asks first, and says what AWS keeps of it.',
  flags: {},
  examples: [{ line: 'destroy --name staging', words: 'Removes the bridge named staging.' }],
  program: ['--import', 'tsx', 'cli/deploy/cdk.ts', 'destroy', '-c', 'home=aws'],
  run: async () => undefined,
});
