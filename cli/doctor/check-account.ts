import { mostAtOnce } from '../../lib/config/concurrency.ts';
import { explainAws } from '../aws/explain-aws.ts';
import type { Caller } from '../aws/open-bridge.ts';
import { type Check, type Finding, unknown, warning, well, wrong } from './check.ts';

export const judgeCaller = ({ arn, account }: Caller, region: string): Finding =>
  /:root$/.test(arn)
    ? wrong('credentials', `these are those of the root user of ${account}: use a role or a user of your own`)
    : well('credentials', `${arn} in ${region}`);

/** AWS keeps this many for functions without a reservation, and refuses a stack that would leave fewer. */
const UNRESERVED = 100;

/** `wanted`: how many functions the bridge runs at once in a burst. A new account may run 10, and the bridge works with that. */
export function judgeConcurrency(limit: number | null, wanted: number, reserved = 0): Finding {
  if (limit === null)
    return unknown(
      'quota of Lambda',
      'AWS did not say how many functions may run at once (lambda:GetAccountSettings)',
    );
  if (reserved > 0 && limit - reserved < UNRESERVED)
    return wrong(
      'quota of Lambda',
      `requests.reserved keeps ${reserved} of the ${limit} runs of this account, and AWS leaves at least ${UNRESERVED} to others: make it ${Math.max(0, limit - UNRESERVED)} or less, or ${ASK}`,
    );
  if (limit < wanted)
    return warning(
      'quota of Lambda',
      `${limit} functions of this account may run at once, and in a burst of cases this bridge alone runs up to ${wanted}: messages and verdicts then come later, and a chat may say that a press failed, which has to be pressed again. Better ${ASK}`,
    );
  return well('quota of Lambda', `${limit} functions may run at once, and this bridge runs up to ${wanted}`);
}

const ASK =
  'ask for more (aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000)';

export const checkAccount: Check = {
  about: 'credentials',
  when: 'before',
  async look({ bridge, config }) {
    // Without them nothing else can be looked at, and nothing can be deployed.
    const caller = await bridge.caller().catch((error: unknown) => explainAws(error) as Error);
    if (caller instanceof Error) return [wrong('credentials', caller.message)];
    const limit = await bridge.concurrency().catch(() => null);
    return [
      judgeCaller(caller, bridge.region),
      judgeConcurrency(limit, mostAtOnce(config), config.requests.reserved),
    ];
  },
};
