export type AwsErrorCode = 'throttled' | 'unreachable' | 'rejected' | 'too_large' | 'malformed';

/** What went wrong between the bridge and AWS. The message names the operation and the fault, never what was sent. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly code: AwsErrorCode;
  /** Whether the same call may work later without anyone changing anything. */
  readonly retryable: boolean;
  /** The service's own name for it: `QueueDoesNotExist`. Empty if no service answered. */
  readonly fault: string;

  constructor(code: AwsErrorCode, message: string, fault = '') {
    super(message);
    this.code = code;
    this.fault = fault;
    this.retryable = code === 'throttled' || code === 'unreachable';
  }
}

const THROTTLED =
  /^(Throttl|RequestThrottled|RequestLimitExceeded|ProvisionedThroughputExceeded|TooManyRequests|LimitExceeded|SlowDown|KmsThrottled|OverLimit)/;
const UNREACHABLE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|TimeoutError|AbortError|NetworkingError|InternalServerError|InternalError|InternalFailure|ServiceUnavailable\w*|RequestTimeout\w*)$/;
/** Only these contain something that a person needs, and can hold no value, token or signed request. */
const TELLING = /^(AccessDenied\w*|ResourceNotFoundException|QueueDoesNotExist)$/;

export function toAwsError(operation: string, thrown: unknown): AwsError {
  if (thrown instanceof AwsError) return thrown;
  const fault = faultOf(thrown);
  const detail = TELLING.test(fault.name) ? ` (${fault.message.slice(0, 300)})` : '';
  return new AwsError(codeOf(fault), `${operation} failed: ${fault.code ?? fault.name}${detail}`, fault.name);
}

/** For a fault that came as a value, such as an entry of `Failed[]`. */
export const codeOfName = (name: string): AwsErrorCode => codeOf({ name, message: '' });

export const isNamed = (thrown: unknown, name: string): boolean =>
  thrown instanceof Error && thrown.name === name;

/** Whether the SDK sent the call more than once: the failure may then be an echo of an earlier success. */
export const wasRepeated = (thrown: unknown): boolean =>
  ((thrown as { $metadata?: { attempts?: number } }).$metadata?.attempts ?? 2) > 1;

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
}

function codeOf({ name, code = '', status = 0 }: Fault): AwsErrorCode {
  if (status === 429 || THROTTLED.test(name)) return 'throttled';
  if (status >= 500 || UNREACHABLE.test(name) || UNREACHABLE.test(code)) return 'unreachable';
  return 'rejected';
}

function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { name: 'unknown fault', message: '' };
  const { code, $metadata } = thrown as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return {
    name: thrown.name,
    message: thrown.message,
    code: typeof code === 'string' ? code : undefined,
    status: $metadata?.httpStatusCode,
  };
}
