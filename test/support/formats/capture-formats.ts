/**
 * `node --import tsx test/support/formats/capture-formats.ts FOLDER [KIND ...]`: lets today's code write a row and a message of
 * each kind, or of those that are named below, and keeps them in `test/fixtures/formats/FOLDER`, for later versions to show that they still read them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { captureAlike } from './capture-alike.ts';
import { captureArchived } from './capture-archived.ts';
import { captureChannels } from './capture-channels.ts';
import { captureFeeds } from './capture-feeds.ts';
import { captureForgotten } from './capture-forgotten.ts';
import { captureHealth } from './capture-health.ts';
import { captureHistories } from './capture-histories.ts';
import { captureMutes } from './capture-mutes.ts';
import { captureOperators } from './capture-operators.ts';
import { capturePersonas } from './capture-personas.ts';
import { captureResting } from './capture-resting.ts';
import { captureSystems } from './capture-systems.ts';
import { captureTold } from './capture-told.ts';
import { captureWebhooks } from './capture-webhooks.ts';
import { createFormatNotes } from './format-notes.ts';

const CAPTURES = {
  alike: captureAlike,
  archived: captureArchived,
  channels: captureChannels,
  feeds: captureFeeds,
  resting: captureResting,
  forgotten: captureForgotten,
  health: captureHealth,
  histories: captureHistories,
  mutes: captureMutes,
  operators: captureOperators,
  personas: capturePersonas,
  systems: captureSystems,
  told: captureTold,
  webhooks: captureWebhooks,
};
const [folder, ...kinds] = process.argv.slice(2);
if (!folder) throw new Error('say under which name they are kept, like the commit that wrote them');
const notes = createFormatNotes();
for (const [kind, capture] of Object.entries(CAPTURES))
  if (kinds.length === 0 || kinds.includes(kind)) await capture(notes);
const target = new URL(`../../fixtures/formats/${folder}/`, import.meta.url);
mkdirSync(target, { recursive: true });
for (const [name, noted] of Object.entries({ rows: notes.rows(), messages: notes.messages() })) {
  // A line for each, so that a difference shows which one differs.
  const lines = noted.map((one) => JSON.stringify(one)).join(',\n');
  writeFileSync(new URL(`${name}.json`, target), `[\n${lines}\n]\n`);
  console.log(`${name}: ${noted.length}\n${noted.map((one) => `  ${one.name}`).join('\n')}`);
}
