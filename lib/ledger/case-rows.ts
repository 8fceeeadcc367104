import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { casePartition } from './item-partition.ts';
import { escaped } from './key-parts.ts';

/** What is known of a case. It stays: a case that is forgotten would be announced again. */
export const caseRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*#cases#*'],
  sort: 'case',
  key: (domain: string, caseId: string) => ({ pk: casePartition(domain, caseId), sk: 'case' }),
  /** Those that are followed through the platform. */
  list: (domain: string) => `case#${escaped(domain)}`,
  keptMs: 'for ever',
  people: 'nobody',
  lists: [
    {
      index: 'todo',
      names: ['case#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['follows'] }] },
    },
  ],
  rights: {
    poll: [{ may: [...READ_WRITE, 'BatchGetItem', 'BatchWriteItem'] }],
    action: [{ may: READ }],
    reconcile: [
      { may: READ_WRITE },
      { may: ['Query'], where: ['follows'] },
      // What stands for others that are alike.
      { may: ['BatchGetItem'], where: ['follows', 'folds'] },
    ],
  },
});

/** What was decided about a case. */
export const verdictRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*#cases#*'],
  sort: 'verdict',
  key: (domain: string, caseId: string) => ({ pk: casePartition(domain, caseId), sk: 'verdict' }),
  /** Decisions that have not come to their end, by when they should have gone on. */
  list: (domain: string) => `verdict#${escaped(domain)}`,
  keptMs: 'cases',
  people: 'decision',
  says: 'verdict',
  lists: [
    {
      index: 'todo',
      names: ['verdict#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['decides'] }] },
    },
  ],
  rights: {
    action: [{ may: READ }],
    verdict: [{ may: [...READ_WRITE, 'Query'] }],
    reconcile: [{ may: READ_WRITE }, { may: ['Query'], where: ['decides'] }],
  },
});

/** Who is on a case. */
export const watchRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*#cases#*'],
  sort: 'watch',
  key: (domain: string, caseId: string) => ({ pk: casePartition(domain, caseId), sk: 'watch' }),
  keptMs: 'cases',
  people: 'other',
  rights: {
    action: [{ may: READ }],
    verdict: [{ may: READ_WRITE }],
    reconcile: [{ may: READ }],
    chat: [{ may: READ }],
  },
});

/** A case that nobody has answered, and what was done about that. */
export const waitingRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*#cases#*'],
  sort: 'waiting',
  key: (domain: string, caseId: string) => ({ pk: casePartition(domain, caseId), sk: 'waiting' }),
  /** By when the next step is due. */
  list: (domain: string) => `waiting#${escaped(domain)}`,
  keptMs: 'cases',
  people: 'other',
  lists: [
    {
      index: 'todo',
      names: ['waiting#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['decides', 'waits'] }] },
    },
  ],
  rights: {
    poll: [{ may: READ_WRITE }],
    verdict: [{ may: READ_WRITE }],
    reconcile: [{ may: READ_WRITE }],
  },
});
