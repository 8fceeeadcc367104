import { DAY_MS } from '../base/time.ts';
import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { escaped, iso, sortable, unescaped } from './key-parts.ts';

export interface Hidden {
  readonly createdAtMs: number;
  readonly feed: string;
  readonly id: string;
}

const byCreation = ({ createdAtMs, feed, id }: Hidden): string =>
  [iso(Math.max(0, createdAtMs)), feed, sortable(id)].join('#');

/** What is muted in a domain. What a mute hid can be asked for 30 days after it ended, and it lasts 30 days at most. */
export const mutesRow = /* @__PURE__ */ defineRow({
  partitions: ['mutes#*'],
  sort: 'mutes',
  key: (domain: string) => ({ pk: `mutes#${escaped(domain)}`, sk: 'mutes' }),
  keptMs: 60 * DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: READ }],
    verdict: [{ may: READ_WRITE }],
    // Nobody is called about what was muted since it was posted.
    chat: [{ may: READ, where: ['decides'] }],
    reconcile: [
      { may: READ_WRITE, where: ['decides'] },
      { may: READ, where: ['follows'] },
    ],
  },
});

/** The last dedupe window of equal items, by the hash of what they have in common. `keptMs` counts from its end. */
export const windowRow = /* @__PURE__ */ defineRow({
  partitions: ['dedupe#*'],
  sort: 'window',
  key: (domain: string, hash: string) => ({ pk: `dedupe#${escaped(domain)}#${escaped(hash)}`, sk: 'window' }),
  keptMs: DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: READ_WRITE, where: ['dedupes'] }],
    reconcile: [{ may: READ_WRITE, where: ['follows', 'dedupes'] }],
  },
});

/** A mute, or a dedupe window. */
export interface Withholder {
  readonly domain: string;
  readonly id: string;
}

const withheldPartition = ({ domain, id }: Withholder): string =>
  `withheld#${escaped(domain)}#${escaped(id)}`;

/** What a mute or a window withheld, by when it was created. */
export const withheldRow = /* @__PURE__ */ defineRow({
  partitions: ['withheld#*'],
  sort: 'item#*',
  prefix: 'item#',
  partition: withheldPartition,
  key: (by: Withholder, item: Hidden) => ({ pk: withheldPartition(by), sk: `item#${byCreation(item)}` }),
  keptMs: 60 * DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: ['BatchWriteItem'] }],
    verdict: [{ may: ['Query'] }],
    reconcile: [{ may: ['Query'] }, { may: ['BatchWriteItem'], where: ['follows'] }],
  },
});

/** A window that has deduped something. It is on the list until its chats have been told what. */
export const listedRow = /* @__PURE__ */ defineRow({
  partitions: ['withheld#*'],
  sort: 'window',
  key: (window: Withholder) => ({ pk: withheldPartition(window), sk: 'window' }),
  readPartition(pk: string): Withholder {
    const [, domain = '', id = ''] = pk.split('#');
    return { domain: unescaped(domain), id: unescaped(id) };
  },
  /** Of all domains: the reconciler asks once a minute, however many domains there are. */
  list: 'deduped',
  keptMs: 30 * DAY_MS,
  people: 'other',
  lists: [{ index: 'todo', names: ['deduped'], rights: { reconcile: [{ may: ['Query'] }] } }],
  rights: {
    poll: [{ may: READ_WRITE, where: ['dedupes'] }],
    // Also where no route dedupes any more.
    reconcile: [{ may: READ_WRITE }],
  },
});
