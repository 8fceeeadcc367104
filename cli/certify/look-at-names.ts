import { queuesIn } from '../../lib/config/stack-outputs.ts';
import { type CertifyParts, differs, holds, notSeen, partlySeen, type Seen } from './belief.ts';
import { apiIdIn } from './look-at-measures.ts';
import { safe } from './safe-text.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The part of an address that AWS generated with the stack. */
export function judgeStackPath(url: string | undefined, isOwn: boolean): Seen {
  if (url === undefined) return notSeen(safe`this bridge takes no requests`);
  if (isOwn) return notSeen(safe`the configuration names a path of its own`);
  const [, version] = UUID.exec(new URL(url).pathname.split('/')[1] ?? '') ?? [];
  if (version === undefined) return differs(safe`the last part of the stack's id is no UUID`);
  // One of another version may be made of a time and a machine.
  return version === '4'
    ? holds(safe`the last part of the stack's id is a UUID that was drawn`)
    : partlySeen(safe`the last part of the stack's id is a UUID of version ${Number.parseInt(version, 16)}`);
}

export const lookAtStackPath = async ({ bridge, config }: CertifyParts): Promise<Seen> =>
  judgeStackPath((await bridge.outputs()).CanaryUrl, config.requests.path !== undefined);

/** Enough that two of them, 14 of 36 characters, cannot be tried one by one. */
const SHORTEST_ID = 7;

export function judgeRouteIds(ids: readonly string[]): Seen {
  if (ids.length < 2) return notSeen(safe`there are fewer than two routes`);
  const shortest = Math.min(...ids.map(({ length }) => length));
  if (shortest < SHORTEST_ID) return differs(safe`the id of a route has only ${shortest} characters`);
  const alike = Math.max(
    ...ids.flatMap((one, index) => ids.slice(index + 1).map((other) => sharedStart(one, other))),
  );
  return alike > shortest / 2
    ? differs(safe`two ids of routes begin with the same ${alike} of ${shortest} characters, as if counted`)
    : holds(
        safe`${ids.length} ids of ${shortest} characters, of which no two begin with the same ${alike + 1}`,
      );
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

export async function lookAtRouteIds({ bridge }: CertifyParts): Promise<Seen> {
  const apiId = apiIdIn(await bridge.outputs());
  return apiId === null
    ? notSeen(safe`its address does not name the API`)
    : judgeRouteIds(await bridge.routeIds(apiId));
}

/** The queues that wake notifiers are in order; nobody named them, so CloudFormation did. */
export function judgeFifoNames(urls: readonly string[]): Seen {
  if (urls.length === 0) return notSeen(safe`this bridge has no queue in order`);
  const others = urls.filter((url) => !url.endsWith('.fifo')).length;
  return others > 0
    ? differs(safe`${others} of ${urls.length} queues in order have a name without .fifo`)
    : holds(safe`the names of all ${urls.length} queues in order end with .fifo`);
}

export const lookAtFifoNames = async ({ bridge }: CertifyParts): Promise<Seen> =>
  judgeFifoNames(
    queuesIn(await bridge.outputs())
      .filter(({ queue }) => queue.endsWith(' deliveries'))
      .flatMap(({ url, deadLettersUrl }) => [url ?? [], deadLettersUrl ?? []].flat()),
  );

const CREATED = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;

/** CloudFormation took the policy; what it does when a first creation fails takes a failure to see. */
export function judgeStack(status: string | undefined): Seen {
  if (status === undefined) return notSeen(safe`there is no stack of this name`);
  return CREATED.test(status)
    ? partlySeen(safe`CloudFormation took a template with that policy`)
    : differs(safe`the stack is not complete`);
}

export const lookAtStack = async ({ bridge }: CertifyParts): Promise<Seen> =>
  judgeStack((await bridge.stack())?.status);

/** How each canary went: the card that the chat took, the press, and the card that changed. */
export function judgeWays(ways: CertifyParts['ways']): Seen {
  if (ways.length === 0) return notSeen(safe`give --canary to send a test by the whole way`);
  const stopped = ways.filter(({ stopped: at }) => at !== null).length;
  return stopped > 0
    ? differs(safe`${stopped} of ${ways.length} tests did not come back`)
    : holds(safe`${ways.length} tests went all the way`);
}
