import type { HttpAnswer, HttpRequest } from '../../lib/platform/http/transport.ts';
import { type Move, type PlannedCase, SEVERITIES, type Severity } from './history.ts';
import type { World } from './world.ts';

export const API = 'https://api.example/v1';
export const PEOPLE = ['anna', 'bert', 'cleo'].map((name) => `${name}@acme.example`);
const TYPES = ['data_exfiltration', 'insider_threat'];

export interface PlatformCase {
  readonly id: string;
  readonly plan: PlannedCase;
  readonly createdMs: number;
  updatedMs: number;
  closedMs: number | null;
  state: 'discover' | 'investigating' | 'enforced' | 'closed';
  severity: Severity;
  isGone: boolean;
  /** It was worse once, or came back: what people were told before counts anew. */
  readonly log: { readonly atMs: number; readonly what: Move | 'created' | 'decided' }[];
  readonly verdicts: { readonly atMs: number; readonly outcome: string; readonly comment: string }[];
}

const uuid = (kind: number, n: number) => `${kind}${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
const json = (value: unknown, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const OUTCOMES: Readonly<Record<string, PlatformCase['state']>> = {
  TRUE_POSITIVE: 'enforced',
  ESCALATED: 'investigating',
};

/** The platform: what its lists say, which orders they come in, and the verdicts that it was sent. */
export function createPlatform(world: World) {
  const { time, random, say, count, isOut, wrong } = world;
  const cases: PlatformCase[] = [];
  const threats: {
    readonly id: string;
    readonly title: string;
    readonly createdMs: number;
    readonly ofCase: PlatformCase | null;
  }[] = [];
  const isShuffled = random() < 0.5;

  const eventOf = (one: PlatformCase) => uuid(2, cases.indexOf(one));
  const briefOf = (one: PlatformCase) => `case ${'ABCDEFGH'[cases.indexOf(one)]}case`;

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
        title: `title ${'ABCDEFGH'[cases.indexOf(one)]}case`,
        created_at: new Date(one.createdMs).toISOString(),
      },
    ],
  });
  const threatBody = ({ id, title, createdMs }: (typeof threats)[number]) => ({
    event_id: id,
    kind: 'threat',
    category: ['exfiltration'],
    title,
    user_email: PEOPLE[0],
    created_at: new Date(createdMs).toISOString(),
  });

  function touch(one: PlatformCase, what: Move | 'created' | 'decided'): void {
    one.updatedMs = time.nowMs;
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

  function list(url: URL): HttpAnswer {
    const get = (name: string) => url.searchParams.get(name);
    const after = Date.parse(get('created_after') ?? '') || 0;
    const before = Date.parse(get('created_before') ?? '') || Number.POSITIVE_INFINITY;
    const seen = cases.filter(
      (one) =>
        !one.isGone &&
        (get('state') === null || one.state === get('state')) &&
        (get('email') === null || PEOPLE[one.plan.person] === get('email')) &&
        one.createdMs >= after &&
        one.createdMs <= before,
    );
    return page(url, seen, (one) => one.id, caseBody, 'items');
  }

  function page<T>(
    url: URL,
    all: readonly T[],
    idOf: (one: T) => string,
    bodyOf: (one: T) => object,
    key: string,
  ) {
    const ordered = isShuffled
      ? all.toSorted((a, b) => (hash(idOf(a)) < hash(idOf(b)) ? -1 : 1))
      : all.toReversed();
    const cursor = url.searchParams.get('next_cursor');
    const from = cursor === null ? 0 : ordered.findIndex((one) => idOf(one) === cursor) + 1;
    const size = Number(url.searchParams.get('page_size') ?? 50);
    const some = ordered.slice(from, from + size);
    const last = some.at(-1);
    const next = from + size < ordered.length && last ? idOf(last) : null;
    return json({ [key]: some.map(bodyOf), next_cursor: next });
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

  function answer({ method, url, body = '' }: HttpRequest): HttpAnswer {
    if (isOut('api')) return { status: 503, headers: {}, body: '' };
    const path = url.pathname.replace('/v1', '');
    const [, id = ''] = /^\/cases\/([^/]+)\/verdict$/.exec(path) ?? [];
    if (method === 'POST' && id) {
      if (isOut('verdicts')) return notReady(time.nowMs);
      return takeVerdict(id, body);
    }
    if (path === '/cases') return list(url);
    if (path === '/threats') return page(url, threats, ({ id }) => id, threatBody, 'data');
    if (path === '/users') return json({ items: [], next_cursor: null });
    if (path.startsWith('/nhi')) return json({ items: [], next_cursor: null });
    if (path.startsWith('/personas')) return json({ error: 'not found' }, 404);
    wrong.push(`the platform was asked for ${path}`);
    return json({ error: 'not found' }, 404);
  }

  return {
    cases,
    threats,
    briefOf,
    answer,
    move,
    isOpen: (one: PlatformCase) => !one.isGone && (one.state === 'discover' || one.state === 'investigating'),
    create(plan: PlannedCase): void {
      const createdMs = time.nowMs;
      const one: PlatformCase = {
        ...{ id: uuid(1, cases.length), plan, createdMs, updatedMs: createdMs, closedMs: null },
        ...{ state: 'discover', severity: plan.severity, isGone: false, log: [], verdicts: [] },
      };
      cases.push(one);
      touch(one, 'created');
    },
    createThreat(ofCase: number): void {
      const owner = ofCase < 0 ? null : (cases[ofCase] ?? null);
      const id = owner ? eventOf(owner) : uuid(3, threats.length);
      const title = owner
        ? `title ${'ABCDEFGH'[cases.indexOf(owner)]}case`
        : `title of threat ${id.slice(0, 8)}`;
      if (threats.some((one) => one.id === id)) return;
      threats.push({ id, title, createdMs: time.nowMs, ofCase: owner });
    },
  };
}
export type Platform = ReturnType<typeof createPlatform>;

/** The verdict waits for as long as the platform says, and not for a day. */
const notReady = (nowMs: number): HttpAnswer =>
  json(
    {
      error: 'resource_not_ready',
      resource: 'cases',
      message: 'not ready',
      details: 'not ready',
      days_until_ready: 0.01,
      external_api_enabled_at_utc: new Date(nowMs).toISOString(),
      now_utc: new Date(nowMs).toISOString(),
    },
    423,
  );

const hash = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7);
