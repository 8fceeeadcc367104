import { createDynamoLeaveSign } from '../../../lib/dynamo/dynamo-signs.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { HEALTH_ROW } from '../../../lib/health/check-health.ts';
import { advance, tellingsOf, toldIn, WELL } from '../../../lib/health/health-state.ts';
import type { Problem } from '../../../lib/health/problem.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

/** What is remembered of problems in each of their states, and a sign of each function. */
export async function captureHealth(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const leave = createDynamoLeaveSign(parts);
  for (const by of ['action', 'verdict', 'archive'] as const) {
    await leave({ by, what: 'failed', subject: 'acme', atMs: clock.now() });
  }
  const problem: Problem = {
    heading: 'Deliveries are late',
    subject: 'soc',
    sentence: 'It is late.',
    mark: 'c1',
    holdsUntilMs: clock.now() + 1,
    patienceMs: 60_000,
  };
  const others: Problem = { ...problem, subject: 'duty', toldByOthers: true };
  const rows = createDynamoVersionedRows(parts);
  let state = WELL;
  for (let minute = 0; minute < 12; minute++) {
    clock.advance(60_000);
    const problems = minute < 3 ? [problem, others] : [];
    state = advance(state, { problems, unsure: new Set() }, clock.now());
    for (const next of [state, toldIn(state, tellingsOf(state))]) {
      const row = await rows.read(HEALTH_ROW);
      await rows.write(HEALTH_ROW, next, { version: row?.version ?? 0, expiresAtMs: clock.now() });
      for (const one of table.rows.values()) notes.row(structuredClone(one));
      state = next;
    }
  }
}
