import * as z from 'zod/mini';
import { isChat } from './chats.ts';
import { unknownName } from './schema/config-problem.ts';
import { duration } from './schema/duration.ts';
import { type Finding, listOf, objectOf } from './schema/read-unknown.ts';
import { strict } from './schema/strict.ts';

/**
 * The domain of canaries. No configuration can have a domain of this name, so code that iterates over the configured
 * domains (polls, reports, exports, mutes, webhooks) never meets one, and no case has its id.
 */
export const CANARY_DOMAIN = '_canary';
export const isCanary = (domain: string): boolean => domain === CANARY_DOMAIN;

/** The path after the secret part of the address. */
export const CANARY_PATH = '/canary';

/** A test of the whole path, at an interval. */
export const Canary = strict({
  /** The interval between two canaries. */
  every: duration({ atLeast: '1h', atMost: '7d' }),
  /** The destinations of the canary; that of `ops` unless given. */
  to: z.optional(z.array(z.string()).check(z.minLength(1, 'is empty: name a destination, or leave it out'))),
});

interface Configured {
  readonly canary?: { readonly to?: readonly string[] | undefined } | undefined;
  readonly ops?: { readonly to: string } | undefined;
  readonly destinations: Readonly<Record<string, { readonly type: string }>>;
}

/** Where scheduled canaries go; empty if the configuration has none. */
export const canaryPlaces = ({ canary, ops }: Configured): readonly string[] =>
  canary ? (canary.to ?? (ops ? [ops.to] : [])) : [];

/** A channel with a bot in it: a Workflow's message cannot be changed, so the result could not be shown. */
export const mayTakeCanary = (destination: Readonly<Record<string, unknown>> | undefined): boolean =>
  destination !== undefined && isChat(String(destination.type)) && destination.channel !== undefined;

const NOT_A_CHANNEL =
  'is no channel of a chat with a bot in it: a canary is posted, pressed and changed, which only such a channel takes';

/** Reads raw input, like the other cross-checks. */
export function checkCanary({ canary, ops, destinations }: Record<string, unknown>): Finding[] {
  if (canary === undefined) return [];
  const { to } = objectOf(canary);
  const known = objectOf(destinations);
  const named = to === undefined ? [objectOf(ops).to] : listOf(to);
  if (to === undefined && named[0] === undefined)
    return [{ path: ['canary', 'to'], message: 'missing, and there is no ops: say where canaries go' }];
  return named.flatMap((name, n): Finding[] => {
    if (typeof name !== 'string') return [];
    const path = to === undefined ? ['ops', 'to'] : ['canary', 'to', n];
    if (!Object.hasOwn(known, name))
      return to === undefined ? [] : [{ path, ...unknownName('destination', name, Object.keys(known)) }];
    return mayTakeCanary(objectOf(known[name])) ? [] : [{ path: ['canary', 'to'], message: NOT_A_CHANNEL }];
  });
}
