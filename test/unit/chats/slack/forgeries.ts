import {
  type Arrival,
  arrive,
  hmac,
  KINDS,
  NOW_MS,
  PLACED,
  SIGNING_SECRET,
  type Unsigned,
} from '../../../support/slack-requests.ts';

export type Dice = (below: number) => number;

/** A small generator of its own, so that a failure can be run again. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length)] as T;

interface Forging {
  kind: string;
  genuine: Unsigned;
  dice: Dice;
}

/** A way to make something that Slack did not send, or not now, or not to us. */
type Forge = (forging: Forging) => Arrival;

const SECOND_MS = 1000;
const SIGNATURE = 'x-slack-signature';
const TIMESTAMP = 'x-slack-request-timestamp';

const withHeader = (arrival: Arrival, name: string, value: string): Arrival => ({
  ...arrival,
  headers: { ...arrival.headers, [name]: value },
});
const header = (arrival: Arrival, name: string): string => arrival.headers[name] as string;
const withSignature = (arrival: Arrival, change: (signature: string) => string): Arrival =>
  withHeader(arrival, SIGNATURE, change(header(arrival, SIGNATURE)));
const withBody = ({ genuine, dice }: Forging, change: (body: Buffer) => Buffer): Arrival => {
  const base64 = dice(2) === 0;
  return {
    ...arrive(genuine),
    body: change(Buffer.from(genuine.body)).toString(base64 ? 'base64' : 'utf8'),
    isBase64Encoded: base64,
  };
};
const flipBit = (bytes: Buffer, dice: Dice): Buffer => {
  const at = dice(bytes.length);
  bytes[at] = (bytes[at] as number) ^ (1 << dice(8));
  return bytes;
};
const without = (arrival: Arrival, name: string): Arrival => {
  const { [name]: _, ...headers } = arrival.headers;
  return { ...arrival, headers };
};

/** The same with the names of its headers in upper case, which means the same. */
export const shouted = (arrival: Arrival): Arrival => ({
  ...arrival,
  headers: Object.fromEntries(
    Object.entries(arrival.headers).map(([name, value]) => [name.toUpperCase(), value]),
  ),
});

const ODD_CHARACTERS = [
  '\0',
  '\n',
  '\r\n',
  '\t',
  ' ',
  'é',
  '\u00a0',
  '\u0100',
  '\u200b',
  '語',
  '😀',
  '\ud800',
];

const ODD_TIMESTAMPS: readonly ((seconds: number) => string)[] = [
  (seconds) => `${seconds}.0`,
  (seconds) => ` ${seconds}`,
  (seconds) => `${seconds}\n`,
  (seconds) => `+${seconds}`,
  (seconds) => `-${seconds}`,
  (seconds) => `0${seconds}`,
  (seconds) => `0x${seconds.toString(16)}`,
  (seconds) => `${seconds / 1e9}e9`,
  (seconds) => `${seconds}n`,
  (seconds) => String(seconds * 1000),
  (seconds) => `${seconds},${seconds}`,
  (seconds) => String(seconds).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  () => '',
  () => 'now',
  () => 'NaN',
  () => 'Infinity',
];

/** Means the same and is not the same: what a server sees that verifies after parsing. */
function reencoded(body: Buffer, contentType: string, dice: Dice): Buffer {
  const text = body.toString();
  if (contentType.startsWith('application/json')) {
    const spaced = dice(2) === 0;
    return Buffer.from(spaced ? JSON.stringify(JSON.parse(text), null, 1) : text.replace('{', '{ '));
  }
  const ways = [
    () => text.replaceAll('+', '%20'),
    () => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    () => `${text}&`,
    () => `&${text}`,
    () => text.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ];
  const others = ways.map((way) => way()).filter((other) => other !== text);
  return Buffer.from(pick(dice, others));
}

export const FORGERIES: Readonly<Record<string, Forge>> = {
  'a bit of the body is flipped': (forging) => withBody(forging, (body) => flipBit(body, forging.dice)),
  'the body is cut': (forging) => withBody(forging, (body) => body.subarray(0, forging.dice(body.length))),
  'something is appended': (forging) =>
    withBody(forging, (body) =>
      Buffer.concat([
        body,
        Buffer.from(pick(forging.dice, ['\0', ' ', '\n', '&', '&payload=%7B%7D', '}', 'é'])),
      ]),
    ),
  'something is prepended': (forging) =>
    withBody(forging, (body) =>
      Buffer.concat([Buffer.from(pick(forging.dice, ['\ufeff', ' ', 'a=b&'])), body]),
    ),
  'the body is encoded anew': (forging) =>
    withBody(forging, (body) => reencoded(body, forging.genuine.contentType, forging.dice)),
  'the body is of another genuine request': (forging) =>
    withBody(forging, () => {
      const kinds = Object.keys(KINDS).filter((kind) => kind !== forging.kind);
      return KINDS[pick(forging.dice, kinds)]?.('another').body as Buffer;
    }),
  'the flag of base64 lies': ({ genuine, dice }) => {
    const arrival = arrive(genuine, { base64: dice(2) === 0 });
    return { ...arrival, isBase64Encoded: !arrival.isBase64Encoded };
  },
  'the base64 is not quite base64': ({ genuine, dice }) => {
    const { body, ...arrival } = arrive(genuine);
    return {
      ...arrival,
      body: pick(dice, [`${body}!`, ` ${body}`, `${body}====`, `${body.slice(0, -1)}\n*`]),
    };
  },
  'a bit of the signature is flipped': ({ genuine, dice }) =>
    withSignature(arrive(genuine), (signature) => flipBit(Buffer.from(signature), dice).toString('latin1')),
  'a bit of the timestamp is flipped': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const flipped = flipBit(Buffer.from(header(arrival, TIMESTAMP)), dice).toString('latin1');
    return withHeader(arrival, TIMESTAMP, flipped);
  },
  'the signature is in upper case': ({ genuine }) =>
    withSignature(arrive(genuine), (signature) => `v0=${signature.slice(3).toUpperCase()}`),
  'the signature is cut or longer': ({ genuine, dice }) =>
    withSignature(arrive(genuine), (signature) =>
      pick(dice, [
        signature.slice(0, dice(signature.length)),
        'v0=',
        '',
        `${signature}0`,
        `${signature}00`,
        `v0= ${signature.slice(3)}`,
        `${signature}\n0`,
        signature.slice(3),
      ]),
    ),
  'the version is another': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const version = pick(dice, ['v1', 'V0', 'v00', '', 'v']);
    const mac = hmac(SIGNING_SECRET, `${version}:${header(arrival, TIMESTAMP)}:`, genuine.body);
    return withSignature(arrival, (signature) =>
      pick(dice, [`${version}=${mac}`, `${version}=${signature.slice(3)}`, `v0=${mac}`]),
    );
  },
  'something else was signed': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const timestamp = header(arrival, TIMESTAMP);
    const { body } = genuine;
    const macs = [
      hmac(SIGNING_SECRET, body),
      hmac(SIGNING_SECRET, `${timestamp}:`, body),
      hmac(SIGNING_SECRET, 'v0::', body),
      hmac(SIGNING_SECRET, `v0:${timestamp}:`),
      hmac(SIGNING_SECRET, `v0:${timestamp}`, body),
      hmac(SIGNING_SECRET, `v0:${Number(timestamp) - 1}:`, body),
    ];
    return withSignature(arrival, () => `v0=${pick(dice, macs)}`);
  },
  'the secret is another': ({ genuine, dice }) => {
    const nearly = flipBit(Buffer.from(SIGNING_SECRET), dice).toString('latin1');
    const secrets = [nearly, SIGNING_SECRET.toUpperCase(), SIGNING_SECRET.slice(1), '', `${SIGNING_SECRET} `];
    return arrive(genuine, { secret: pick(dice, secrets) });
  },
  'it is replayed later than five minutes': ({ genuine, dice }) => ({
    ...arrive(genuine),
    nowMs: NOW_MS + 300 * SECOND_MS + 1 + dice(86_400 * SECOND_MS),
  }),
  'it is dated ahead': ({ genuine, dice }) =>
    arrive(genuine, { timestamp: String(NOW_MS / SECOND_MS + 301 + dice(86_400)) }),
  'the timestamp is written oddly': ({ genuine, dice }) =>
    arrive(genuine, { timestamp: pick(dice, ODD_TIMESTAMPS)(NOW_MS / SECOND_MS) }),
  'a header is missing': ({ genuine, dice }) => without(arrive(genuine), pick(dice, [SIGNATURE, TIMESTAMP])),
  'a header is given twice': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const name = pick(dice, [SIGNATURE, TIMESTAMP]);
    const value = header(arrival, name);
    const other = name === TIMESTAMP ? '1763190000' : `v0=${'0'.repeat(64)}`;
    return pick(dice, [
      // As API Gateway hands it over.
      withHeader(arrival, name, `${value},${other}`),
      withHeader(arrival, name, `${other},${value}`),
      withHeader(arrival, name, `${value},${value}`),
      withHeader(arrival, name, `${other}, ${value}`),
      withHeader(arrival, name.toUpperCase(), other),
      withHeader(arrival, name.toUpperCase(), value),
    ]);
  },
  'a header has an odd character': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const name = pick(dice, [SIGNATURE, TIMESTAMP]);
    const value = header(arrival, name);
    // Not at an end: space there is no part of a header.
    const at = 1 + dice(value.length - 1);
    return withHeader(arrival, name, value.slice(0, at) + pick(dice, ODD_CHARACTERS) + value.slice(at));
  },
  'the name of a header is written oddly': ({ genuine, dice }) => {
    const arrival = arrive(genuine);
    const name = pick(dice, [SIGNATURE, TIMESTAMP]);
    const odd = pick(dice, [
      ` ${name}`,
      `${name} `,
      `${name}:`,
      `${name}\0`,
      name.replaceAll('-', '_'),
      name.replace('s', 'ſ'),
    ]);
    return withHeader(without(arrival, name), odd, header(arrival, name));
  },
  'the names of headers are in upper case, and the secret is another': ({ genuine, dice }) => {
    const secret = flipBit(Buffer.from(SIGNING_SECRET), dice).toString('latin1');
    return shouted(arrive(genuine, { secret }));
  },
  'it is from another workspace': ({ kind, dice }) => {
    const placed = PLACED.includes(kind) ? kind : pick(dice, PLACED);
    return arrive(
      KINDS[placed]?.('Zoë', pick(dice, ['T0OTHER001', 't0acme0001', 'T0ACME00011'])) as Unsigned,
    );
  },
};
