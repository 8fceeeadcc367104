import type { Case } from '../posture/schemas/case.ts';

/** In the place of what a person was known by. */
export const FORGOTTEN = 'Forgotten on request';

/** What is left of a case whose person is forgotten. */
export const caseSkeleton = ({ case_id, created_at, updated_at = null, closed_at = null }: Case): Case => ({
  ...{ case_id, created_at, updated_at, closed_at },
  ...{ user_name: FORGOTTEN, events: [] },
});
