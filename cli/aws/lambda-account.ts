import { openService, type SignedAwsParts, twice } from '../../lib/base/aws/signed-aws.ts';
import { parseJson } from '../../lib/base/http/parse-json.ts';

/** How many functions of the account may run at once. Throws an AwsError. */
export const readConcurrency = (parts: SignedAwsParts): Promise<number> =>
  ask(parts, 'GetAccountSettings', '/2016-08-19/account-settings/', ({ AccountLimit }) => {
    const { ConcurrentExecutions: limit } = Object(AccountLimit) as { ConcurrentExecutions?: unknown };
    return typeof limit === 'number' ? limit : undefined;
  });

/** The ARN of the role that a function has. Throws an AwsError. */
export const readRole = (parts: SignedAwsParts, functionName: string): Promise<string> =>
  ask(
    parts,
    'GetFunctionConfiguration',
    `/2015-03-31/functions/${encodeURIComponent(functionName)}/configuration`,
    ({ Role }) => (typeof Role === 'string' ? Role : undefined),
  );

function ask<T>(
  parts: SignedAwsParts,
  operation: string,
  path: string,
  read: (answer: Record<string, unknown>) => T | undefined,
): Promise<T> {
  const { sign, exchange } = openService('lambda', parts);
  const asked = { method: 'GET', path } as const;
  return twice(operation, parts, async () => {
    const signed = sign({ ...asked, headers: {}, body: '', nowMs: parts.clock.now() });
    const { status, body } = await exchange(signed, '', asked);
    const found = status === 200 ? read(Object(parseJson(body)) as Record<string, unknown>) : undefined;
    if (found !== undefined) return found;
    throw Object.assign(new Error('AWS did not say'), {
      name: `HTTP ${status}`,
      $metadata: { httpStatusCode: status },
    });
  });
}
