import fc from 'fast-check';
import { hookHistory } from '../../simulation/webhooks/hook-history.ts';
import { playHooks } from '../../simulation/webhooks/play-hooks.ts';
import { listenToTable } from './capture-histories.ts';
import type { FormatNotes } from './format-notes.ts';

/** Enough for every kind to come up. */
const RUNS = 60;
const SEED = 14;

/** Plays histories of webhooks and notes every row that its functions write. */
export async function captureWebhooks(notes: FormatNotes, runs = RUNS): Promise<void> {
  const putBack = listenToTable(notes);
  for (const history of fc.sample(hookHistory, { seed: SEED, numRuns: runs })) await playHooks(history);
  putBack();
}
