import { describe, expect, it } from 'vitest';
import { rowRightsOf } from '../../cdk/row-rights.ts';
import type { FunctionName } from '../../lib/config/function-env.ts';
import { rowKey } from '../../lib/dynamo/row-values.ts';
import type { Sign } from '../../lib/features/health/signs.ts';
import { breakerRow, budgetRow, signRow, stormRow } from '../../lib/ledger/bridge-rows.ts';
import { aboutPartition } from '../../lib/ledger/item-partition.ts';
import { eventLinkRow, feedRow, seenRow } from '../../lib/ledger/item-rows.ts';
import { archivedRow, auditRow, chainRow, clickRow, submittedRow } from '../../lib/ledger/trail-rows.ts';
import { fits } from '../../local/cloud/glob.ts';

const at = { atMs: 0, caseId: 'c', n: 1, id: 'd' };

/** A partition of each kind that has a name of its own, for a domain, an id and a destination. */
const partitionsOf = (
  domain: string,
  id: string,
  destination: string,
): Record<string, string | undefined> => ({
  feed: rowKey(feedRow.key({ domain, feed: 'cases' })).pk?.S,
  case: rowKey(seenRow.key({ domain, feed: 'cases' }, id)).pk?.S,
  threat: rowKey(seenRow.key({ domain, feed: 'threats' }, id)).pk?.S,
  notice: aboutPartition({ domain, feed: 'notices', id }),
  digest: aboutPartition({ domain, feed: 'digests', id }),
  event: eventLinkRow.key(domain, id).pk,
  storm: stormRow.key(destination).pk,
  closed: breakerRow.key(destination).pk,
  budget: rowKey(budgetRow.key(domain, 'read')).pk?.S,
  trail: rowKey(auditRow.key(domain, at)).pk?.S,
  chain: rowKey(chainRow.key(domain, '2026-11-15', 1)).pk?.S,
  click: rowKey(clickRow.key(domain, id)).pk?.S,
  archived: archivedRow.partition('bucket', domain),
  submitted: rowKey(submittedRow.key(destination, id)).pk?.S,
});

/** What a function may do with the rows of each kind. */
function mayWith(name: FunctionName, partitions: Record<string, string | undefined>): Record<string, string> {
  const rights = rowRightsOf(name).filter(({ index }) => index === undefined);
  const found = Object.entries(partitions).map(([kind, pk = '']) => [
    kind,
    rights.flatMap(({ rows, may }) => (rows.some((pattern) => fits(pattern, pk)) ? may : [])).join(' '),
  ]);
  return Object.fromEntries(found.filter(([, may]) => may !== ''));
}

const ODD = [
  ['acme', 'c1', 'soc'],
  // Only a threat whose id has `#cases#` in it could be taken for a case.
  ['a#cases', 'c#1', 'a#b'],
  ['audit', 'audit#acme', 'audit'],
  ['*', '?', '*'],
  ['feed#', 'x'.repeat(3_000), '%23'],
] as const;

describe.each(ODD)('for the domain %j', (...names) => {
  const partitions = partitionsOf(...names);

  it('the function that faces the internet reads cases, and adds clicks to those that wait', () => {
    expect(mayWith('action', partitions)).toEqual({
      case: 'GetItem',
      submitted: 'GetItem PartiQLInsert',
    });
  });

  it('the poller writes what it saw, and nothing that was decided or shown of itself', () => {
    expect(mayWith('poll', partitions)).toEqual({
      feed: 'GetItem UpdateItem',
      // To see which places have a case that a poller handed over before it died.
      case: 'GetItem UpdateItem BatchGetItem BatchWriteItem Query',
      threat: 'GetItem UpdateItem BatchGetItem BatchWriteItem',
      notice: 'GetItem UpdateItem',
      event: 'BatchGetItem BatchWriteItem',
      budget: 'GetItem UpdateItem',
    });
  });

  it('the verdict function decides cases, and adds to the trail', () => {
    expect(mayWith('verdict', partitions)).toEqual({
      case: 'GetItem UpdateItem Query',
      // What became of a mute that a note proposes.
      notice: 'GetItem UpdateItem',
      // For commands, as is to query the trail.
      threat: 'Query',
      budget: 'GetItem UpdateItem BatchGetItem',
      // For the command that asks how the bridge is.
      feed: 'BatchGetItem',
      closed: 'GetItem',
      trail: 'Query BatchGetItem PartiQLInsert',
      chain: 'Query PartiQLInsert',
      click: 'BatchGetItem PartiQLInsert',
    });
  });

  it('the archive reads the trail, adds what it noted, and comes near nothing else', () => {
    expect(mayWith('archive', partitions)).toEqual({
      trail: 'Query',
      chain: 'Query',
      archived: 'Query PartiQLInsert',
    });
  });

  it.each(['notify-slack', 'notify-teams', 'reconcile'] as const)(
    '%s writes nothing into the trail',
    (name) => {
      const may = mayWith(name, partitions);
      expect([may.click, may.archived]).toEqual([undefined, undefined]);
      // The reconciler reads what was decided, to propose mutes, and where the chains stand, to say it in `ops`.
      expect([may.trail, may.chain]).toEqual(Array(2).fill(name === 'reconcile' ? 'Query' : undefined));
      // How feeds stand, the reconciler reads, and nothing else. Of the budget it takes what following cases needs.
      const isReconciler = name === 'reconcile';
      expect([may.feed, may.budget]).toEqual(
        isReconciler ? ['BatchGetItem', 'BatchGetItem GetItem UpdateItem'] : [undefined, undefined],
      );
    },
  );

  it('each function may add what it noticed in its own name, and the reconciler may not', () => {
    const signs = (by: Sign['by']) =>
      signRow.key({ by, what: 'lost', subject: names[0], atMs: 1 }, names[1].slice(0, 9)).pk;
    const all = { action: signs('action'), verdict: signs('verdict'), archive: signs('archive') };
    for (const by of ['action', 'verdict', 'archive'] as const) {
      expect(mayWith(by, all)).toEqual({ [by]: 'PartiQLInsert' });
    }
    for (const name of ['poll', 'reconcile', 'notify-slack'] as const) expect(mayWith(name, all)).toEqual({});
  });
});
