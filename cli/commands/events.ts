import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventFiles } from '../../lib/endpoints/event-files.ts';
import { defineCommand } from '../frame/definition.ts';
import { explainWrite } from '../frame/out-file.ts';

const FOLDER = 'docs/events';

export default defineCommand({
  name: 'events',
  group: 'Other',
  page: 'webhooks.md#what-it-gets',
  summary: `Writes ${FOLDER}: the schema of each event that webhooks are told, and an example.`,
  flags: {},
  examples: [{ line: 'events', words: 'After an event was changed, in a clone.' }],
  async run() {
    const files = eventFiles();
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
    return {
      value: { folder: FOLDER, files: [...files.keys()] },
      lines: [`${files.size} files in ${FOLDER}`],
    };
  },
  explain: explainWrite,
});
