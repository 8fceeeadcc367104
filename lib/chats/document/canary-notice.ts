import { shortId } from '../../base/text/format.ts';
import type { Answer } from '../../case/answer.ts';
import type { Case } from '../../posture/schemas/case.ts';

const TITLE = 'Test of the bridge, not a case';
const ON_ITS_WAY =
  'The bridge sent itself this test and presses it in a moment. No action needed. If this message does not change, the press was lost: posture-bridge canary shows where.';
const BACK =
  'The test came back: posted here, pressed through the public address, decided, and this message updated. The platform saw none of it.';

/**
 * A canary as people see it: nothing to press, and never a case. It has two texts only: by the second one the bridge knows that
 * the canary came back.
 */
export function canaryNotice(item: Pick<Case, 'case_id' | 'created_at'>, answer: Answer | null) {
  const isBack = answer?.decision?.state.is === 'recorded';
  return {
    code: isBack ? 'canary_back' : 'canary',
    title: `${TITLE} (${shortId(item.case_id)})`,
    text: isBack ? BACK : ON_ITS_WAY,
    at: item.created_at,
  };
}
