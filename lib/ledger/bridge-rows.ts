import { DAY_MS } from '../base/time.ts';
import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { escaped, prefixed, unescaped } from './key-parts.ts';

/** How many requests a domain has left, by their kind. */
export const budgetRow = /* @__PURE__ */ defineRow({
  partitions: ['budget#*'],
  sort: 'window',
  key: (domain: string, kind: string) => ({ pk: `budget#${escaped(domain)}#${kind}`, sk: 'window' }),
  keptMs: 'for ever',
  people: 'nobody',
  rights: {
    poll: [{ may: READ_WRITE }],
    verdict: [{ may: [...READ_WRITE, 'BatchGetItem'] }],
    reconcile: [{ may: ['BatchGetItem'] }, { may: READ_WRITE, where: ['follows'] }],
  },
});

/** Whose turn it is at what a chat allows only so often. */
export const paceRow = /* @__PURE__ */ defineRow({
  partitions: ['pace#*'],
  sort: 'pace',
  key: (limit: string) => ({ pk: `pace#${limit}`, sk: 'pace' }),
  keptMs: DAY_MS,
  people: 'nobody',
  rights: { chat: [{ may: READ_WRITE, in: ['pace#{chat}#*'] }] },
});

/** What a chat said about a channel. It says only once where that is. */
export const channelRow = /* @__PURE__ */ defineRow({
  partitions: ['channel#*'],
  sort: 'channel',
  key: (chat: string, channel: string) => ({ pk: `channel#${chat}#${channel}`, sk: 'channel' }),
  keptMs: 3_650 * DAY_MS,
  people: 'other',
  rights: { chat: [{ may: READ_WRITE, in: ['channel#{chat}#*'], where: ['channels'] }] },
});

export const stormRow = /* @__PURE__ */ defineRow({
  partitions: ['storm#*'],
  sort: 'storm',
  key: (destination: string) => ({ pk: `storm#${escaped(destination)}`, sk: 'storm' }),
  keptMs: 30 * DAY_MS,
  people: 'other',
  rights: { chat: [{ may: READ_WRITE }] },
});

/** Why a destination takes nothing. */
export const breakerRow = /* @__PURE__ */ defineRow({
  partitions: ['breaker#*'],
  sort: 'breaker',
  key: (destination: string) => ({ pk: `breaker#${escaped(destination)}`, sk: 'breaker' }),
  keptMs: 400 * DAY_MS,
  people: 'nobody',
  rights: {
    // For the command that asks how the bridge is.
    verdict: [{ may: READ }],
    reconcile: [{ may: READ }],
    chat: [{ may: READ_WRITE }],
    webhook: [{ may: READ_WRITE }],
  },
});

/** What the reconciler has reported to the operators, so that it reports it once. One row for each check and subject. */
export const reportedRow = /* @__PURE__ */ defineRow({
  partitions: ['reported#*'],
  sort: '*',
  key: (look: 'health' | 'canary' | 'connectors' | 'quarantine', subject: string) => ({
    pk: `reported#${look}`,
    sk: subject,
  }),
  keptMs: 400 * DAY_MS,
  people: 'other',
  rights: {
    reconcile: [{ may: READ_WRITE }],
    // For the command that asks how the bridge is.
    verdict: [{ may: READ, in: ['reported#health'] }],
  },
});

export interface Sign {
  readonly by: string;
  readonly what: string;
  readonly subject: string;
  readonly atMs: number;
}

/** What a function noticed. The key begins with the name of the function, so that its rights can be limited to its own rows. */
export const signRow = /* @__PURE__ */ defineRow({
  partitions: ['sign#*'],
  sort: 'sign',
  key: ({ by, what, subject, atMs }: Sign, id: string) => ({
    pk: `sign#${by}#${what}#${escaped(subject)}#${atMs}#${escaped(id)}`,
    sk: 'sign',
  }),
  readKey({ pk, sk }: { readonly pk: string; readonly sk: string }): Sign | null {
    const [kind, by = '', what = '', subject = '', atMs] = pk.split('#');
    if (kind !== 'sign' || sk !== 'sign' || !/^\d{1,15}$/.test(atMs ?? '')) return null;
    return { by, what, subject: unescaped(subject), atMs: Number(atMs) };
  },
  list: (list: 'now' | 'archive') => (list === 'now' ? 'signs' : `signs#${list}`),
  keptMs: 3 * DAY_MS,
  people: 'nobody',
  lists: [
    {
      index: 'todo',
      names: ['signs', 'signs#archive'],
      rights: {
        reconcile: [
          { may: ['Query'], in: ['signs'], where: ['decides'] },
          { may: ['Query'], in: ['signs#archive'], where: ['archives'] },
        ],
      },
    },
  ],
  rights: {
    action: [{ may: ['PartiQLInsert'], in: ['sign#action#*'] }],
    verdict: [{ may: ['PartiQLInsert'], in: ['sign#verdict#*'] }],
    archive: [{ may: ['PartiQLInsert'], in: ['sign#archive#*'] }],
  },
});

const quarantinePartition = (queue: string, id: string): string =>
  prefixed(`quarantine#${escaped(queue)}#`, id);

/** A message that is not understood yet, or that a queue may have lost; and the further parts of one that is too long. */
export const quarantineRow = /* @__PURE__ */ defineRow({
  partitions: ['quarantine#*'],
  sort: '*',
  key: (queue: string, id: string) => ({ pk: quarantinePartition(queue, id), sk: 'message' }),
  part: (queue: string, id: string, n: number) => ({
    pk: quarantinePartition(queue, id),
    sk: `part#${String(n).padStart(2, '0')}`,
  }),
  partPrefix: 'part#',
  list: (queue: string) => `quarantine#${escaped(queue)}`,
  keptMs: 400 * DAY_MS,
  people: 'message',
  lists: [{ index: 'todo', names: ['quarantine#*'], rights: { reconcile: [{ may: ['Query'] }] } }],
  rights: {
    action: [{ may: ['PartiQLInsert'], in: ['quarantine#verdict#*'] }],
    verdict: [{ may: [...READ_WRITE, 'BatchWriteItem'], in: ['quarantine#verdict#*'] }],
    reconcile: [{ may: [...READ_WRITE, 'Query'], in: ['quarantine#*#*'] }],
    chat: [{ may: [...READ_WRITE, 'BatchWriteItem'], in: ['quarantine#{chat}#*'] }],
    webhook: [{ may: [...READ_WRITE, 'BatchWriteItem'], in: ['quarantine#webhook#*'] }],
  },
});
