import type { Caller } from '../aws/open-bridge.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

export const judgeCaller = ({ arn, account }: Caller, region: string): Finding =>
  /:root$/.test(arn)
    ? wrong('credentials', `these are those of the root user of ${account}: use a role or a user of your own`)
    : well('credentials', `${arn} in ${region}`);

/** A new account begins with 10, and the bridge shares them with all other functions. */
const FEW = 50;

export function judgeConcurrency(limit: number | null): Finding {
  if (limit === null)
    return unknown(
      'quota of Lambda',
      'AWS did not say how many functions may run at once (lambda:GetAccountSettings)',
    );
  return limit < FEW
    ? wrong(
        'quota of Lambda',
        `only ${limit} functions of this account may run at once: ask for more (aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000)`,
      )
    : well('quota of Lambda', `${limit} functions may run at once`);
}

export const checkAccount: Check = {
  about: 'credentials',
  when: 'before',
  async look({ bridge }) {
    const [caller, limit] = await Promise.all([bridge.caller(), bridge.concurrency().catch(() => null)]);
    return [judgeCaller(caller, bridge.region), judgeConcurrency(limit)];
  },
};
