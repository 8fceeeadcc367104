import type { Case } from '../posture/schemas/case.ts';

/** Replaces a person's name. */
export const FORGOTTEN = 'Forgotten on request';

/** What remains of a case after its person was forgotten. */
export const caseSkeleton = ({ case_id, created_at, updated_at = null, closed_at = null }: Case): Case => ({
  ...{ case_id, created_at, updated_at, closed_at },
  ...{ user_name: FORGOTTEN, events: [] },
});
