import { describe, expect, it } from 'vitest';
import type { RowKey } from '../../../lib/base/todo-list.ts';
import { ROWS, type RowName, rowNameOf } from '../../../lib/ledger/catalogue.ts';
import type { RowDefinition } from '../../../lib/ledger/define-row.ts';
import { fits } from '../../../lib/ledger/owns-row.ts';

const ITEM = { domain: 'a#cases', feed: 'cases', id: 'c#1', destination: 'soc' } as const;
const HIDDEN = { createdAtMs: 0, feed: 'cases', id: 'x'.repeat(600), muteId: 'm' };
const WINDOW = { domain: 'acme', id: 'w' };

/** A key of each kind: one that is missing does not compile. */
const EXAMPLES: Readonly<Record<RowName, RowKey>> = {
  feedRow: ROWS.feedRow.key(ITEM),
  seenRow: ROWS.seenRow.key(ITEM, ITEM.id),
  deliveryRow: ROWS.deliveryRow.key({ ...ITEM, feed: 'digests' }),
  endpointEventRow: ROWS.endpointEventRow.key(ITEM, 'e'),
  eventLinkRow: ROWS.eventLinkRow.key('acme', 'e'),
  answerRow: ROWS.answerRow.key('acme', 'c'),
  caseRow: ROWS.caseRow.key('acme', 'c'),
  auditRow: ROWS.auditRow.key('acme', { atMs: 0, caseId: 'c', n: 1, id: 'd' }),
  chainRow: ROWS.chainRow.key('acme', '2026-11-17', 1),
  clickRow: ROWS.clickRow.key('acme', 'c'),
  archivedRow: ROWS.archivedRow.key('bucket', { domain: 'acme', day: '2026-11-17', seq: 1, hash: 'h' }),
  submittedRow: ROWS.submittedRow.key('siem', 'k'),
  pastRow: ROWS.pastRow.key('acme', '2026-11-17T09', 'n'),
  outcomeRow: ROWS.outcomeRow.key('acme', '2026-11-17T09', 1),
  personaRow: ROWS.personaRow.key('acme', 's'),
  mutesRow: ROWS.mutesRow.key('acme'),
  windowRow: ROWS.windowRow.key('acme', 'hash'),
  listedRow: ROWS.listedRow.key(WINDOW),
  withheldRow: ROWS.withheldRow.key(WINDOW, HIDDEN),
  budgetRow: ROWS.budgetRow.key('acme', 'read'),
  paceRow: ROWS.paceRow.key('slack#C1'),
  channelRow: ROWS.channelRow.key('teams', 'C1'),
  stormRow: ROWS.stormRow.key('soc'),
  breakerRow: ROWS.breakerRow.key('soc'),
  reportedRow: ROWS.reportedRow.key('health', 'state'),
  signRow: ROWS.signRow.key({ by: 'action', what: 'lost', subject: 'slack', atMs: 1 }, 'id'),
  quarantineRow: ROWS.quarantineRow.key('verdict', 'm'),
};
const KINDS = Object.entries(ROWS) as [RowName, RowDefinition][];

describe.each(KINDS)('%s', (name, { partitions, rights, lists = [] }) => {
  it('is told from every other kind by its key', () => {
    expect(rowNameOf(EXAMPLES[name])).toBe(name);
  });

  it('grants rights to its own partitions and lists, and to no others', () => {
    for (const [own, granted] of [
      [partitions, rights] as const,
      ...lists.map((list) => [list.names, list.rights] as const),
    ]) {
      const narrowed = Object.values(granted).flatMap((all) =>
        all.flatMap(({ in: patterns = [] }) => patterns),
      );
      for (const one of narrowed) expect(own.some((wide) => fits(wide, one))).toBe(true);
    }
  });
});

it('a row that no kind knows is of none', () => {
  expect(rowNameOf({ pk: 'item#acme#cases#c', sk: 'newer' })).toBeUndefined();
  expect(rowNameOf({ pk: 'other#acme', sk: 'seen' })).toBeUndefined();
});
