import { defineRow } from './define-row.ts';
import { escaped, iso, padded, prefixed, sortable } from './key-parts.ts';

/** Where an entry of the audit trail stands. `n` counts the entries of a case. */
export interface EntryKey {
  readonly atMs: number;
  readonly caseId: string;
  readonly n: number;
  readonly id: string;
}

/** Where the chain of a day stands. */
export interface Head {
  readonly domain: string;
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
}

const auditPartition = (domain: string, atMs: number): string =>
  `audit#${escaped(domain)}#${iso(atMs).slice(0, 10)}`;

/** A partition per day; within it by time, then by case, then as they happened. */
export const auditRow = /* @__PURE__ */ defineRow({
  partitions: ['audit#*'],
  sort: '*',
  partition: auditPartition,
  key: (domain: string, { atMs, caseId, n, id }: EntryKey) => ({
    pk: auditPartition(domain, atMs),
    sk: [iso(atMs), sortable(caseId), padded(n, 6), sortable(id)].join('#'),
  }),
  keptMs: 'trail',
  people: 'trail',
  says: 'entry',
  rights: {
    verdict: [{ may: ['Query', 'BatchGetItem', 'PartiQLInsert'] }],
    archive: [{ may: ['Query'] }],
    // What was decided: to propose mutes.
    reconcile: [{ may: ['Query'], where: ['decides'] }],
  },
});

const chainPartition = (domain: string): string => `chain#${escaped(domain)}`;

/** The chains of a domain's days in one partition, in order, so that one query finds where the last one stands. */
export const chainRow = /* @__PURE__ */ defineRow({
  partitions: ['chain#*'],
  sort: '*',
  partition: chainPartition,
  key: (domain: string, day: string, seq: number) => ({
    pk: chainPartition(domain),
    sk: `${day}#${padded(seq, 8)}`,
  }),
  keptMs: 'trail',
  people: 'nobody',
  rights: {
    verdict: [{ may: ['Query', 'PartiQLInsert'] }],
    archive: [{ may: ['Query'] }],
    // Where the chains stand, to say it in `ops`.
    reconcile: [{ may: ['Query'], where: ['anchors'] }],
  },
});

/** A click that changed nothing and is in the trail. Its repeats come at other times, and must not be added again. */
export const clickRow = /* @__PURE__ */ defineRow({
  partitions: ['click#*'],
  sort: 'click',
  key: (domain: string, clickId: string) => ({
    pk: prefixed(`click#${escaped(domain)}#`, clickId),
    sk: 'click',
  }),
  keptMs: 'trail',
  people: 'nobody',
  rights: { verdict: [{ may: ['BatchGetItem', 'PartiQLInsert'] }] },
});

const archivedPartition = (bucket: string, domain: string): string =>
  `archived#${escaped(bucket)}#${escaped(domain)}`;

/** The days in the archive, with the end of their chains. A day that grew afterwards is archived again. */
export const archivedRow = /* @__PURE__ */ defineRow({
  partitions: ['archived#*'],
  sort: '*',
  partition: archivedPartition,
  key: (bucket: string, { domain, day, seq, hash }: Head) => ({
    pk: archivedPartition(bucket, domain),
    sk: `${day}#${padded(seq, 8)}#${hash}`,
  }),
  keptMs: 'trail',
  people: 'nobody',
  rights: { archive: [{ may: ['Query', 'PartiQLInsert'] }] },
});

/** What a system sent under a key of its own. */
export const submittedRow = /* @__PURE__ */ defineRow({
  partitions: ['submitted#*'],
  sort: 'submission',
  key: (destination: string, key: string) => ({
    pk: prefixed(`submitted#${escaped(destination)}#`, key),
    sk: 'submission',
  }),
  keptMs: 'cases',
  people: 'nobody',
  rights: { action: [{ may: ['GetItem', 'PartiQLInsert'], where: ['systems'] }] },
});
