import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { readValue } from '../../../lib/dynamo/packed-value.ts';

export type Row = Record<string, AttributeValue>;
export interface NotedRow {
  readonly name: string;
  readonly row: Row;
}
export interface NotedMessage {
  readonly name: string;
  /** `slack`, `teams`, `verdict`, `ticks`: the queue that carried it. */
  readonly queue: string;
  readonly body: string;
}

/** Keeps the smallest of the rows and messages of each kind, under a name that says which kind it is. */
export function createFormatNotes() {
  const rows = new Map<string, NotedRow>();
  const messages = new Map<string, NotedMessage>();
  const size = (value: unknown) => JSON.stringify(value).length;
  const keep = <Noted extends { readonly name: string }>(all: Map<string, Noted>, noted: Noted) => {
    const known = all.get(noted.name);
    if (!known || size(noted) < size(known)) all.set(noted.name, noted);
  };
  const sorted = <Noted extends { readonly name: string }>(all: Map<string, Noted>) =>
    [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    row: (row: Row) => keep(rows, { name: nameOfRow(row), row: writable(row) }),
    message: (queue: string, body: string) => keep(messages, { name: nameOfMessage(body), queue, body }),
    rows: () => sorted(rows),
    messages: () => sorted(messages),
  };
}
export type FormatNotes = ReturnType<typeof createFormatNotes>;

/** Bytes as they are sent, so that they can be kept as JSON. */
const writable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value.B instanceof Uint8Array ? ({ B: Buffer.from(value.B).toString('base64') } as never) : value,
    ]),
  );

const words = (...some: readonly (string | false | null | undefined)[]): string =>
  some.filter(Boolean).join(' ');
// biome-ignore lint/suspicious/noExplicitAny: rows of any version, whose shapes are what is being found out
const parsed = (value: AttributeValue | undefined): any => JSON.parse(value?.S ?? 'null');

function nameOfRow(row: Row): string {
  const pk = row.pk?.S ?? '';
  const sk = row.sk?.S ?? '';
  if (sk === 'feed') return nameOfFeed(row);
  if (sk === 'seen')
    return words(
      'item',
      row.missing ? 'unfinished' : 'done',
      row.revision && 'with revision',
      row.quiet && 'quiet',
    );
  if (sk === 'verdict') return nameOfVerdict(readValue(row, 'verdict'));
  if (sk.startsWith('delivery#')) return nameOfDelivery(readValue(row), row);
  if (sk.startsWith('hook#')) return nameOfHook(readValue(row), row);
  if (sk === 'closed')
    return words(
      'closed',
      parsed(row.value) ? ('triedMs' in parsed(row.value) ? 'endpoint' : 'channel') : 'no more',
    );
  if (pk.startsWith('audit#')) return words('audit', parsed(row.entry).what);
  if (pk.startsWith('chain#')) return words('chain', row.before && 'first of a later day');
  if (pk.startsWith('archived#')) return 'archived';
  if (/^(past|outcome)#/.test(pk)) return words(pk.split('#')[0], parsed(row.value).sent && 'by places');
  if (sk === 'watch') return words('watch', parsed(row.value).claim ? 'claimed' : 'handed back');
  if (sk === 'waiting') return nameOfWaiting(parsed(row.value));
  if (sk === 'life') return nameOfLife(parsed(row.value));
  if (sk === 'persona') return words('persona of a', (readValue(row) as { about: string }).about);
  if (sk === 'storm') {
    const { digest } = parsed(row.value);
    return words(
      'storm',
      !digest && 'calm',
      digest?.begunMs && 'digest begun',
      digest?.ref && 'digest shown',
      digest?.inThread && 'with cases',
    );
  }
  if (pk === 'told#health') return nameOfHealth(parsed(row.value));
  if (pk.startsWith('told#')) return nameOfTold(pk, parsed(row.value));
  if (sk === 'mutes') return words('mutes', parsed(row.value).proposals && 'with proposals');
  if (pk.startsWith('muted#')) return 'muted';
  if (pk.startsWith('folded#'))
    return sk === 'window' ? words('folding window', row.todo && 'to list') : 'folded item';
  if (pk.startsWith('alike#')) return 'window of what is alike';
  if (sk === 'place') return words('teams channel', parsed(row.value).place === null && 'forgotten');
  return words(pk.split('#')[0], sk);
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfWaiting({ owed, dueMs, count }: any): string {
  const how = owed ? 'owing a step' : dueMs === null ? 'over' : 'due';
  return words('waiting', how, count > 0 && !owed && 'after steps');
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfLife({ endedAtMs, last, owed, missing }: any): string {
  const how = endedAtMs === null ? 'open' : 'over';
  return words('life', how, last && 'changed', owed && 'owed', missing && 'missing');
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfTold(pk: string, value: any): string {
  const [, what] = pk.split('#');
  const isTelling = Object.values(value.connectors ?? {}).some(
    (one) => (one as { telling?: unknown }).telling,
  );
  return words(
    'told',
    what,
    what === 'canary' && (value.backAtMs === null ? 'on its way' : 'back'),
    isTelling && 'telling',
  );
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfHealth({ entries }: any): string {
  const states = entries.map((entry: object) => Object.keys(entry).slice(2).join('+'));
  return words('health', ...new Set<string>(states));
}

function nameOfFeed(row: Row): string {
  const state = parsed(row.state);
  const feed = row.pk?.S?.endsWith('#cases') ? 'cases' : 'threats';
  if (!state) return words('feed', feed, 'only claimed');
  return words(
    'feed',
    feed,
    row.leaseHolder && 'leased',
    !state.started && 'first walk',
    state.quietBeforeMs !== null && 'quiet',
    state.started && state.walks.length > 0 && 'walking',
    state.walks.some(({ asked }: { asked?: unknown }) => asked) && 'for an operator',
    state.checkpoints.length > 0 && 'with checkpoints',
    state.unfinished && 'unfinished',
    state.pause && `paused ${state.pause.because}`,
    state.past && words('counting', state.past.waitsMs && 'some', state.past.putMs && 'more'),
    state.past?.sent && 'by places',
  );
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfVerdict({ decision, before, refused }: any): string {
  const { state, approvedBy } = decision;
  return words(
    'verdict',
    state.is,
    state.because,
    state.keyRefused && 'key refused',
    state.doubt && 'in doubt',
    state.is === 'posting' && state.waitingSinceMs !== undefined && 'after waiting',
    approvedBy && 'approved',
    before && 'replacing',
    refused && !before && !approvedBy && 'with refused clicks',
  );
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfDelivery(value: any, row: Row): string {
  const { key, thread, main, notes, begun, parked, content, forgotten, toldWith, unanswered, life } = value;
  const chat = key.destination === 'duty' ? 'teams' : 'slack';
  return words(
    'delivery',
    content.kind,
    chat,
    content.facts && 'with facts',
    content.notice?.proposals && 'with proposals',
    content.counts?.inThread && 'with cases',
    forgotten && `forgotten ${forgotten}`,
    toldWith && 'told with others',
    unanswered && (unanswered[0]?.brought ? 'unanswered, brought' : 'unanswered'),
    life && (life.changes.length > 0 ? 'with state, told' : 'with state'),
    thread && 'in thread',
    parked && 'parked',
    begun && (begun.note === 'main' ? 'main begun' : 'note begun'),
    !main && !begun && !parked && 'not shown',
    main && 'shown',
    Object.keys(notes).length > 0 && 'with notes',
    (row.unfinished || row.todo) && 'unfinished',
  );
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function nameOfHook({ type, end, attempts, routes }: any, { todoAt }: Row): string {
  const isGivenUp = todoAt?.S?.startsWith('90');
  return words(
    'hook',
    type,
    end ?? (isGivenUp ? 'given up' : 'waiting'),
    attempts > 0 && 'after failures',
    routes && 'with routes',
  );
}

function nameOfMessage(body: string): string {
  const message = JSON.parse(body);
  const { kind, is, hello, changed, broadcast, facts, reply, request, notice, page } = message;
  if ('dueAtMs' in message) return 'tick';
  if (kind === 'place') return words('place', is, hello && (hello.thread ? 'hello in thread' : 'hello'));
  if ('deliveryId' in message) {
    const told = facts && words('with', ...Object.keys(facts));
    const proposes = notice?.proposals && 'with proposals';
    return words(kind, changed && 'changed', broadcast && 'broadcast', told, proposes);
  }
  if (kind === 'ask') return words('ask', reply?.surface ?? 'without reply', page && 'for more');
  return words('verdict', kind, reply?.surface ?? 'without reply', request?.overrides && 'replacing');
}
