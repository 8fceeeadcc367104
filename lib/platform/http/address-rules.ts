import { BlockList, isIP } from 'node:net';

/** Which addresses a request may go to, beside those that are public. */
export interface AddressRules {
  /** Ranges like `10.20.0.0/16`. What never leaves a machine or a link stays refused. */
  readonly privateRanges?: readonly string[] | undefined;
  /** This very machine, and nothing else that is not public. */
  readonly local?: boolean | undefined;
}

type Family = 'ipv4' | 'ipv6';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** Of this machine, of its link, and where clouds tell machines who they are: no list of ranges opens these. */
const NEVER = [
  ...LOOPBACK,
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32',
  // AWS, Oracle and Alibaba answer as metadata services here.
  '192.0.0.192/32',
  '100.100.100.200/32',
];
/** What IANA does not list as reachable from everywhere. */
const NOT_PUBLIC_V4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
];
/** Only this is given out as unicast; within it these are not, or hold an IPv4 address (6to4, Teredo). */
const UNICAST_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
};

const loopback = listOf(LOOPBACK);
const never = listOf(NEVER);
const notPublic = listOf([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
const unicastV6 = listOf(UNICAST_V6);

/** Whether an address, as it was resolved, may be connected to. What is no plain address is not. */
export function createAddressCheck({ privateRanges = [], local = false }: AddressRules) {
  const opened = listOf(privateRanges);
  return (written: string): boolean => {
    const address = unmapped(written);
    const version = isIP(address);
    // With a zone (`fe80::1%eth0`) it is of a link.
    if (version === 0 || address.includes('%')) return false;
    const family: Family = version === 4 ? 'ipv4' : 'ipv6';
    if (loopback.check(address, family)) return local;
    if (never.check(address, family)) return false;
    if (opened.check(address, family)) return true;
    if (family === 'ipv6' && !unicastV6.check(address, family)) return false;
    return !notPublic.check(address, family);
  };
}

/** `::ffff:7f00:1` is 127.0.0.1: an operating system connects to it over IPv4. */
function unmapped(address: string): string {
  if (!address.includes(':')) return address;
  const canonical = URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname : '';
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return address;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}
