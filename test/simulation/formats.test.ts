import { expect, it } from 'vitest';
import { shareOf } from '../support/extent.ts';
import { captureArchived } from '../support/formats/capture-archived.ts';
import { captureChannels } from '../support/formats/capture-channels.ts';
import { captureFeeds } from '../support/formats/capture-feeds.ts';
import { captureForgotten } from '../support/formats/capture-forgotten.ts';
import { captureHealth } from '../support/formats/capture-health.ts';
import { captureHistories } from '../support/formats/capture-histories.ts';
import { captureMutes } from '../support/formats/capture-mutes.ts';
import { captureOperators } from '../support/formats/capture-operators.ts';
import { capturePersonas } from '../support/formats/capture-personas.ts';
import { captureResting } from '../support/formats/capture-resting.ts';
import { captureSystems } from '../support/formats/capture-systems.ts';
import { captureTold } from '../support/formats/capture-told.ts';
import { captureWebhooks } from '../support/formats/capture-webhooks.ts';
import { createFormatNotes } from '../support/formats/format-notes.ts';
import { formats } from '../support/formats/read-formats.ts';
import { shapesOf } from '../support/formats/shapes.ts';

const HOW =
  'Fields that no kept format has: later versions could not show that they read them. ' +
  'Run: node --import tsx test/support/formats/capture-formats.ts COMMIT';

it('writes no row and no message with fields that are in no format that is kept', async () => {
  const notes = createFormatNotes();
  await captureArchived(notes);
  await captureChannels(notes);
  await captureFeeds(notes);
  await captureResting(notes);
  await captureForgotten(notes);
  await captureHealth(notes);
  await captureHistories(notes, shareOf(40, 8));
  await captureMutes(notes);
  await captureOperators(notes);
  await capturePersonas(notes);
  await captureSystems(notes);
  await captureTold(notes);
  await captureWebhooks(notes, shareOf(40, 8));
  const kept = new Set(formats.flatMap(({ rows, messages }) => [...shapesOf(rows, messages)]));
  const written = [...shapesOf(notes.rows(), notes.messages())];
  expect(written.length).toBeGreaterThan(200);
  expect(
    written.filter((shape) => !kept.has(shape)),
    HOW,
  ).toEqual([]);
});
