import { DAY_MS } from '../base/time.ts';
import { defineRow, READ, READ_WRITE } from './define-row.ts';
import { escaped, prefixed } from './key-parts.ts';

/** `2026-11-16T09`: rows are named by the hour in which they were written, so that those since then are found. */
const pastPartition = (domain: string): string => `past#${escaped(domain)}`;
const outcomePartition = (domain: string): string => `outcome#${escaped(domain)}`;

/** What is remembered of cases, to count them. */
export const pastRow = /* @__PURE__ */ defineRow({
  partitions: ['past#*'],
  sort: '*',
  partition: pastPartition,
  key: (domain: string, hour: string, name: string) => ({ pk: pastPartition(domain), sk: `${hour}#${name}` }),
  keptMs: 'cases',
  people: 'counted',
  rights: { poll: [{ may: ['BatchGetItem', 'BatchWriteItem', 'Query'] }] },
});

/** What was decided about them. */
export const outcomeRow = /* @__PURE__ */ defineRow({
  partitions: ['outcome#*'],
  sort: '*',
  partition: outcomePartition,
  key: (domain: string, hour: string, format: number) => ({
    pk: outcomePartition(domain),
    sk: `${hour}#${format}`,
  }),
  keptMs: 'cases',
  people: 'nobody',
  rights: { poll: [{ may: ['Query'] }], verdict: [{ may: READ_WRITE }] },
});

/** What the platform said of somebody. */
export const personaRow = /* @__PURE__ */ defineRow({
  partitions: ['persona#*'],
  sort: 'persona',
  key: (domain: string, subjectId: string) => ({
    pk: prefixed(`persona#${escaped(domain)}#`, subjectId),
    sk: 'persona',
  }),
  keptMs: DAY_MS,
  people: 'persona',
  rights: {
    reconcile: [{ may: READ_WRITE, where: ['personas'] }],
    chat: [{ may: READ, where: ['personas'] }],
  },
});
