import { EVIDENCE_CHECKS } from './evidence-checks.ts';
import { clickAttempts } from './evidence-clicks.ts';
import { trailAttempts, trailOfThreeDays, verify } from './evidence-trail.ts';
import type { AttackGroup } from './group.ts';

export const trail: AttackGroup = {
  name: 'the audit trail',
  attacks: 'evidence: rows changed, deleted, put in, chains made anew; presses that fill the trail',
  share: 0,
  checks: EVIDENCE_CHECKS,
  async control() {
    const { table, heads } = await trailOfThreeDays();
    const [problem] = await verify(table, heads);
    return problem === undefined ? null : `a trail that nobody touched: ${problem}`;
  },
  tries: () => [...trailAttempts, ...clickAttempts],
};
