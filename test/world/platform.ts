import { type HttpAnswer, type HttpRequest, TransportError } from '../../lib/base/http/http-transport.ts';
import { isFeedOnly, type Move, type PlannedCase, SEVERITIES, type Severity } from './history.ts';
import type { ApiFault, FeedName } from './lists.ts';
import { API_FAULTS } from './lists.ts';
import { idOf, type ListedItem, ListRefusal, ModelList } from './model-list.ts';
import type { World } from './world.ts';

export const API = 'https://api.example/v1';
export const PEOPLE = ['anna', 'bert', 'cleo'].map((name) => `${name}@acme.example`);
export const personOf = (email: string): string => email.split('@')[0] ?? '';
const TYPES = ['data_exfiltration', 'insider_threat'];

export interface PlatformCase {
  readonly id: string;
  readonly plan: PlannedCase;
  readonly createdMs: number;
  readonly listed: ListedItem;
  updatedMs: number;
  closedMs: number | null;
  state: 'discover' | 'investigating' | 'enforced' | 'closed';
  severity: Severity;
  isGone: boolean;
  /** It was worse once, or came back: what people were told before counts anew. */
  readonly log: { readonly atMs: number; readonly what: Move | 'created' | 'decided' }[];
  readonly verdicts: { readonly atMs: number; readonly outcome: string; readonly comment: string }[];
}

export interface PlatformThreat {
  readonly id: string;
  readonly title: string;
  readonly email: string | undefined;
  readonly createdMs: number;
  readonly ofCase: PlatformCase | null;
  readonly listed: ListedItem;
}

/** Where lists are not hostile they are short, and in one of two orders. */
function createLists({ has, history, random }: World): Readonly<Record<FeedName, ModelList>> {
  const order = random() < 0.5 ? ('shuffled' as const) : ('newest-first' as const);
  const plain = { order, cursors: 'resume' as const, createdAfter: 'inclusive' as const };
  const rules = (has('lists') && history.lists) || { ...plain, pageSize: 50, repeatsItems: false };
  const create = () =>
    Object.assign(new ModelList(rules), { order: rules.order, cursorPolicy: rules.cursors });
  return { cases: create(), threats: create() };
}

/** A to Z, then AA. */
const nameOf = (index: number): string =>
  (index < 26 ? '' : nameOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const uuid = (kind: number, n: number) => `${kind}${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
const json = (value: unknown, status = 200, headers = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
const OUTCOMES: Readonly<Record<string, PlatformCase['state']>> = {
  TRUE_POSITIVE: 'enforced',
  ESCALATED: 'investigating',
};

/** The platform: what its lists say, which orders they come in, and the verdicts that it was sent. */
export function createPlatform(world: World) {
  const { time, random, say, count, isOut, wrong, history } = world;
  const cases: PlatformCase[] = [];
  const threats: PlatformThreat[] = [];
  const hostile = world.has('lists') ? history.lists : undefined;
  const lists = createLists(world);
  /** Wrong clocks are for pollers alone: what people are told about cases depends on the time. */
  const isOfPollers = hostile !== undefined && isFeedOnly(history);
  const apiNowMs = () => time.nowMs + (isOfPollers ? hostile.clockOffsetMs : 0);

  const eventOf = (one: PlatformCase) => uuid(2, cases.indexOf(one));
  const briefOf = (one: PlatformCase) => `case ${nameOf(cases.indexOf(one))}case`;

  const caseBody = (one: PlatformCase) => ({
    case_id: one.id,
    user_email: PEOPLE[one.plan.person],
    user_name: PEOPLE[one.plan.person]?.split('@')[0],
    threat_type: TYPES[one.plan.type],
    threat_brief: briefOf(one),
    created_at: new Date(one.createdMs).toISOString(),
    updated_at: new Date(one.updatedMs).toISOString(),
    ...(one.closedMs !== null && { closed_at: new Date(one.closedMs).toISOString() }),
    events: [
      {
        kind: 'threat',
        event_id: eventOf(one),
        severity: one.severity,
        title: `title ${nameOf(cases.indexOf(one))}case`,
        created_at: new Date(one.createdMs).toISOString(),
      },
    ],
  });
  const threatBody = ({ id, title, email, createdMs }: PlatformThreat) => ({
    event_id: id,
    kind: 'threat',
    category: ['exfiltration'],
    title,
    user_email: email,
    created_at: new Date(createdMs).toISOString(),
  });

  function touch(one: PlatformCase, what: Move | 'created' | 'decided'): void {
    one.updatedMs = apiNowMs();
    one.log.push({ atMs: time.nowMs, what });
    say(
      () => `platform: ${briefOf(one)} ${what}, now ${one.severity} ${one.state}${one.isGone ? ' gone' : ''}`,
    );
    count(`platform: ${what}`);
  }

  function move(which: number, to: Move): void {
    const one = cases[which % Math.max(1, cases.length)];
    if (!one) return;
    const rank = SEVERITIES.indexOf(one.severity);
    const is = one.isGone ? 'gone' : one.state;
    const open = is === 'discover' || is === 'investigating';
    if (to === 'worse' && open && rank < 3) one.severity = SEVERITIES[rank + 1] as Severity;
    else if (to === 'milder' && open && rank > 0) one.severity = SEVERITIES[rank - 1] as Severity;
    else if (to === 'investigate' && is === 'discover') one.state = 'investigating';
    else if (to === 'enforce' && open) one.state = 'enforced';
    else if (to === 'close' && !one.isGone && is !== 'closed') {
      one.state = 'closed';
      one.closedMs = time.nowMs;
    } else if (to === 'reopen' && (is === 'closed' || is === 'enforced')) {
      one.state = 'investigating';
      one.closedMs = null;
    } else if (to === 'vanish' && !one.isGone) one.isGone = true;
    else if (to === 'return' && one.isGone) one.isGone = false;
    else return;
    touch(one, to);
  }

  function page(url: URL, name: FeedName): HttpAnswer {
    const get = (key: string) => url.searchParams.get(key);
    const after = get('created_after');
    const before = Date.parse(get('created_before') ?? '') || Number.POSITIVE_INFINITY;
    const isAskedFor = ({ id }: ListedItem) => {
      const one = name === 'cases' ? cases.find((known) => known.id === id) : undefined;
      return (
        !one ||
        (!one.isGone &&
          (get('state') === null || one.state === get('state')) &&
          (get('email') === null || PEOPLE[one.plan.person] === get('email')) &&
          one.createdMs <= before)
      );
    };
    const { items, nextCursor } = lists[name].page({
      ...{ cursor: get('next_cursor') ?? undefined, isAskedFor },
      createdAfterMs: after === null ? undefined : Date.parse(after),
    });
    say(
      () =>
        `the list of ${name} behind ${get('next_cursor') ?? 'its head'}: ${items.map(({ id }) => id.slice(0, 8))}`,
    );
    const date = hostile?.saysTime && { date: new Date(apiNowMs()).toUTCString() };
    const bodies = items.map(({ id }) =>
      name === 'cases'
        ? caseBody(cases.find((one) => one.id === id) as PlatformCase)
        : threatBody(threats.find((one) => one.id === id) as PlatformThreat),
    );
    return json({ [name === 'cases' ? 'items' : 'data']: bodies, next_cursor: nextCursor }, 200, date || {});
  }

  function listed(url: URL, name: FeedName): HttpAnswer {
    try {
      return page(url, name);
    } catch (error) {
      if (error instanceof ListRefusal) return json({ error: 'unknown cursor' }, error.status);
      throw error;
    }
  }

  /** What it answers a poller with instead of a list, while there is trouble. */
  function faultNow(): ApiFault | undefined {
    if (!isOfPollers) return undefined;
    const atMs = world.atS() * 1000;
    const outage = hostile.apiOutages.find((one) => atMs >= one.atMs && atMs < one.atMs + one.forMs);
    const isFaulty = world.isTroubled() && world.chance(hostile.apiFaults);
    return outage?.fault ?? (isFaulty ? API_FAULTS[Math.floor(random() * API_FAULTS.length)] : undefined);
  }

  function takeVerdict(id: string, body: string): HttpAnswer {
    const one = cases.find((known) => known.id === id);
    if (!one || one.isGone) return json({ error: 'not found' }, 404);
    const { outcome, comment = '' } = JSON.parse(body);
    one.verdicts.push({ atMs: time.nowMs, outcome, comment });
    one.state = OUTCOMES[outcome] ?? 'closed';
    one.closedMs = one.state === 'closed' ? (one.closedMs ?? time.nowMs) : null;
    touch(one, 'decided');
    const resolved = one.state !== 'investigating';
    return json({
      success: true,
      case_id: id,
      outcome,
      resolved,
      processed_at: new Date(time.nowMs).toISOString(),
    });
  }

  /** Who somebody is: found by an address, and told by an id. */
  function personas(path: string, url: URL): HttpAnswer {
    const users = PEOPLE.map((email, index) => ({
      ...{ tuid: uuid(4, index), name: personOf(email), user_principal_name: email },
    }));
    const search = url.searchParams.get('search') ?? '';
    if (path === '/users')
      return json({
        items: users.filter((one) => one.user_principal_name.includes(search)),
        next_cursor: null,
      });
    const known = users.find(({ tuid }) => path.startsWith(`/personas/${tuid}`));
    if (!known) return json({ error: 'not found' }, 404);
    return json({ tuid: known.tuid, overview: { summary: `The work of ${known.name}.` } });
  }

  function answer({ method, url, body = '' }: HttpRequest): HttpAnswer {
    if (isOut('api')) return { status: 503, headers: {}, body: '' };
    const fault = faultNow();
    if (fault) return answerWith(fault, time.nowMs);
    const path = url.pathname.replace('/v1', '');
    const [, id = ''] = /^\/cases\/([^/]+)\/verdict$/.exec(path) ?? [];
    if (method === 'POST' && id) {
      if (isOut('verdicts')) return notReady(time.nowMs);
      return takeVerdict(id, body);
    }
    if (path === '/cases' || path === '/threats') return listed(url, path.slice(1) as FeedName);
    if (path === '/users' || path.startsWith('/personas/')) return personas(path, url);
    if (path.startsWith('/nhi')) return json({ items: [], next_cursor: null });
    wrong.push(`the platform was asked for ${path}`);
    return json({ error: 'not found' }, 404);
  }

  /** `lateMs` after it was created it is listed; now, or before the history begins. */
  function create(plan: PlannedCase, lateMs = 0, isPast = false): PlatformCase {
    const createdMs = apiNowMs() - lateMs;
    const id = idOf(cases.length);
    const one: PlatformCase = {
      ...{ id, plan, createdMs, updatedMs: createdMs, closedMs: null },
      ...{ state: 'discover', severity: plan.severity, isGone: false, log: [], verdicts: [] },
      listed: lists.cases.add(createdMs, visibleMs(isPast), id),
    };
    cases.push(one);
    touch(one, 'created');
    return one;
  }
  const visibleMs = (isPast: boolean) => (isPast ? time.nowMs - 1 : time.nowMs);

  function createThreat(
    ofCase: number,
    lateMs = 0,
    isPast = false,
    email = PEOPLE[0],
  ): PlatformThreat | null {
    const owner = ofCase < 0 ? null : (cases[ofCase] ?? null);
    const id = owner ? eventOf(owner) : idOf(1_000 + threats.length);
    const title = owner ? `title ${nameOf(cases.indexOf(owner))}case` : `title of threat ${id.slice(0, 8)}`;
    if (threats.some((one) => one.id === id)) return null;
    const createdMs = apiNowMs() - lateMs;
    const one = {
      ...{ id, title, email, createdMs, ofCase: owner },
      listed: lists.threats.add(createdMs, visibleMs(isPast), id),
    };
    threats.push(one);
    say(() => `platform: ${title} is listed, created ${Math.round(lateMs / 1000)} s ago`);
    return one;
  }

  return {
    cases,
    threats,
    lists,
    briefOf,
    answer,
    move,
    create,
    createThreat,
    isOpen: (one: PlatformCase) => !one.isGone && (one.state === 'discover' || one.state === 'investigating'),
  };
}
export type Platform = ReturnType<typeof createPlatform>;

/** The verdict waits for as long as the platform says, and not for a day. */
const notReady = (nowMs: number, days = 0.01): HttpAnswer =>
  json(
    {
      error: 'resource_not_ready',
      resource: 'cases',
      message: 'not ready',
      details: 'not ready',
      days_until_ready: days,
      external_api_enabled_at_utc: new Date(nowMs).toISOString(),
      now_utc: new Date(nowMs).toISOString(),
    },
    423,
  );

function answerWith(fault: ApiFault, nowMs: number): HttpAnswer {
  switch (fault) {
    case '401':
    case '500':
      return json({ error: 'no' }, Number(fault));
    case '423':
      return notReady(nowMs, 0.001);
    case '429':
      return json({ error: 'too many' }, 429, { 'retry-after': '1' });
    case 'timeout':
      throw new TransportError('timeout', true);
    case 'malformed':
      return { status: 200, headers: {}, body: '<html>' };
  }
}
