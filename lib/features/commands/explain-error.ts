import { counted } from '../../base/text/format.ts';
import type { Sentence } from '../../case/sentence.ts';
import {
  NotReadyError,
  PostureError,
  type PostureErrorCode,
  RateLimitedError,
  RejectedError,
} from '../../posture/posture-errors.ts';
import { said } from '../entry-points/command/answer-words.ts';

/** Why the platform did not answer, and what to do, for the person who asked. Nothing of a request is in it. */
export function explainError(error: unknown): Sentence {
  if (error instanceof NotReadyError) return notReady(error);
  if (error instanceof RateLimitedError) return rateLimited(error);
  if (error instanceof RejectedError) return rejected(error);
  return [error instanceof PostureError ? WORDS[error.code] : OTHER];
}

const OTHER = 'The bridge could not answer this. Ask again; if that does not help, tell an operator.';
const CANNOT_READ = 'The bridge cannot read what the platform answered. Ask again in a minute.';

const WORDS: Readonly<Record<PostureErrorCode, string>> = {
  unauthorized: "The platform refuses the bridge's API key. Tell an operator.",
  not_found: 'The platform has nothing by that name.',
  not_ready: "The platform isn't ready yet",
  rate_limited: 'The platform is busy. Ask again in a minute.',
  rejected: 'The platform rejected the question.',
  unreachable: "The platform can't be reached. Ask again in a minute.",
  malformed: CANNOT_READ,
  too_large: "The platform's answer is too large for the bridge.",
  invalid_request: 'That id is not valid. Check it and ask again.',
};

function notReady({ body }: NotReadyError): Sentence {
  const days = body.days_until_ready;
  const inDays = typeof days === 'number' && days > 0 && days < 10_000;
  const soon = inDays ? `. Expected in ${counted(Math.ceil(days), 'day')}` : '';
  const words = said(body.message);
  return [`${WORDS.not_ready}${soon}`, ...(words.length > 0 ? [': ', ...words] : ['.'])];
}

function rateLimited({ retryAfterMs }: RateLimitedError): Sentence {
  if (retryAfterMs === null || retryAfterMs <= 0 || retryAfterMs > 3_600_000) return [WORDS.rate_limited];
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return [`The platform is busy. Ask again in ${counted(seconds, 'second')}.`];
}

/** The status is in the log. */
const rejected = ({ status }: RejectedError): Sentence => [
  status >= 500 ? 'The platform has a problem. Ask again in a minute.' : WORDS.rejected,
];
