import { shortId } from '../../base/text/format.ts';
import type { Answer } from '../../case/answer.ts';
import type { Case } from '../../posture/schemas/case.ts';

const TITLE = 'Test of the bridge, not a case';
const ON_ITS_WAY =
  'The bridge has sent itself a canary, and presses it in a moment. Nobody has to do anything. If this stays as it is, the press did not come back: posture-bridge canary says where it stopped.';
const BACK =
  'The canary came back: it was posted here, pressed through the public address, decided, and this message was changed. Nothing of it is in the platform.';

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
