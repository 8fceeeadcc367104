import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../lib/case/answer.ts';
import { judge, type PersonRow } from '../../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import { aDecision, aVerdict } from '../../verdict/examples.ts';

const recorded = { is: 'recorded', atMs: 1, resolved: true } as const;
const failed = { is: 'failed', because: 'gave-up', message: '', mayBeRecorded: false, atMs: 1 } as const;
const row = (kind: PersonRow['kind'], value: unknown): PersonRow => ({
  ...{ kind, pk: 'p', sk: 's', value, expiresAtMs: null },
});
const CASE = row('delivery', {
  content: { kind: 'case', item: { case_id: 'c1', created_at: '', user_email: 'dana@acme.example' } },
});

describe('what was to replace a verdict and was not recorded', () => {
  const failedOverride = aDecision({ id: 'd2', state: failed, comment: 'she was on leave' });
  const answer: Answer = aVerdict({
    ...{ decision: aDecision({ state: recorded, comment: null }), trail: [], failedOverride },
  });
  const forgotten = (rows: readonly PersonRow[], who: string) =>
    judge(rows, searchFor(who, [])).find(({ row: { kind } }) => kind === 'answer')?.forgetting;

  it('keeps no comment about somebody who is forgotten', () => {
    const forgetting = forgotten([CASE, row('answer', answer)], 'dana@acme.example');
    expect(forgetting).toMatchObject({ do: 'rewrite', value: { failedOverride: { comment: null } } });
  });

  it('does not name an analyst who is forgotten', () => {
    const forgetting = forgotten([row('answer', answer)], failedOverride.by.id);
    expect(forgetting?.do).toBe('rewrite');
    expect(JSON.stringify(forgetting)).not.toContain(failedOverride.by.id);
  });
});
