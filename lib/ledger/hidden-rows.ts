import { DAY_MS, defineRow, READ, READ_WRITE } from './define-row.ts';
import { escaped, iso, sortable, unescaped } from './key-parts.ts';

interface Hidden {
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

const mutedPartition = (domain: string, muteId: string): string =>
  `muted#${escaped(domain)}#${escaped(muteId)}`;

/** What a mute hid, by when it was created. */
export const mutedRow = /* @__PURE__ */ defineRow({
  partitions: ['muted#*'],
  sort: '*',
  partition: mutedPartition,
  key: (domain: string, item: Hidden & { readonly muteId: string }) => ({
    pk: mutedPartition(domain, item.muteId),
    sk: byCreation(item),
  }),
  keptMs: 60 * DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: ['BatchWriteItem'] }],
    verdict: [{ may: ['Query'] }],
    reconcile: [
      { may: ['Query'], where: ['decides'] },
      { may: ['BatchWriteItem'], where: ['follows'] },
    ],
  },
});

/** The last window of items that are alike, by the hash of what they have in common. It is kept so long after its end. */
export const windowRow = /* @__PURE__ */ defineRow({
  partitions: ['alike#*'],
  sort: 'window',
  key: (domain: string, hash: string) => ({ pk: `alike#${escaped(domain)}#${escaped(hash)}`, sk: 'window' }),
  keptMs: DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: READ_WRITE, where: ['folds'] }],
    reconcile: [{ may: READ_WRITE, where: ['follows', 'folds'] }],
  },
});

interface Window {
  readonly domain: string;
  readonly id: string;
}

const foldedPartition = ({ domain, id }: Window): string => `folded#${escaped(domain)}#${escaped(id)}`;

/** A window that has folded something, on the list until it is listed. */
export const listedRow = /* @__PURE__ */ defineRow({
  partitions: ['folded#*'],
  sort: 'window',
  key: (window: Window) => ({ pk: foldedPartition(window), sk: 'window' }),
  readPartition(pk: string): Window {
    const [, domain = '', id = ''] = pk.split('#');
    return { domain: unescaped(domain), id: unescaped(id) };
  },
  /** Of all domains: the reconciler asks once a minute, however many domains there are. */
  list: 'folded',
  keptMs: 30 * DAY_MS,
  people: 'other',
  lists: [{ index: 'todo', names: ['folded'], rights: { reconcile: [{ may: ['Query'] }] } }],
  rights: {
    poll: [{ may: READ_WRITE, where: ['folds'] }],
    // Also where no route folds any more.
    reconcile: [{ may: READ_WRITE }],
  },
});

/** What a window folded, by when it was created. */
export const foldedRow = /* @__PURE__ */ defineRow({
  partitions: ['folded#*'],
  sort: 'item#*',
  prefix: 'item#',
  partition: foldedPartition,
  key: (window: Window, item: Hidden) => ({ pk: foldedPartition(window), sk: `item#${byCreation(item)}` }),
  keptMs: 30 * DAY_MS,
  people: 'other',
  rights: {
    poll: [{ may: ['BatchWriteItem'], where: ['folds'] }],
    reconcile: [{ may: ['Query'] }, { may: ['BatchWriteItem'], where: ['follows', 'folds'] }],
  },
});
