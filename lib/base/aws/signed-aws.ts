import { backoffMs } from '../backoff.ts';
import type { Clock, Random } from '../clock.ts';
import { AwsError, toAwsError } from './aws-error.ts';
import { type AwsAnswer, createAwsExchange } from './signed-exchange.ts';
import { type AwsCredentials, createAwsSigner } from './signed-request.ts';

export interface SignedAwsParts {
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Used for every service, if something other than AWS itself answers. */
  readonly endpoint?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** For one attempt, from connecting to the last byte. */
  readonly timeoutMs: number;
}

export interface AwsOperation {
  readonly service: 'dynamodb' | 'events' | 'secretsmanager' | 'sqs' | 'ssm';
  readonly name: string;
  /** The service's prefix for the operation name. */
  readonly target: string;
  readonly contentType: string;
}

/** Throws an AwsError if the second attempt failed too, or if a second one cannot help. */
export type CallAws = (operation: AwsOperation, input: object) => Promise<Record<string, unknown>>;

/** A kept-alive connection may be closed by the time it is used. That alone requires a second attempt. */
const ATTEMPTS = 2;

/**
 * Calls AWS without its SDK, for the one function whose cold start a person waits for.
 * See docs/decisions/0001-http-without-sdks.md.
 */
export function createSignedAws(parts: SignedAwsParts): CallAws {
  const { clock } = parts;
  const services = new Map<string, ReturnType<typeof openService>>();
  const serviceOf = (name: string) => {
    const service = services.get(name) ?? openService(name, parts);
    services.set(name, service);
    return service;
  };

  return async function callAws({ service, name, target, contentType }, input) {
    const { sign, exchange } = serviceOf(service);
    const body = JSON.stringify(input);
    const headers = { 'content-type': contentType, 'x-amz-target': `${target}.${name}` };
    return twice(name, parts, async () =>
      read(name, await exchange(sign({ headers, body, nowMs: clock.now() }), body)),
    );
  };
}

/** Retries once where that may help. Throws an AwsError. */
export async function twice<T>(
  operation: string,
  { clock, random }: Pick<SignedAwsParts, 'clock' | 'random'>,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const error = toAwsError(operation, thrown);
      if (!error.retryable || tries >= ATTEMPTS) throw error;
      await clock.sleep(backoffMs(tries, random));
    }
  }
}

/** `host`: what precedes the region in the host name, if it is not just the service. */
export function openService(
  service: string,
  { region, credentials, endpoint, timeoutMs }: SignedAwsParts,
  host = service,
) {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(endpoint ?? `https://${host}.${region}.${suffix}`);
  return {
    sign: createAwsSigner({ service, region, host: url.host, credentials }),
    exchange: createAwsExchange(url, timeoutMs),
  };
}

function read(operation: string, { status, body }: AwsAnswer): Record<string, unknown> {
  const answer = parseObject(body);
  if (status === 200) {
    if (answer) return answer;
    throw new AwsError('malformed', `${operation} was answered with something that is not JSON`);
  }
  // `com.amazonaws.sqs#QueueDoesNotExist`, or without the part before the `#`.
  const type = String(answer?.__type ?? `HTTP ${status}`);
  const fault = new Error(String(answer?.message ?? answer?.Message ?? ''));
  fault.name = type.slice(type.indexOf('#') + 1);
  throw Object.assign(fault, { $metadata: { httpStatusCode: status } });
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
