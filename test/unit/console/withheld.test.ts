import { describe, expect, it } from 'vitest';
import { findLatestThreats } from '../../../console/flow/latest-threats.ts';
import type { Story } from '../../../console/wire.ts';
import { createDedupeLedger } from '../../../lib/features/dedupe/dedupe-ledger.ts';
import type { DedupeWindow } from '../../../lib/features/dedupe/dedupe-window.ts';
import type { Mute } from '../../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../../lib/features/mutes/mute-ledger.ts';
import { NO_PROPOSALS } from '../../../lib/features/mutes/proposal.ts';
import { mutesRow, withheldRow } from '../../../lib/ledger/withheld-rows.ts';
import { caseRecord } from '../../support/case-records.ts';
import { ADA, createHarness, delivery, NOW } from './harness.ts';

const item = (feed: 'cases' | 'threats', id: string) => ({
  ...{ feed, id, createdAtMs: NOW - 60_000, what: 'Data exfiltration', severity: null },
});

/** A mute that hides a threat and a case, and a window that stands for another threat. */
async function withhold(mutedUntilMs = NOW + 60_000) {
  const made = createHarness();
  const mutes = createMuteLedger(made.rows);
  const mute: Mute = {
    ...{ id: 'm1', field: 'threatType' as const, value: 'sabotage', critical: false, reason: 'a drill' },
    ...{ by: ADA, atMs: NOW - 120_000, untilMs: mutedUntilMs },
  };
  await mutes.save('acme', { mutes: [mute], waiting: [], proposals: NO_PROPOSALS }, 0, NOW);
  await mutes.note('acme', 'm1', [item('threats', 'muted-threat'), item('cases', 'case-1')], NOW);
  const places = { soc: { by: 'mute', id: 'm1', severity: null, episode: 0 } } as const;
  await made.cases.save(caseRecord({ caseId: 'case-1', places }));
  const window: DedupeWindow = {
    ...{ id: 'w1', domain: 'acme', route: 'everything', by: ['threatType'] as const, at: ['soc'] },
    ...{ first: item('threats', 'first'), sinceMs: NOW - 90_000, untilMs: NOW + 90_000 },
  };
  await createDedupeLedger(made.rows).note(window, [item('threats', 'deduped-threat')]);
  return made;
}

describe('what is muted or deduped', () => {
  it('is counted and listed under Flow, also threats, which no queue ever had', async () => {
    const { flow } = await withhold();
    const { withheld } = await flow.read();
    expect(withheld).toEqual({ muted: 2, deduped: 1, more: false });
    const listed = flow.items().map(({ id, stage, why, title }) => [id, stage, why, title]);
    expect(listed.toSorted()).toEqual([
      ['case-1', 'withheld', 'Not shown: muted in soc', expect.any(String)],
      ['deduped-threat', 'withheld', 'Not shown: another one stands for it.', 'Data exfiltration'],
      ['muted-threat', 'withheld', 'Not shown: a mute hides it.', 'Data exfiltration'],
    ]);
  });

  it('is said in the story of a threat', async () => {
    const { get } = await withhold();
    const story = (await (await get('/api/items/acme/threats/deduped-threat')).json()) as Story;
    expect(story).toMatchObject({
      stage: 'withheld',
      effects: [{ kind: 'withheld', text: 'Not shown: another one stands for it.' }],
    });
  });

  it('is over with the mute', async () => {
    const { flow } = await withhold(NOW - 1);
    expect((await flow.read()).withheld).toEqual({ muted: 0, deduped: 1, more: false });
  });

  it('is at least what can be read, where a newer version wrote the rest', async () => {
    const { rows, flow } = await withhold();
    const key = mutesRow.key('acme');
    const { version = 0 } = (await rows.read(key)) ?? {};
    await rows.write(key, { v: 99 }, { version, expiresAtMs: NOW + 60_000 });
    expect((await flow.read()).withheld).toEqual({ muted: 0, deduped: 1, more: true });
  });

  it('is at least what can be read of what one mute hides', async () => {
    const { rows, flow } = await withhold();
    const key = withheldRow.key({ domain: 'acme', id: 'm1' }, item('threats', 'newer'));
    await rows.putAll([{ key, value: { v: 99 } }], NOW + 60_000);
    const { withheld } = await flow.read();
    expect(withheld).toMatchObject({ deduped: 1, more: true });
  });
});

describe('the latest threats of a table', () => {
  const threat = (id: string, handedOverAtMs: number, destination = 'soc') =>
    delivery({ key: { domain: 'acme', feed: 'threats', id, destination }, handedOverAtMs });
  async function* pages(...all: (readonly ReturnType<typeof delivery>[])[]) {
    for (const deliveries of all) yield { deliveries };
  }

  it('are found on any page, each once, and neither cases nor old ones', async () => {
    const table = pages(
      [threat('b', 20), delivery(), threat('old', 1), threat('c', 30)],
      [threat('a', 10), threat('b', 21, 'other')],
    );
    const { items, isPart } = await findLatestThreats(table, 5, 2);
    expect(items.map(({ key }) => key.id)).toEqual(['b', 'c']);
    expect(isPart).toBe(false);
  });
});
