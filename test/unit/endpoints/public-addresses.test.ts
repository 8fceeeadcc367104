import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { createAddressCheck } from '../../../lib/base/http/address-rules.ts';
import { shareOf } from '../../support/extent.ts';

const isAllowed = createAddressCheck({});
const runs = { numRuns: shareOf(200_000, 20_000) };

/** What ipaddr.js, which knows nothing of ours, says of an address: a range of IANA by its name. */
function rangeOf(text: string): string {
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range();
  return address.isIPv4MappedAddress() ? address.toIPv4Address().range() : address.range();
}

const v4 = fc.ipV4();
const word = fc.integer({ min: 0, max: 0xffff }).map((one) => one.toString(16));
/** Near the edges of what is special, where mistakes are. */
const nearV4 = fc
  .tuple(
    fc.constantFrom(0, 9, 10, 11, 100, 126, 127, 128, 169, 172, 192, 198, 203, 223, 224, 239, 240, 255),
    fc.constantFrom(0, 15, 16, 17, 18, 19, 20, 31, 32, 51, 63, 64, 88, 100, 127, 128, 168, 253, 254, 255),
    fc.nat(255),
    fc.nat(255),
  )
  .map((parts) => parts.join('.'));
const nearV6 = fc
  .tuple(
    fc.constantFrom(
      '0',
      '64',
      '100',
      '1fff',
      '2000',
      '2001',
      '2002',
      '2606',
      '3ffe',
      '3fff',
      '4000',
      'fbff',
      'fc00',
      'fd00',
      'fe80',
      'fec0',
      'ff02',
    ),
    fc.constantFrom('0', '1', '2', '20', 'db8', 'ec2', 'fff', 'ff9b', 'ffff'),
    word,
    word,
  )
  .map(([a, b, c, d]) => `${a}:${b}:${c}::${d}`);
const inV6 = fc
  .tuple(fc.constantFrom('::ffff:', '64:ff9b::', '::', '::ffff:0:', '64:ff9b:1::'), fc.oneof(v4, nearV4))
  .map((parts) => parts.join(''));

interface Ranges {
  readonly SpecialRanges: Readonly<Record<string, unknown[]>>;
}

describe('every address that may be called', () => {
  it.each([
    ['of IPv4', fc.oneof(v4, nearV4)],
    ['of IPv6', fc.oneof(fc.ipV6(), nearV6)],
    ['of IPv4 inside of IPv6', inV6],
  ])('%s is public to ipaddr.js too', (_, addresses) => {
    fc.assert(
      fc.property(addresses, (address) => {
        if (isAllowed(address)) expect([address, rangeOf(address)]).toEqual([address, 'unicast']);
      }),
      runs,
    );
  });

  it('is in none of the ranges that ipaddr.js has names for', () => {
    // Its types leave the list out.
    const families = [ipaddr.IPv4, ipaddr.IPv6].map(({ prototype }) => prototype as object as Ranges);
    const ranges = families.flatMap(({ SpecialRanges }) => Object.values(SpecialRanges)).flat(2);
    const addresses = ranges.filter((one) => typeof one === 'object').map(String);
    expect(addresses.length).toBeGreaterThan(40);
    expect(addresses.filter(isAllowed)).toEqual([]);
  });

  it('is really called: nothing that is public to both is refused', () => {
    const refused = new Set<string>();
    fc.assert(
      fc.property(v4, (address) => {
        if (rangeOf(address) === 'unicast' && !isAllowed(address)) refused.add(address);
      }),
      runs,
    );
    expect([...refused]).toEqual([]);
  });
});
