import { expect, it } from 'vitest';
import { shareOf } from '../../support/extent.ts';
import { type Options, simulateVerdicts, tellHistory } from './simulate-verdicts.ts';

const PARTS = {
  slack: 'verdicts',
  both: 'both-chats',
  small: 'small-chat',
  rolling: 'rolling',
  lives: 'lives',
  systems: 'systems',
} as const;
const WHERE = {
  slack: 'Slack',
  both: 'Slack and Teams',
  small: 'Slack and a chat of one file',
  rolling: 'two versions',
  lives: 'Slack and Teams with cases that change in the platform',
  systems: 'Slack and a system',
} as const;

/** A share of the histories, the first of them in `npm test`. Several files, because each runs on a core of its own. */
export function itShowsAndRecordsEverythingOnce(
  all: number,
  seed: number,
  chats: NonNullable<Options['chats']> = 'slack',
): void {
  const runs = Math.max(25, shareOf(all, 300));
  const histories = `${runs.toLocaleString('en')} histories of ${WHERE[chats]} from seed ${seed}`;
  it(`loses no case, posts no decision twice and shows every end in ${histories}`, async () => {
    const { totals, details, failing } = await simulateVerdicts(runs, seed, { chats });
    if (failing) {
      const again = `npm run simulate:parts -- --part ${PARTS[chats]} --seed ${details.seed} --path ${details.counterexamplePath}`;
      expect.fail(`${again}\n${await tellHistory(failing)}`);
    }
    console.log(`simulated: ${JSON.stringify(totals)}`);
    expect(totals.runs).toBe(runs);
    // A simulation in which nothing goes wrong would show nothing.
    const { crashes = 0, faults = 0, POSTs = 0, forms = 0, deletions = 0, repeats = 0 } = totals.counts;
    expect(crashes).toBeGreaterThan(runs / 5);
    expect(faults).toBeGreaterThan(runs / 2);
    expect(POSTs).toBeGreaterThan(runs / 4);
    // In a few histories a rare one may not happen at all.
    if (runs >= 1_000) expect(Math.min(forms, deletions, repeats)).toBeGreaterThan(runs / 100);
    expect(totals.counts.groups ?? 0).toBeGreaterThan(runs / 20);
    expect(totals.counts.several ?? 0).toBeGreaterThan(runs / 25);
    const alone = chats === 'lives' ? 'changes of state' : 'steps because nobody answered';
    expect(totals.counts[alone] ?? 0).toBeGreaterThan(runs / 25);
    if (chats === 'lives') expect(totals.counts['in the end vanished'] ?? 0).toBeGreaterThan(0);
    if (chats === 'lives') expect(totals.counts['told who'] ?? 0).toBeGreaterThan(runs / 2);
    if (chats === 'systems') {
      expect(totals.counts['sendings that were taken'] ?? 0).toBeGreaterThan(runs / 2);
      expect(totals.counts['sendings that were refused'] ?? 0).toBeGreaterThan(0);
    }
    if (chats === 'small') expect(totals.counts['clicks in the small chat'] ?? 0).toBeGreaterThan(runs / 3);
    if (chats === 'both') expect(totals.counts['clicks in Teams'] ?? 0).toBeGreaterThan(runs / 3);
    const ends = ['recorded', 'awaiting-approval', ...(runs < 1_000 ? [] : ['failed', 'undone', 'declined'])];
    for (const end of ends) {
      expect(totals.counts[`ended ${end}`] ?? 0, end).toBeGreaterThan(runs / 1_000);
    }
  });
}
