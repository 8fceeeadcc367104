import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { huntingQueries, SUPPORTED_TABLES } from '../../../lib/posture/hunting.ts';
import { shareOf } from '../../support/extent.ts';
import { anyCharacter } from '../any-character.ts';

const ID = '6f1d2c3b-4a59-4e68-9f70-8b1c2d3e4f50';
const OTHER = ID.replace('6f', 'A0');
const threat = (source: string | null, ids: string[] | null = [ID], source_table: string | null = null) => ({
  source,
  source_table,
  source_event_ids: ids,
});
const textsOf = (...args: Parameters<typeof huntingQueries>) =>
  huntingQueries(...args).map(({ text }) => text);
const uuids = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);

describe('hunting queries', () => {
  it('knows the twenty tables of the contract', () => {
    expect(SUPPORTED_TABLES.size).toBe(20);
  });

  it('asks the table that the source names for all source events at once', () => {
    expect(huntingQueries([threat('SigninLogs', [ID, OTHER])])).toEqual([
      { name: 'SigninLogs', text: `SigninLogs | where _ItemId in ("${ID}", "${OTHER}")`, events: 2 },
    ]);
    expect(textsOf([threat('SigninLogs')])).toEqual([`SigninLogs | where _ItemId == "${ID}"`]);
  });

  it('asks once for each table, whichever threats have events there', () => {
    const threats = [threat('Syslog'), threat('SigninLogs', [ID]), threat('Syslog', [OTHER, ID])];
    expect(textsOf(threats)).toEqual([
      `Syslog | where _ItemId in ("${ID}", "${OTHER}")`,
      `SigninLogs | where _ItemId == "${ID}"`,
    ]);
  });

  it('lets the source decide where the source table says otherwise', () => {
    expect(textsOf([threat('AuditLogs', [ID], 'SigninLogs')])).toEqual([
      `AuditLogs | where _ItemId == "${ID}"`,
    ]);
    expect(textsOf([threat('okta', [ID], 'SigninLogs')])).toEqual([]);
  });

  it('falls back on the source table only where there is no source', () => {
    expect(textsOf([threat(null, [ID], 'Syslog')])).toEqual([`Syslog | where _ItemId == "${ID}"`]);
  });

  it('splits what is too long into queries of about the same size, and leaves none out', () => {
    for (const count of [40, 41, 43, 80, 81, 200, 1_001]) {
      const queries = huntingQueries([threat('Syslog', uuids(count))]);
      expect(queries.length).toBe(Math.ceil(count / 40));
      expect(queries.reduce((sum, { events }) => sum + events, 0)).toBe(count);
      for (const { text, events } of queries) {
        expect(text.match(/"[^"]{36}"/g)).toHaveLength(events);
        expect(text.length).toBeLessThan(1_700);
      }
      expect(new Set(queries.flatMap(({ text }) => text.match(/"[^"]{36}"/g))).size).toBe(count);
    }
    expect(huntingQueries([threat('Syslog', uuids(41))]).map(({ name, events }) => [name, events])).toEqual([
      ['Syslog, 1 of 2', 21],
      ['Syslog, 2 of 2', 20],
    ]);
  });

  it('knows the one configured table besides', () => {
    expect(textsOf([threat('VendorProtectionLogs')])).toEqual([]);
    expect(textsOf([threat('VendorProtectionLogs')], { extraTable: 'VendorProtectionLogs' })).toEqual([
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
    expect(textsOf([hostile])).toEqual([]);
  });

  it('refuses a configured table that would inject', () => {
    const extraTable = 'x | union UserSecrets';
    expect(textsOf([threat(extraTable)], { extraTable })).toEqual([]);
  });
});

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
const anyThreats = fc.array(
  fc.record({
    source: maybe(hostile),
    source_table: maybe(hostile),
    source_event_ids: maybe(fc.array(hostile, { maxLength: 60 })),
  }),
  { maxLength: 3 },
);

describe('whatever comes in', () => {
  it('yields nothing but well-formed queries on supported tables', () => {
    const id = '"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"';
    const wellFormed = new RegExp(
      `^(?:\\[')?([A-Za-z_0-9]+)(?:'\\])? \\| where _ItemId (?:== ${id}|in \\(${id}(?:, ${id})+\\))$`,
    );
    let queries = 0;
    fc.assert(
      fc.property(anyThreats, hostile, (threats, extraTable) => {
        for (const query of textsOf(threats, { extraTable })) {
          queries++;
          const [, name = ''] = wellFormed.exec(query) ?? [];
          expect(SUPPORTED_TABLES.has(name) || name === extraTable, query).toBe(true);
        }
      }),
      { numRuns: shareOf(5_000, 5) },
    );
    expect(queries).toBeGreaterThan(100);
  });
});
