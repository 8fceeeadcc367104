import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { huntingQueries, SUPPORTED_TABLES } from '../../../lib/posture/hunting.ts';
import { shareOf } from '../../support/extent.ts';
import { anyCharacter } from '../any-character.ts';

const ID = '6f1d2c3b-4a59-4e68-9f70-8b1c2d3e4f50';
const threat = (source: string | null, ids: string[] | null = [ID], source_table: string | null = null) => ({
  source,
  source_table,
  source_event_ids: ids,
});

describe('hunting queries', () => {
  it('knows the twenty tables of the contract', () => {
    expect(SUPPORTED_TABLES.size).toBe(20);
  });

  it('asks the table that the source names for each source event', () => {
    const other = ID.replace('6f', 'A0');
    expect(huntingQueries(threat('SigninLogs', [ID, other]))).toEqual([
      `SigninLogs | where _ItemId == "${ID}"`,
      `SigninLogs | where _ItemId == "${other}"`,
    ]);
  });

  it('lets the source decide where the source table says otherwise', () => {
    expect(huntingQueries(threat('AuditLogs', [ID], 'SigninLogs'))).toEqual([
      `AuditLogs | where _ItemId == "${ID}"`,
    ]);
    expect(huntingQueries(threat('okta', [ID], 'SigninLogs'))).toEqual([]);
  });

  it('falls back on the source table only where there is no source', () => {
    expect(huntingQueries(threat(null, [ID], 'Syslog'))).toEqual([`Syslog | where _ItemId == "${ID}"`]);
  });

  it('asks once for an event that is named twice', () => {
    expect(huntingQueries(threat('Syslog', [ID, ID]))).toHaveLength(1);
  });

  it('knows the one configured table besides', () => {
    expect(huntingQueries(threat('VendorProtectionLogs'))).toEqual([]);
    expect(huntingQueries(threat('VendorProtectionLogs'), { extraTable: 'VendorProtectionLogs' })).toEqual([
      `VendorProtectionLogs | where _ItemId == "${ID}"`,
    ]);
  });

  it.each([
    ['a table nobody supports', threat('UserSecrets')],
    ['a table in other letters', threat('signinlogs')],
    ['no table', threat(null)],
    ['no events', threat('SigninLogs', null)],
    ['an injected identifier', threat('SigninLogs', [`${ID}" or 1==1 //`])],
    ['an identifier with a newline behind it', threat('SigninLogs', [`${ID}\n`])],
    ['an injected table', threat('SigninLogs | union UserSecrets')],
    ['a name from the prototype', threat('constructor')],
  ])('yields no query for %s', (_, hostile) => {
    expect(huntingQueries(hostile)).toEqual([]);
  });

  it('refuses a configured table that would inject', () => {
    const extraTable = 'x | union UserSecrets';
    expect(huntingQueries(threat(extraTable), { extraTable })).toEqual([]);
  });

  it('yields nothing but well-formed queries on supported tables, whatever comes in', () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        ...SUPPORTED_TABLES,
        'Extra_1',
        `${ID}"`,
        `"${ID}`,
        `${ID} `,
        `${ID}\u2028`,
        ' SigninLogs',
        'Syslog;',
      ),
      fc.uuid(),
      fc.tuple(fc.uuid(), fc.string()).map(([id, tail]) => id + tail),
    );
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const wellFormed =
      /^([A-Za-z_0-9]+) \| where _ItemId == "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"$/;
    let queries = 0;
    fc.assert(
      fc.property(
        maybe(hostile),
        maybe(hostile),
        maybe(fc.array(hostile)),
        hostile,
        (source, table, ids, extraTable) => {
          for (const query of huntingQueries(
            { source, source_table: table, source_event_ids: ids },
            { extraTable },
          )) {
            queries++;
            const [, name = ''] = wellFormed.exec(query) ?? [];
            expect(SUPPORTED_TABLES.has(name) || name === extraTable, query).toBe(true);
          }
        },
      ),
      { numRuns: shareOf(5_000, 5) },
    );
    expect(queries).toBeGreaterThan(100);
  });
});
