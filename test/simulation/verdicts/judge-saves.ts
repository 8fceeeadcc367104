import type { Answer, Decision, DecisionState } from '../../../lib/case/answer.ts';

const OVER: readonly DecisionState['is'][] = ['undone', 'declined', 'failed', 'recorded'];

/** Looks at every write of a case's row, as it happens: the first decision wins, and the trail only grows. */
export function createSaveJudge(wrong: string[]) {
  const rows = new Map<string, Answer>();
  const requested = new Set<string>();
  return {
    rowOf: (caseId: string): Answer | null => rows.get(caseId) ?? null,
    /** Whether a click became a decision, at any time. */
    wasRequested: (id: string): boolean => requested.has(id),

    saw(next: Answer): void {
      const before = rows.get(next.caseId);
      rows.set(next.caseId, next);
      for (const { what, id } of next.trail) if (what === 'requested') requested.add(id);
      if (next.version !== (before?.version ?? 0) + 1) {
        // The database was asked twice for the same write.
        if (JSON.stringify(before) === JSON.stringify(next)) return;
        wrong.push(`${next.caseId} went from version ${before?.version} to ${next.version}`);
      }
      const kept = before?.trail ?? [];
      if (JSON.stringify(kept) !== JSON.stringify(next.trail.slice(0, kept.length))) {
        wrong.push(`the trail of ${next.caseId} was rewritten at version ${next.version}`);
      }
      if (next.trail.some(({ atMs }, index) => atMs < (next.trail[index - 1]?.atMs ?? 0))) {
        wrong.push(`the trail of ${next.caseId} goes back in time`);
      }
      if (before?.decision && next.decision && before.decision.id !== next.decision.id)
        judgeReplacement(before.decision, next.decision, next);
    },
  };

  function judgeReplacement(before: Decision, decision: Decision, { trail }: Answer): void {
    const last = trail.at(-1)?.what;
    // An override that comes to nothing leaves the verdict before it in force.
    const isTakenBack = last === 'undone' || last === 'declined' || last === 'failed';
    if (!OVER.includes(before.state.is) && !isTakenBack) {
      wrong.push(`${decision.id} pushed ${before.id} aside, which was ${before.state.is}`);
    }
    if (before.state.is === 'recorded' && decision.overrides !== before.id) {
      wrong.push(`${decision.id} replaced a recorded decision without saying so`);
    }
  }
}

export type SaveJudge = ReturnType<typeof createSaveJudge>;
