import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { systemAbortAfter } from '../base/clock.ts';
import { type AddressRules, createAddressCheck } from '../base/http/address-rules.ts';

export interface SafeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly rules: AddressRules;
  /** For everything: resolving, connecting, and the head of the answer. */
  readonly timeoutMs: number;
}

/** What a receiver answered. Nobody reads the body. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
}

/** `address`: it must not be connected to. `nothing`: no answer came. `reason` names no secret and no query. */
export type Posted =
  | { readonly is: 'answered'; readonly answer: ReceiverAnswer }
  | { readonly is: 'address'; readonly reason: string }
  | { readonly is: 'nothing'; readonly reason: string };

export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

export type PostSafely = (request: SafeRequest) => Promise<Posted>;

export interface PostParts {
  readonly resolve?: Resolve;
}

const MOST_HEADER_BYTES = 8 * 1024;
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** The bridge must not connect to this address. Unlike an error of the network, this does not pass. */
class AddressError extends Error {}

/**
 * Sends one request to an address that somebody else chose. It resolves the name once, checks every address, and connects to
 * the address that it checked, so a name that resolves differently later changes nothing. It follows no redirect, and reads
 * only the head of the answer: no body can be slow, long or compressed.
 */
export const createPostSafely =
  ({ resolve = resolveAll }: PostParts = {}): PostSafely =>
  async (request) => {
    const deadline = systemAbortAfter(request.timeoutMs);
    try {
      const url = checkUrl(request);
      const address = await pick(url, request.rules, resolve, deadline);
      return { is: 'answered', answer: await exchange(url, address, request, deadline) };
    } catch (error) {
      if (error instanceof AddressError) return { is: 'address', reason: error.message };
      return { is: 'nothing', reason: deadline.aborted ? 'no answer in time' : codeOf(error) };
    }
  };

function checkUrl({ url: text, rules }: SafeRequest): URL {
  if (!URL.canParse(text)) throw new AddressError('the address cannot be read');
  const url = new URL(text);
  const isPlain = url.protocol === 'http:' && rules.local;
  if (url.protocol !== 'https:' && !isPlain) throw new AddressError('only https addresses are called');
  if (url.username || url.password) throw new AddressError('the address holds a user or a password');
  return url;
}

/** Names that are addresses are not resolved by Node, so they are judged here, like all others. */
async function pick(url: URL, rules: AddressRules, resolve: Resolve, deadline: AbortSignal): Promise<string> {
  const isAllowed = createAddressCheck(rules);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await within(resolve(host), deadline);
  const [first] = found;
  if (!first) throw new Error('ENOTFOUND');
  // One forbidden address is enough to refuse: the operator does not control what the name resolves to.
  if (!found.every(({ address }) => isAllowed(address)))
    throw new AddressError('the name leads to an address that is not public');
  return first.address;
}

const within = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ETIMEDOUT')), { once: true });
    promise.then(resolve, reject);
  });

function exchange(
  url: URL,
  address: string,
  { headers, body, rules }: SafeRequest,
  deadline: AbortSignal,
): Promise<ReceiverAnswer> {
  const isAllowed = createAddressCheck(rules);
  const family = isIP(address);
  const pinned: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const outgoing = (secure ? https : http).request(url, {
      method: 'POST',
      agent: false,
      lookup: pinned,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: deadline,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    });
    const end = (effect: () => void) => {
      effect();
      outgoing.destroy();
    };
    outgoing.on('socket', (socket: Socket) =>
      socket.once('connect', () => {
        // This cannot happen while the lines above are right. Nothing was sent yet.
        if (!isAllowed(socket.remoteAddress ?? ''))
          end(() => reject(new AddressError('connected to an address that is not public')));
      }),
    );
    outgoing.on('error', (error) => end(() => reject(error)));
    outgoing.on('upgrade', () => end(() => reject(new Error('the receiver switched protocols'))));
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => undefined);
      end(() => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers }));
    });
    outgoing.end(body);
  });
}

/** A code where there is one: messages of TLS hold names and certificates of others. */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message ?? error).slice(0, 80);
}
