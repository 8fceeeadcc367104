import type { Answer } from '../../../lib/case/answer.ts';

export const CLAIMED: ReadonlySet<string> = new Set(['claimed', 'taken-over', 'handed-back']);

/** One analyst at a time is on a case; who is, changes by a press or by a decision. */
export function judgeClaims({ caseId, trail, claim }: Answer, wrong: string[]): void {
  const claims = trail.filter(({ what }) => CLAIMED.has(what));
  if (new Set(claims.map(({ id }) => id)).size < claims.length)
    wrong.push(`one press changed twice who is on ${caseId}`);
  for (const [index, { what, by }] of trail.entries()) {
    const before = trail[index - 1];
    const isFree = !before || before.what === 'handed-back' || !CLAIMED.has(before.what);
    if (what === 'claimed' && !isFree)
      wrong.push(`${by?.name} was put on ${caseId}, which ${before.by?.name} was on`);
    if ((what === 'taken-over' || what === 'handed-back') && isFree)
      wrong.push(`${caseId} was ${what}, and nobody was on it`);
  }
  const last = trail.at(-1);
  const isOn = last?.what === 'claimed' || last?.what === 'taken-over';
  if (isOn && claim?.id !== last.id)
    wrong.push(`${last.by?.name} is not on ${caseId}, though the trail says so`);
  if (!isOn && claim) wrong.push(`${claim.by.name} is on ${caseId}, though the trail does not say so`);
}
