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

const OTHER = 'The bridge could not answer this. Please ask again; if it stays so, tell the operators.';
const CANNOT_READ =
  'The platform answered something that the bridge cannot read. Please ask again in a minute.';

const WORDS: Readonly<Record<PostureErrorCode, string>> = {
  unauthorized: "The platform does not accept the bridge's API key. The operators have to look at it.",
  not_found: 'The platform knows nothing of this.',
  not_ready: 'The platform is not ready for this yet',
  rate_limited: 'The platform takes no more requests for now. Please ask again in a minute.',
  rejected: 'The platform refused the question.',
  unreachable: 'The platform cannot be reached. Please ask again in a minute.',
  malformed: CANNOT_READ,
  too_large: 'The answer of the platform is larger than the bridge reads.',
  invalid_request: 'This cannot be asked for: please look at the id.',
};

function notReady({ body }: NotReadyError): Sentence {
  const days = body.days_until_ready;
  const inDays = typeof days === 'number' && days > 0 && days < 10_000;
  const soon = inDays ? `, and says that it will be in ${counted(Math.ceil(days), 'day')}` : '';
  const words = said(body.message);
  return [`${WORDS.not_ready}${soon}`, ...(words.length > 0 ? [': ', ...words] : ['.'])];
}

function rateLimited({ retryAfterMs }: RateLimitedError): Sentence {
  if (retryAfterMs === null || retryAfterMs <= 0 || retryAfterMs > 3_600_000) return [WORDS.rate_limited];
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return [`The platform takes no more requests for now. Please ask again in ${seconds} s.`];
}

const rejected = ({ status }: RejectedError): Sentence => [
  status >= 500
    ? `The platform failed (HTTP ${status}). Please ask again in a minute.`
    : `${WORDS.rejected} (HTTP ${status}).`.replace('. (', ' ('),
];
