import { lookup } from 'node:dns/promises';
import { createAddressCheck } from '../../lib/base/http/address-rules.ts';
import { isWebhook } from '../../lib/config/webhooks.ts';
import { testEndpoint } from '../endpoints/test-endpoint.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

/** Addresses as this machine resolves them: inside a VPC the functions may see others. */
export function judgeAddresses(
  name: string,
  host: string,
  addresses: readonly string[] | null,
  isAllowed: (address: string) => boolean,
): Finding {
  const about = `webhook ${name}`;
  if (addresses === null || addresses.length === 0)
    return wrong(about, `${host} is not known to the DNS: correct destinations.${name}.url`);
  const refused = addresses.filter((address) => !isAllowed(address));
  return refused.length > 0
    ? wrong(
        about,
        `${host} is ${refused.join(', ')}, where the bridge sends nothing: name the range in destinations.${name}.privateRanges if it is meant`,
      )
    : well(about, `${host} is known to the DNS, and may be called`);
}

export const checkWebhooks: Check = {
  about: 'webhooks',
  when: 'before',
  isOutside: true,
  look: async ({ config }) =>
    Promise.all(
      Object.entries(config.destinations).flatMap(([name, destination]) => {
        if (!isWebhook(destination) || !('url' in destination)) return [];
        const { hostname } = new URL(destination.url);
        const isAllowed = createAddressCheck(destination);
        const host = hostname.replace(/^\[|\]$/g, '');
        return [
          lookup(host, { all: true, verbatim: true })
            .then((found) => found.map(({ address }) => address))
            .catch(() => null)
            .then((found) => judgeAddresses(name, host, found, isAllowed)),
        ];
      }),
    ),
};

/** Sends `bridge.test` to each endpoint, only if the operator asked for it. */
export const tryEndpoints: Check = {
  about: 'webhooks',
  when: 'after',
  async look({ config, bridge }) {
    const findings: Finding[] = [];
    for (const name of Object.keys(config.destinations)) {
      const tried = await testEndpoint(bridge, config, name);
      if (tried) findings.push(judgeTried(name, tried));
    }
    return findings;
  },
};

export function judgeTried(
  name: string,
  { is, reason }: { readonly is: 'taken' | 'refused' | 'waits'; readonly reason: string | null },
): Finding {
  const about = `bridge.test to ${name}`;
  if (is === 'taken') return well(about, 'taken');
  return is === 'refused'
    ? wrong(about, `${reason}: mend its receiver, then posture-bridge webhook test ${name}`)
    : unknown(about, 'nothing has sent it yet: does the bridge run?');
}
