import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'start',
  group: 'Set up',
  page: 'getting-started.md',
  summary: 'In a clone: runs the whole bridge on this machine, between stand-ins. Ctrl-C ends it.',
  flags: {},
  examples: [{ line: 'start --port 4000', words: 'With the console at a port that stays the same.' }],
  program: ['local/start/launch.mjs'],
  run: async () => undefined,
});
