import { createRequire } from 'node:module';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { huntingQueries, SUPPORTED_TABLES } from '../../../lib/posture/hunting.ts';
import { shareOf } from '../../support/extent.ts';
import { anyCharacter } from '../any-character.ts';

interface Diagnostics {
  readonly Count?: number;
  getItem?(index: number): { readonly Message: string };
}
interface Language {
  readonly KustoCode: { Parse(text: string): { GetSyntaxDiagnostics(): Diagnostics } };
}

/** What Microsoft's own parser has to say about a query. */
let problemsIn: (query: string) => readonly string[];

// It is a script of the browser, and leaves what it defines in the global scope.
beforeAll(() => {
  const require = createRequire(import.meta.url);
  require('@kusto/language-service-next/bridge.min.js');
  require('@kusto/language-service-next/Kusto.Language.Bridge.min.js');
  const { KustoCode } = (globalThis as unknown as { Kusto: { Language: Language } }).Kusto.Language;
  problemsIn = (query) => {
    const found = KustoCode.Parse(query).GetSyntaxDiagnostics();
    return Array.from({ length: found.Count ?? 0 }, (_, index) => found.getItem?.(index).Message ?? '?');
  };
});

const ID = '6f1d2c3b-4a59-4e68-9f70-8b1c2d3e4f50';

describe("Microsoft's parser of KQL", () => {
  it('notices what is wrong, so that its silence says something', () => {
    for (const wrong of [
      `SigninLogs | where _ItemId == "${ID}`,
      `SigninLogs | where _ItemId in ("${ID}"x"${ID}")`,
      `SigninLogs | where _ItemId in ("${ID}"`,
      `Signin Logs | where _ItemId == "${ID}"`,
      `SigninLogs | were _ItemId == "${ID}"`,
    ])
      expect(problemsIn(wrong), wrong).not.toEqual([]);
  });

  it('takes the query of every table, for one event and for more than a query holds', () => {
    const ids = fc.sample(fc.uuid(), { numRuns: 41, seed: 3 });
    for (const table of SUPPORTED_TABLES)
      for (const source_event_ids of [[ID], ids])
        for (const { text } of huntingQueries([{ source: table, source_event_ids }]))
          expect(problemsIn(text), text).toEqual([]);
  });

  it('takes every query that hostile names and ids lead to', () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        `${ID}"`,
        `"${ID}`,
        `${ID}") | union (x`,
        `${ID}\n`,
        'Extra_1',
        'where',
        'let',
        'in',
        '_',
        'Where',
        'NULL',
        'T',
      ),
      fc.uuid(),
      fc.constantFrom(...SUPPORTED_TABLES),
    );
    const threats = fc.array(
      fc.record({ source: hostile, source_event_ids: fc.array(hostile, { maxLength: 12 }) }),
      { maxLength: 3 },
    );
    let parsed = 0;
    fc.assert(
      fc.property(threats, hostile, (some, extraTable) => {
        for (const { text } of huntingQueries([...some, { source: extraTable, source_event_ids: [ID] }], {
          extraTable,
        })) {
          parsed++;
          expect(problemsIn(text), text).toEqual([]);
        }
      }),
      { numRuns: shareOf(1_500) },
    );
    expect(parsed).toBeGreaterThan(50);
  });
});
