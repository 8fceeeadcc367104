import { describe, expect, it } from 'vitest';
import { createSendCanaries } from '../../../lib/canary/send-canaries.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createFindings } from '../../../lib/health/problem.ts';
import { createRestingNotice } from '../../../lib/reconcile/resting-notice.ts';
import { createWatchConnectors } from '../../../lib/reconcile/watch-connectors.ts';
import type { NotedRow } from '../../support/formats/format-notes.ts';
import { OPS } from '../../support/formats/ops-config.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const HOUR_MS = 3_600_000;
const kept = (what: string) =>
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith(`told ${what}`)).map((row) => ({ commit, ...row })),
  );
/** Right after the row was written. */
function setUp(noted: NotedRow) {
  const value = JSON.parse(noted.row.value?.S ?? 'null');
  const clock = createManualClock(Math.max(createManualClock().now(), value.sentAtMs ?? 0) + 1);
  return { clock, rows: createDynamoVersionedRows(tableWith([noted], clock).parts), value };
}

it('what the reconciler told was kept by at least one version', () => {
  expect(['canary', 'connectors', 'resting'].filter((what) => kept(what).length === 0)).toEqual([]);
});

describe.each(kept('canary'))('the row "$name" of $commit', (noted) => {
  it('is gone on with: none is sent before its time', async () => {
    const { clock, rows, value } = setUp(noted);
    const handedOver: string[] = [];
    const send = createSendCanaries({
      destinations: ['ops'],
      everyMs: HOUR_MS,
      rows,
      handOver: async ({ id }) => void handedOver.push(id),
      look: async () => ({ delivery: null, verdict: null }),
      press: null,
      findings: createFindings(),
      newId: () => 'another',
      clock,
      log: () => undefined,
    });
    await send(clock.now() + HOUR_MS);
    // One on its way that no queue has is handed over again, under its own id.
    expect(handedOver).toEqual(value.backAtMs === null ? [value.id] : []);
  });
});

describe.each(kept('connectors'))('the row "$name" of $commit', (noted) => {
  it('is gone on with: what is as it was is told only where it was not yet', async () => {
    const { clock, rows, value } = setUp(noted);
    const { status } = value.connectors.cloud_directory;
    const told: string[] = [];
    const watch = createWatchConnectors({
      domains: ['acme'],
      connectors: ['cloud_directory'],
      clientOf: async () => ({
        integration: async (type) =>
          ({ connector_type: type, display_name: 'Cloud Directory', status }) as never,
      }),
      onRefusedKey: () => undefined,
      rows,
      tell: async (_domain, type) => {
        told.push(type);
        return true;
      },
      clock,
      log: () => undefined,
    });
    await watch(clock.now() + HOUR_MS);
    expect(told).toEqual(noted.name.endsWith('telling') ? ['cloud_directory'] : []);
  });
});

describe.each(kept('resting'))('the row "$name" of $commit', (noted) => {
  it('keeps the operators from being told again on the same day', async () => {
    const { rows, value: day } = setUp(noted);
    const outbox = createMemoryOutbox();
    const tellOn = async (nowMs: number) => {
      const tell = createRestingNotice({ ...OPS, rows, outbox, clock: createManualClock(nowMs) });
      await tell('verdict', [{ body: '{}', reason: 'newer', sinceMs: nowMs } as never]);
      return outbox.accepted(OPS.queueUrls.slack).length;
    };
    expect(await tellOn(day * 24 * HOUR_MS)).toBe(0);
    expect(await tellOn((day + 1) * 24 * HOUR_MS)).toBe(1);
  });
});
