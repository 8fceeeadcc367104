import { BlockList, isIP } from 'node:net';

/** Which addresses a request may go to, besides public ones. */
export interface AddressRules {
  /** Ranges like `10.20.0.0/16`. Addresses that never leave a machine or a link stay refused. */
  readonly privateRanges?: readonly string[] | undefined;
  /** Allows this machine itself, and no other address that is not public. */
  readonly local?: boolean | undefined;
}

type Family = 'ipv4' | 'ipv6';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** This machine, its link, and the metadata services of clouds: no configured range opens these. */
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
/** What IANA lists as special: not globally reachable, or of a service that is never a receiver (AS112, AMT). */
const NOT_PUBLIC_V4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
];
/** Only this range is allocated as unicast; within it these are not, or embed an IPv4 address (6to4, Teredo). */
const UNICAST_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

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

/** Whether the bridge may connect to a resolved address. Anything that is not a plain address is refused. */
export function createAddressCheck({ privateRanges = [], local = false }: AddressRules) {
  const opened = listOf(privateRanges);
  return (written: string): boolean => {
    const address = unmapped(written);
    const version = isIP(address);
    // An address with a zone (`fe80::1%eth0`) belongs to a link.
    if (version === 0 || address.includes('%')) return false;
    const family: Family = version === 4 ? 'ipv4' : 'ipv6';
    if (loopback.check(address, family)) return local;
    if (never.check(address, family)) return false;
    // A configured range may open a translation prefix, but not a way through it to addresses that no range can open.
    const inside = family === 'ipv6' ? translated(address) : null;
    if (inside !== null && (loopback.check(inside) || never.check(inside))) return false;
    if (opened.check(address, family)) return true;
    if (family === 'ipv6' && !unicastV6.check(address, family)) return false;
    return !notPublic.check(address, family);
  };
}

/** `::ffff:7f00:1` is 127.0.0.1: an operating system connects to it over IPv4. */
function unmapped(address: string): string {
  const words = wordsOf(address);
  return /^0,0,0,0,0,65535,/.test(String(words)) ? dotted(words[6], words[7]) : address;
}

/** The IPv4 address that a translator derives from this one: NAT64, 6to4, or an address that embeds it. */
function translated(address: string): string | null {
  const words = wordsOf(address);
  if (words[0] === 0x2002) return dotted(words[1], words[2]);
  return /^(?:100,65435|0,0,0,0,(?:0|65535),0),/.test(String(words)) ? dotted(words[6], words[7]) : null;
}

/** The eight words of an IPv6 address; empty for any other. */
function wordsOf(address: string): readonly number[] {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return [];
  // Node writes the address in its shortest form, without an embedded IPv4 notation.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part ? part.split(':') : []));
  const zeros = Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0');
  return [...(head ?? []), ...zeros, ...(tail ?? [])].map((word) => Number.parseInt(word, 16));
}

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
