import type { VersionedRows } from '../../platform/versioned-rows.ts';
import { HEALTH_ROW } from './check-health.ts';
import { HealthState, isOpen } from './health-state.ts';

/** Something that is wrong with the bridge. */
export interface OpenProblem {
  readonly heading: string;
  readonly subject: string;
  readonly sinceMs: number;
}

/** What the reconciler found wrong last. */
export const createOpenProblems =
  (rows: Pick<VersionedRows, 'read'>) => async (): Promise<readonly OpenProblem[]> => {
    const row = await rows.read(HEALTH_ROW);
    const { entries = [] } = HealthState.safeParse(row?.value).data ?? {};
    return entries
      .filter(isOpen)
      .map(({ heading, subject, openMs = 0 }) => ({ heading, subject, sinceMs: openMs }));
  };
