import { AwsError } from '../base/aws/aws-error.ts';
import type { Trouble } from '../outbox/outage.ts';
import type { Judged } from './event-transport.ts';

/** Error names of AWS that only the owner of a queue or a bus can repair. */
const CREDENTIALS =
  /^(AccessDenied\w*|NotAuthorizedFor\w+|KmsAccessDenied\w*|KmsOptInRequired|InvalidSecurity|UnrecognizedClient\w*|InvalidClientTokenId|SignatureDoesNotMatch|InvalidSignature\w*|ExpiredToken\w*)$/;
const PLACE =
  /^(QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue|ResourceNotFoundException|KmsDisabled|KmsNotFound|KmsInvalid\w+|InvalidAddress|InvalidAccountId\w*|UnsupportedOperation)$/;
/** Error names that are about one event: it is too large for the queue, or has characters that the queue refuses. */
const EVENT =
  /^(InvalidMessageContents|InvalidParameterValue\w*|InvalidArgument|MalformedDetail|RedactionFailure|ValidationException|RequestTooLong\w*|RequestEntityTooLarge\w*)$/;

/** Says what a failed call to AWS means. Names only the error: its text may hold what was sent. */
export function classifyFault(error: unknown): Judged {
  if (!(error instanceof AwsError)) throw error;
  const reason = error.fault || error.code;
  if (EVENT.test(error.fault)) return { is: 'event', reason, leastMs: 0 };
  return { is: 'endpoint', trouble: { kind: kindOf(error), reason }, leastMs: 0, maybeEvent: isVague(error) };
}

function kindOf(error: AwsError): Trouble['kind'] {
  // Checked first: a throttled key is not a wrong key.
  if (error.retryable) return 'unreachable';
  if (CREDENTIALS.test(error.fault)) return 'credentials';
  if (PLACE.test(error.fault)) return 'place';
  return 'unclear';
}

/** A refusal that this version does not know may be about the event. */
const isVague = (error: AwsError): boolean => kindOf(error) === 'unclear';
