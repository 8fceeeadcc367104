import {
  MalformedError,
  NotFoundError,
  NotReadyError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../../lib/posture/errors.ts';
import type { VerdictAnswer } from '../../../lib/posture/verdict.ts';

export const ANSWERS = [
  'recorded',
  'not-ready',
  'rate-limited',
  'never-sent',
  'unauthorized',
  'not-found',
  'rejected',
  'taken, then dropped',
  'dropped',
  'taken, then broken',
  'broken',
] as const;
export type AnswerKind = (typeof ANSWERS)[number];

export const isTaken = (kind: AnswerKind): boolean => kind === 'recorded' || kind.startsWith('taken');

const refused = (error: Extract<VerdictAnswer, { status: 'refused' }>['error']): VerdictAnswer => ({
  status: 'refused',
  error,
});

/** What the client would say. `broken` is what no client should do: it throws something of its own. */
export function answerOf(kind: AnswerKind, caseId: string): VerdictAnswer {
  switch (kind) {
    case 'recorded':
      return { status: 'recorded', result: { success: true, case_id: caseId, resolved: true } };
    case 'not-ready':
      return refused(new NotReadyError('not ready', { days_until_ready: 0.001 }));
    case 'rate-limited':
      return refused(new RateLimitedError('too fast', 3_000));
    case 'never-sent':
      return refused(new UnreachableError('no route', false));
    case 'unauthorized':
      return refused(new UnauthorizedError('401'));
    case 'not-found':
      return refused(new NotFoundError('404'));
    case 'rejected':
      return refused(new RejectedError('400', 400));
    case 'taken, then dropped':
      return { status: 'unknown', error: new UnreachableError('reset', true) };
    case 'dropped':
      return { status: 'unknown', error: new MalformedError('not JSON') };
    default:
      throw new Error('a mistake in the client');
  }
}
