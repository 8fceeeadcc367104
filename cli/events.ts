/** Writes docs/events: the schema of each event that webhooks are told, and an example. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../lib/platform/terminal.ts';
import { eventFiles } from '../lib/webhook/event-files.ts';

const FOLDER = 'docs/events';

mkdirSync(FOLDER, { recursive: true });
const files = eventFiles();
for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
print(`${files.size} files in ${FOLDER}`);
