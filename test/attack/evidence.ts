import type { Attempt } from './attempt.ts';
import { clickAttempts } from './evidence-clicks.ts';
import { type RightsOf, rightsAttempts } from './evidence-rights.ts';
import { trailAttempts } from './evidence-trail.ts';

/** Attacks on what is kept as evidence: on the rows of the trail, by presses, and with the rights of each function. */
export const evidenceAttempts = (rights: RightsOf): readonly Attempt[] => [
  ...trailAttempts,
  ...clickAttempts,
  ...rightsAttempts(rights),
];
