import { openService, type SignedAwsParts, twice } from '../../lib/platform/aws/signed-aws.ts';
import { parseJson } from '../../lib/platform/http/parse-json.ts';

const ASKED = { method: 'GET', path: '/2016-08-19/account-settings/' } as const;

/** How many functions of the account may run at once. Throws an AwsError. */
export async function readConcurrency(parts: SignedAwsParts): Promise<number> {
  const { sign, exchange } = openService('lambda', parts);
  return twice('GetAccountSettings', parts, async () => {
    const { status, body } = await exchange(
      sign({ ...ASKED, headers: {}, body: '', nowMs: parts.clock.now() }),
      '',
      ASKED,
    );
    const { AccountLimit } = Object(parseJson(body)) as { AccountLimit?: { ConcurrentExecutions?: unknown } };
    const limit = AccountLimit?.ConcurrentExecutions;
    if (status === 200 && typeof limit === 'number') return limit;
    throw Object.assign(new Error('AWS did not say'), {
      name: `HTTP ${status}`,
      $metadata: { httpStatusCode: status },
    });
  });
}
