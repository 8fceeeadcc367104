import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { figuresOf, type ReportedCase, spreadOf } from '../../../cli/report/figures.ts';
import { OUTCOME_COLOURS } from '../../../cli/report/outcome-colours.ts';
import { reportPage } from '../../../cli/report/page.ts';
import type { DecisionView } from '../../../lib/verdict/decision-views.ts';
import { asCsv, asJsonLines } from '../../../lib/verdict/export-decisions.ts';

const FROM = Date.parse('2026-11-01T00:00:00Z');
const HOUR = 3_600_000;
const HOSTILE = '<script>alert(1)</script>"\'&\u202e';

const decided = (n: number, more: Partial<ReportedCase> = {}): ReportedCase => ({
  domain: 'acme',
  outcome: 'TRUE_POSITIVE',
  by: 'Ada Winter',
  threatType: 'data_exfiltration',
  createdAtMs: FROM + n * HOUR,
  handedOverAtMs: FROM + n * HOUR + 5_000,
  recordedAtMs: FROM + n * HOUR + 60_000 * n,
  ...more,
});
const input = {
  fromMs: FROM,
  toMs: FROM + 72 * HOUR,
  casesAtMs: [FROM, FROM + HOUR, FROM + 30 * HOUR],
  decided: [
    decided(1),
    decided(2, { outcome: 'FALSE_POSITIVE' }),
    decided(3, { threatType: HOSTILE, by: HOSTILE }),
  ],
  notRecorded: { failed: 1 },
  mutes: [
    {
      ...{ domain: 'acme', id: 'm1', what: 'the route <vip>', critical: true, active: true, waits: false },
      ...{ by: 'Ann and Bo', reason: 'a drill', from: '2026-11-01', until: '2026-11-02', hidden: 17 },
    },
  ],
};

describe('the figures of a report', () => {
  it('count days, outcomes, false positives, people and times', () => {
    const figures = figuresOf(input);
    expect(figures.perDay).toEqual([
      { label: '11-01', parts: { cases: 2, decided: 3 } },
      { label: '11-02', parts: { cases: 1, decided: 0 } },
      { label: '11-03', parts: { cases: 0, decided: 0 } },
    ]);
    expect(figures.outcomesByType[0]).toEqual({
      label: 'data_exfiltration',
      parts: { TRUE_POSITIVE: 1, FALSE_POSITIVE: 1 },
    });
    expect(figures.falsePositives[0]).toEqual({ label: 'data_exfiltration', rate: 0.5, of: 2 });
    expect(figures.deciders.map(({ label }) => label)).toEqual(['Ada Winter', HOSTILE]);
    expect(figures.toVerdict).toEqual({ p50: 120_000, p95: 180_000, longest: 180_000, count: 3 });
    expect(figures.toHandOver?.p50).toBe(5_000);
    expect(spreadOf([null])).toBeNull();
  });
});

describe('the page of a report', () => {
  const head = {
    bridge: 'posture-bridge in eu-west-1',
    from: '2026-11-01',
    to: '2026-11-04',
    closed: [HOSTILE],
    open: 2,
  };
  it('runs nothing, loads nothing, and takes no text from outside for markup', () => {
    const page = reportPage(head, figuresOf(input));
    expect(page).not.toMatch(/<script|\u202e|https?:|url\(|@import| on\w+=/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<svg /g)).toHaveLength(3);
    expect(page).toContain('3 cases, 3 verdicts recorded; not recorded: 1 failed.');
  });

  it('says how much each mute hid, and who wanted it', () => {
    const page = reportPage(head, figuresOf(input));
    const cells = ['acme', 'the route &lt;vip&gt;, including critical cases', '17', 'Ann and Bo', 'a drill'];
    expect(page).toContain(cells.map((cell) => `<td>${cell}</td>`).join(''));
  });

  it('is a page where there is nothing, too', () => {
    const page = reportPage(
      { ...head, closed: [] },
      figuresOf({ ...input, casesAtMs: [], decided: [], notRecorded: {} }),
    );
    expect(page).toContain('Nothing in this time.');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('an outcome', () => {
  it('has the colour on the page of the console that it has in the report', () => {
    const style = readFileSync(new URL('../../../console/client/css/verdicts.css', import.meta.url), 'utf8');
    const colours = Object.fromEntries(
      [...style.matchAll(/\.outcome-([a-z-]+) \{\s+--outcome: light-dark\((#\w+),/g)].map(
        ([, name, colour]) => [name?.replaceAll('-', '_').toUpperCase(), colour],
      ),
    );
    expect(colours).toEqual(OUTCOME_COLOURS);
  });
});

describe('an export', () => {
  const verdict: DecisionView = {
    domain: 'acme',
    caseId: 'c1',
    decision: 'd1',
    outcome: 'SAFE',
    is: 'recorded',
    by: { chat: 'chat', id: 'U1', name: '=HYPERLINK("http://x")', person: 'chat/U1' },
    place: 'soc',
    comment: '@SUM(1)\nnext',
    approvedBy: null,
    requestedAt: '2026-11-15T12:00:00.000Z',
    recordedAt: '2026-11-15T12:00:03.000Z',
    secondsFromClick: 3,
  };

  it('is CSV in which no spreadsheet finds a formula', () => {
    const [titles, row] = asCsv([verdict]).split('\r\n');
    expect(titles).toBe(
      '"requested","recorded","domain","case","outcome","is","by","by id","person","approved by","place","comment","seconds from click to record","decision"',
    );
    expect(row).toContain(`"'=HYPERLINK(`);
    expect(row).toContain(`"'@SUM(1)`);
    expect(row).toContain('"safe"');
  });

  it('is a line of JSON for each decision, with all of it', () => {
    expect(
      asJsonLines([verdict, verdict])
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([verdict, verdict]);
  });
});
