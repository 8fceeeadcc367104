import type { VersionedRows } from '../../base/versioned-rows.ts';
import { HEALTH_ROW } from './check-health.ts';
import { type Entry, HealthState, isOpen } from './health-state.ts';

/** What is wrong with the bridge, as the reconciler last saw it. */
export async function readOpenProblems(rows: Pick<VersionedRows, 'read'>): Promise<readonly Entry[]> {
  const row = await rows.read(HEALTH_ROW);
  return HealthState.safeParse(row?.value).data?.entries.filter(isOpen) ?? [];
}
