import { createHmac } from 'node:crypto';
import type { ModelQueue } from '../verdicts/model-queue.ts';
import type { World } from '../verdicts/world.ts';
import { CHOSEN, type HookHistory, type HookItem, isCalm, SECRET_KEY } from './hook-history.ts';
import { isSigned, type ModelReceiver, RETRY_AFTER_MS, type Request } from './model-receiver.ts';

interface Played {
  readonly receiver: ModelReceiver;
  readonly told: readonly { readonly destination: string; readonly now: string }[];
  readonly names: readonly string[];
}

/** A look at the list, what is read and written around a request, and the request: so old what it shows may be. */
const BETWEEN_MS = { calm: 1_000, troubled: 30_000 };
const SOON_MS = 65_000;

/** What must be true of webhooks, whatever happened. */
export function judgeHooks(world: World, history: HookHistory, { receiver, told, names }: Played) {
  const { table, time, wrong, count } = world;
  const isQuiet = isCalm(history);
  const betweenMs = isQuiet ? BETWEEN_MS.calm : BETWEEN_MS.troubled;
  /** When the list showed an event first; and those that once waited for a time of their own. */
  const listedAtMs = new Map<string, number>();
  const ownTime = new Set<string>();
  const nameOf = (sk: string) => sk.replace(/^hook#/, '');
  table.onUpdate = ({ pk, sk, todoAt }) => {
    if (!sk?.S?.startsWith('hook#')) return;
    const name = nameOf(sk.S);
    if (todoAt?.S?.startsWith('50')) ownTime.add(name);
    if (!listedAtMs.has(name)) watchList(`${pk?.S}|${sk.S}`, name);
  };
  function watchList(key: string, name: string): void {
    if (table.isListed(key)) listedAtMs.set(name, time.nowMs);
    else time.schedule(time.nowMs + 100, () => watchList(key, name));
  }

  const isFailing = (endpoint: string) =>
    history.outages.some(({ which }) => `e${which % history.endpoints}` === endpoint);
  const isPoisoned = history.items.some(({ poison }) => poison > 0);

  /** Only a queue or a bus says that it is the event which it does not take. */
  const isUnclear = (poison: number): boolean =>
    poison === 500 || (poison > 0 && (history.kinds?.[0] ?? 'webhook') === 'webhook');

  const isStuck = (endpoint: string): boolean =>
    endpoint === 'e0' && history.items.some(({ poison }) => isUnclear(poison));

  function judgeItem(endpoint: string, item: HookItem, caseId: string): void {
    const requests = receiver.requests.filter((one) => one.endpoint === endpoint && one.caseId === caseId);
    const poison = endpoint === 'e0' ? item.poison : 0;
    for (const [type, wanted] of Object.entries(expected(endpoint, item))) {
      const of = requests.filter((one) => one.type === type);
      const ids = new Set(of.map(({ id }) => id));
      if (ids.size > wanted)
        wrong.push(`${endpoint}: ${type} of ${caseId} under ${ids.size} ids, not ${wanted}`);
      const ends = new Set(of.filter(({ is }) => is === 'taken').map(({ id }) => id));
      // While others keep the endpoint closed, one that is refused is tried too seldom to be given up by the end: it waits.
      if (poison)
        for (const id of ids)
          if (isGivenUp(endpoint, id) || (isStuck(endpoint) && waits(endpoint, id))) ends.add(id);
      // Where nothing else is taken, nobody can tell that it is not the endpoint that fails.
      if (ends.size < wanted && !isUnclear(poison))
        wrong.push(`${endpoint}: ${wanted - ends.size} of ${type} of ${caseId} was lost`);
      count('taken', ends.size);
    }
    judgeOrder(endpoint, caseId, requests);
  }

  function judgeOrder(endpoint: string, caseId: string, requests: readonly Request[]): void {
    const stamp = ({ body }: Request) => Date.parse(JSON.parse(body).timestamp);
    const firsts = requests.filter((one) => requests.find(({ id }) => id === one.id) === one);
    for (const later of firsts)
      for (const earlier of firsts) {
        if (stamp(earlier) >= stamp(later) || ownTime.has(`${endpoint}#${earlier.id}`)) continue;
        const listed = listedAtMs.get(`${endpoint}#${earlier.id}`) ?? Number.POSITIVE_INFINITY;
        const isTold = requests.some(
          ({ id, is, atMs }) => id === earlier.id && is === 'taken' && atMs <= later.atMs,
        );
        if (listed + betweenMs < later.atMs && !isTold)
          wrong.push(`${endpoint}: ${later.type} of ${caseId} went before ${earlier.type}`);
      }
  }

  function judgeRequest(request: Request): void {
    const { endpoint, id, body, type } = request;
    if (isSigned(request)) judgeSignature(request);
    const other = receiver.requests.find((one) => one.id === id && one.body !== body);
    if (other) wrong.push(`${endpoint}: ${type} says something else the second time`);
  }

  function judgeSignature({ endpoint, id, body, headers, atMs, type }: Request): void {
    const stamp = headers['webhook-timestamp'] ?? '';
    const signature = createHmac('sha256', SECRET_KEY).update(`${id}.${stamp}.${body}`).digest('base64');
    if (headers['webhook-id'] !== id) wrong.push(`${endpoint}: ${type} has another id in its head`);
    if (headers['webhook-signature'] !== `v1,${signature}`) wrong.push(`${endpoint}: ${type} is not signed`);
    if (Math.abs(Number(stamp) * 1_000 - atMs) > 5_000) wrong.push(`${endpoint}: ${type} is of another time`);
  }

  /** Nothing went wrong but what the receiver did. */
  function judgeCalm(endpoint: string): void {
    const requests = receiver.requests.filter((one) => one.endpoint === endpoint);
    const outages = history.outages.filter(({ which }) => `e${which % history.endpoints}` === endpoint);
    const hows = outages.map(({ how }) => how);
    const taken = requests.filter(({ is }) => is === 'taken');
    if (!hows.includes('cuts') && new Set(taken.map(({ id }) => id)).size < taken.length)
      wrong.push(`${endpoint} was told something twice`);
    if (requests.length > 20 + 10 * new Set(requests.map(({ id }) => id)).size + outages.length * 20)
      wrong.push(`${endpoint} was called ${requests.length} times`);
    const said = told.filter(({ destination }) => destination === endpoint).map(({ now }) => now);
    if (said.some((now, at) => now !== (at % 2 === 0 ? 'closed' : 'open')))
      wrong.push(`the operators are told that ${endpoint} is ${said.join(', ')}`);
    if (hows.length === 1 && hows[0] === '429') judgeRetryAfter(endpoint, requests);
    if (isFailing(endpoint) || isPoisoned) return;
    for (const { body, atMs, type } of requests)
      if (atMs - Date.parse(JSON.parse(body).timestamp) > SOON_MS)
        wrong.push(`${endpoint} is well, and was told ${type} late`);
  }

  function judgeRetryAfter(endpoint: string, requests: readonly Request[]): void {
    for (const { atMs } of requests.filter(({ isBusy }) => isBusy)) {
      const early = requests.find((one) => one.atMs > atMs + 2_000 && one.atMs < atMs + RETRY_AFTER_MS);
      if (early) return void wrong.push(`${endpoint} asked to be left alone, and was called`);
    }
  }

  const placesOf = (endpoint: string) =>
    [...table.rows.values()].filter(({ sk, todo }) => todo && sk?.S?.startsWith(`hook#${endpoint}#`));
  const waits = (endpoint: string, id: string) => placesOf(endpoint).some(({ sk }) => sk?.S?.endsWith(id));
  const isGivenUp = (endpoint: string, id: string) =>
    placesOf(endpoint).some(({ sk, todoAt }) => sk?.S?.endsWith(id) && todoAt?.S?.startsWith('90'));

  return {
    atTheEnd(queue: ModelQueue): void {
      for (const endpoint of names) {
        for (const [n, item] of history.items.entries()) judgeItem(endpoint, item, `c${n}`);
        if (isQuiet) judgeCalm(endpoint);
        const left = placesOf(endpoint).filter(({ todoAt }) => !todoAt?.S?.startsWith('90'));
        if (left.length > 0 && !isStuck(endpoint)) wrong.push(`${endpoint}: ${left.length} still wait`);
        const closed = table.rows.get(`closed#${endpoint}|closed`)?.value?.S;
        const isDisabled = history.outages.some(({ how }) => how === 'disables');
        if (closed && closed !== 'null' && !isStuck(endpoint) && !isDisabled)
          wrong.push(`${endpoint} stays closed: ${closed}`);
      }
      for (const request of receiver.requests) judgeRequest(request);
      if (queue.dead.length > 0 && !isPoisoned) wrong.push(`in the dead letters: ${queue.dead[0]?.reason}`);
    },
  };
}

function expected(endpoint: string, item: HookItem): Readonly<Record<string, number>> {
  const all = {
    'case.created': 1,
    'case.changed': item.changes,
    'case.claimed': item.claims,
    'verdict.recorded': item.decided ? 1 : 0,
  };
  const isChosen = (type: string) => endpoint !== 'e2' || (CHOSEN as readonly string[]).includes(type);
  return Object.fromEntries(Object.entries(all).map(([type, times]) => [type, isChosen(type) ? times : 0]));
}
