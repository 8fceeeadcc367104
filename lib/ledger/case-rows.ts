import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { answerBeside, casePartition } from './item-partition.ts';
import { escaped } from './key-parts.ts';

/** What is known of a case. It never expires: a case without a row would be announced again. */
export const caseRow = /* @__PURE__ */ defineRow({
  partitions: ['item#*#cases#*'],
  sort: 'case',
  key: (domain: string, caseId: string) => ({ pk: casePartition(domain, caseId), sk: 'case' }),
  /** The list of cases that the reconciler follows. */
  list: (domain: string) => `case#${escaped(domain)}`,
  /** The list of cases that may need an escalation step, by when. */
  due: (domain: string) => `case#escalation#${escaped(domain)}`,
  keptMs: 'for ever',
  people: 'nobody',
  lists: [
    {
      index: 'todo',
      names: ['case#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['follows'] }] },
    },
    {
      index: 'due',
      names: ['case#escalation#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['decides'] }] },
    },
  ],
  rights: {
    poll: [{ may: [...READ_WRITE, 'BatchGetItem', 'BatchWriteItem'] }],
    action: [{ may: READ }],
    // It needs the episode: what people did in an earlier one does not count.
    verdict: [{ may: READ }],
    chat: [{ may: READ }],
    reconcile: [
      // Also to list what is withheld, as it stands now.
      { may: [...READ_WRITE, 'BatchGetItem'] },
      { may: ['Query'], where: ['follows'] },
    ],
  },
});

/**
 * What people did about a case. In a partition of its own, which only the verdict function may write: nobody else can forge
 * a decision.
 */
export const answerRow = /* @__PURE__ */ defineRow({
  partitions: ['answer#*'],
  sort: 'answer',
  key: (domain: string, caseId: string) => ({
    pk: answerBeside(casePartition(domain, caseId)) ?? '',
    sk: 'answer',
  }),
  /** The list of answers whose decision is unfinished, by when it should have moved on. */
  list: (domain: string) => `answer#${escaped(domain)}`,
  keptMs: 'cases',
  people: 'answer',
  lists: [
    {
      index: 'todo',
      names: ['answer#*'],
      rights: { reconcile: [{ may: ['Query'], where: ['decides'] }] },
    },
  ],
  rights: {
    action: [{ may: READ }],
    verdict: [{ may: READ_WRITE }],
    reconcile: [{ may: READ, where: ['decides'] }],
    chat: [{ may: READ }],
    webhook: [{ may: READ, where: ['links'] }],
  },
});
