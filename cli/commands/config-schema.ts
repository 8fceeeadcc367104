import { editorSchema } from '../../lib/config/reference/editor-schema.ts';
import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'config schema',
  group: 'Set up',
  page: 'configuration.md',
  summary: 'Prints a JSON schema of the configuration, for editors that complete and explain what is typed.',
  about:
    'For a configuration in JSON: keep the schema beside it, and begin it with "$schema": "./bridge.schema.json". A configuration in TypeScript is explained by its types.',
  flags: {},
  examples: [{ line: 'config schema > bridge.schema.json', words: 'Beside bridge.config.json.' }],
  async run() {
    const schema = editorSchema();
    return { value: schema, lines: JSON.stringify(schema, null, 2).split('\n') };
  },
});
