import type { Caller } from '../aws/open-bridge.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

export const judgeCaller = ({ arn, account }: Caller, region: string): Finding =>
  /:root$/.test(arn)
    ? wrong('credentials', `these are those of the root user of ${account}: use a role or a user of your own`)
    : well('credentials', `${arn} in ${region}`);

/** A new account has 10, which the bridge shares with all other functions. */
const FEW = 50;

/** AWS keeps this many for functions without a reservation, and refuses a stack that would leave fewer. */
const UNRESERVED = 100;

export function judgeConcurrency(limit: number | null, reserved = 0): Finding {
  if (limit === null)
    return unknown(
      'quota of Lambda',
      'AWS did not say how many functions may run at once (lambda:GetAccountSettings)',
    );
  if (limit < FEW)
    return wrong('quota of Lambda', `only ${limit} functions of this account may run at once: ${ASK}`);
  if (reserved > 0 && limit - reserved < UNRESERVED)
    return wrong(
      'quota of Lambda',
      `requests.reserved keeps ${reserved} of the ${limit} runs of this account, and AWS leaves at least ${UNRESERVED} to others: make it ${Math.max(0, limit - UNRESERVED)} or less, or ${ASK}`,
    );
  return well('quota of Lambda', `${limit} functions may run at once`);
}

const ASK =
  'ask for more (aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000)';

export const checkAccount: Check = {
  about: 'credentials',
  when: 'before',
  async look({ bridge, config }) {
    const [caller, limit] = await Promise.all([bridge.caller(), bridge.concurrency().catch(() => null)]);
    return [judgeCaller(caller, bridge.region), judgeConcurrency(limit, config.requests.reserved)];
  },
};
