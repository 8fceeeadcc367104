import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { type About, aboutPartition, feedName, itemPartition } from './item-partition.ts';
import { escaped, prefixed } from './key-parts.ts';

/** How far a feed has been read. */
export const feedRow = /* @__PURE__ */ defineRow({
  partitions: ['feed#*'],
  sort: 'feed',
  key: (feed: Parameters<typeof feedName>[0]) => ({ pk: `feed#${feedName(feed)}`, sk: 'feed' }),
  keptMs: 'for ever',
  people: 'nobody',
  rights: {
    poll: [{ may: READ_WRITE }],
    verdict: [{ may: ['BatchGetItem'] }],
    reconcile: [{ may: ['BatchGetItem'] }],
  },
});

/** Says that a threat was seen, and never expires. Also holds what some queue has not taken yet, of cases too. */
export const seenRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*'],
  sort: 'seen',
  key: (feed: Parameters<typeof itemPartition>[0], id: string) => ({
    pk: itemPartition(feed, id),
    sk: 'seen',
  }),
  keptMs: 'for ever',
  people: 'item',
  says: 'item',
  lists: [
    {
      index: 'due',
      names: ['*#cases', '*#threats'],
      rights: { poll: [{ may: ['Query'] }] },
    },
  ],
  rights: { poll: [{ may: ['BatchGetItem', 'BatchWriteItem'] }] },
});

/** What is shown of an item at a destination. */
export const deliveryRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*', 'notice#*', 'digest#*'],
  sort: 'delivery#*',
  prefix: 'delivery#',
  key: (key: About & { readonly destination: string }) => ({
    pk: aboutPartition(key),
    sk: `delivery#${key.destination}`,
  }),
  /** What is still to be shown at a destination, or told to it. */
  list: (destination: string) => `deliver#${escaped(destination)}`,
  keptMs: 'deliveries',
  people: 'delivery',
  lists: [
    {
      index: 'todo',
      names: ['deliver#*'],
      rights: {
        // For the command that asks how the bridge is.
        verdict: [{ may: ['Query'] }],
        reconcile: [{ may: ['Query'] }],
        chat: [{ may: ['Query'] }],
        webhook: [{ may: ['Query'] }],
      },
    },
  ],
  rights: {
    // To find the places of a case that a poller handed over before it crashed.
    poll: [
      { may: READ_WRITE, in: ['item#*', 'notice#*'] },
      { may: ['Query'], in: ['item#*#cases#*'] },
    ],
    action: [{ may: READ, in: ['item#*#cases#*'] }],
    // To update the note of a proposed mute; and for commands that ask what is shown.
    verdict: [
      { may: READ_WRITE, in: ['item#*#cases#*', 'notice#*'] },
      { may: ['Query'], in: ['item#*#cases#*', 'item#*#threats#*'] },
    ],
    reconcile: [
      { may: READ_WRITE },
      { may: ['Query'], in: ['item#*#cases#*'], where: ['decides'] },
      { may: ['Query'], in: ['item#*#cases#*'], where: ['follows'] },
    ],
    chat: [{ may: READ_WRITE }],
  },
});

/** An event for an endpoint, in the partition of its item. */
export const endpointEventRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*', 'notice#*'],
  sort: 'event#*',
  prefix: 'event#',
  key: (key: About & { readonly destination: string }, eventId: string) => ({
    pk: aboutPartition(key),
    sk: `event#${key.destination}#${eventId}`,
  }),
  keptMs: 'deliveries',
  people: 'event',
  rights: {
    poll: [{ may: READ_WRITE }, { may: ['Query'], in: ['item#*#cases#*'] }],
    verdict: [{ may: READ_WRITE, in: ['item#*#cases#*'] }],
    reconcile: [{ may: READ_WRITE }],
    // A notice to operators who are told through an endpoint.
    chat: [{ may: READ_WRITE, in: ['notice#*'] }],
    // What else an endpoint was told of an item.
    webhook: [{ may: [...READ_WRITE, 'Query'] }],
  },
});

/** Links an event to its case, with the chats whose message of the case covers it. */
export const eventLinkRow = /* @__PURE__ */ defineRow({
  partitions: ['event#*'],
  sort: 'case',
  key: (domain: string, id: string) => ({ pk: prefixed(`event#${escaped(domain)}#`, id), sk: 'case' }),
  keptMs: 'for ever',
  people: 'nobody',
  rights: {
    poll: [{ may: ['BatchGetItem', 'BatchWriteItem'] }],
    // For a case that goes to another chat.
    reconcile: [{ may: ['BatchWriteItem'], where: ['follows'] }],
    chat: [{ may: ['GetItem', 'BatchWriteItem'] }],
  },
});
