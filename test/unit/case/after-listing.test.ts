import { describe, expect, it } from 'vitest';
import {
  afterListing,
  type CaseListing,
  newCase,
  placesToGo,
  withPlaces,
  withSent,
} from '../../../lib/case/after-listing.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { caseRecord } from '../../support/case-records.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const LATER = NOON + 60_000;
const listed = (more: Partial<CaseListing> = {}): CaseListing => ({
  ...{ revision: 'r2', createdAtMs: NOON, updatedAtMs: LATER, closedAtMs: null, severity: 'high' },
  ...{ routes: ['all'], destinations: ['soc'], escalatesAfterMs: null, ...more },
});
/** Posted in `soc` when it was of high severity. */
const known = (more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({
    ...{ version: 1, createdAtMs: NOON, updatedAtMs: NOON, statusAtMs: NOON, severity: 'high' },
    ...{ places: { soc: 'handed' }, ...more },
  });

describe('a case that is met for the first time', () => {
  it('is ready for triage, waits from now on, and stands nowhere yet', () => {
    const record = newCase({ domain: 'acme', caseId: 'c1' }, listed({ revision: 'r'.repeat(99) }), LATER);
    expect(record).toMatchObject({ version: 0, status: 'discover', endedAtMs: null, episode: 0 });
    expect(record).toMatchObject({ sinceMs: LATER, severity: 'high', routes: ['all'], places: {} });
    expect(record.revision).toHaveLength(64);
  });

  it('goes wherever the routes send it, also when it comes closed', () => {
    const closed = newCase({ domain: 'acme', caseId: 'c1' }, listed({ closedAtMs: NOON }), LATER);
    expect(closed).toMatchObject({ status: 'closed', endedAtMs: NOON });
    expect(placesToGo(closed, ['soc', 'lake'])).toEqual({ added: ['soc', 'lake'], standing: [] });
  });
});

describe('what a list says of a case', () => {
  it('is what is known of it, and an older page is not', () => {
    const next = afterListing(known(), listed({ severity: 'low', routes: ['mild'] }), LATER);
    expect(next).toMatchObject({ revision: 'r2', updatedAtMs: LATER, severity: 'low', routes: ['mild'] });
    const newer = known({ updatedAtMs: LATER + 1 });
    expect(afterListing(newer, listed({ severity: 'critical' }), LATER)).toBe(newer);
  });

  it('has it wait anew when it became worse, and not when it became milder', () => {
    expect(afterListing(known(), listed({ severity: 'critical' }), LATER).sinceMs).toBe(LATER);
    expect(afterListing(known(), listed({ severity: 'low' }), LATER).sinceMs).toBe(NOON);
    expect(afterListing(known({ severity: null }), listed(), LATER).sinceMs).toBe(LATER);
  });

  it('reopens it when it says no more when it was closed', () => {
    const closed = known({ status: 'closed', endedAtMs: NOON, closedAtMs: NOON });
    expect(afterListing(closed, listed({ closedAtMs: NOON }), LATER)).toMatchObject({ episode: 0 });
    expect(afterListing(closed, listed({ updatedAtMs: NOON }), LATER)).toMatchObject({ episode: 0 });
    const open = { status: 'discover', endedAtMs: null, statusAtMs: LATER, episode: 1, sinceMs: LATER };
    expect(afterListing(closed, listed(), LATER)).toMatchObject(open);
    // The list of closed cases may say nothing of when.
    const undated = known({ status: 'closed', endedAtMs: NOON });
    expect(afterListing(undated, listed(), LATER)).toMatchObject({ status: 'closed', episode: 0 });
  });
});

describe('where a case goes', () => {
  it('is wherever the routes send it now, and it is not', () => {
    expect(placesToGo(known(), ['soc', 'urgent'])).toEqual({ added: ['urgent'], standing: ['soc'] });
    expect(placesToGo(known(), [])).toEqual({ added: [], standing: ['soc'] });
  });

  it('is no place whose queue has not taken it yet', () => {
    const record = known({ places: { soc: 'handed', lake: 'unsent' } });
    expect(placesToGo(record, ['soc', 'lake'])).toEqual({ added: [], standing: ['soc'] });
  });

  it.each([
    ['as it was', {}, []],
    ['milder', { severity: 'low' }, []],
    ['worse', { severity: 'critical' }, ['lead']],
    ['reopened', { episode: 1 }, ['lead']],
  ] as const)('is asked again of what withheld it, where it is %s: %j', (_, more, added) => {
    const lead = { by: 'mute', id: 'm1', severity: 'high', episode: 0 } as const;
    const record = known({ places: { soc: 'handed', lead }, ...more });
    expect(placesToGo(record, ['soc', 'lead'])).toEqual({ added, standing: ['soc'] });
  });

  it.each([
    ['closed', { status: 'closed', endedAtMs: NOON }],
    ['vanished', { status: 'vanished', endedAtMs: NOON }],
    ['enforced', { status: 'enforced' }],
    ['said to be closed', { closedAtMs: NOON }],
  ] as const)('is nowhere else once it is %s, and where it stands is told', (_, more) => {
    expect(placesToGo(known(more), ['soc', 'urgent'])).toEqual({ added: [], standing: ['soc'] });
  });

  it.each([
    ['history', { quiet: true }],
    ['forgotten', { forgotten: true }],
  ] as const)('is nowhere when it is %s', (_, more) => {
    expect(placesToGo(known(more), ['soc', 'urgent'])).toEqual({ added: [], standing: [] });
  });
});

describe('what became of it there', () => {
  it('is kept with how severe it was, and in which episode', () => {
    const withheld = new Map([['lead', { by: 'dedupe', id: 'w1' } as const]]);
    const record = known({ episode: 2 });
    expect(withPlaces(record, { handed: ['urgent'], unsent: ['lake'], withheld }).places).toEqual({
      ...{ soc: 'handed', urgent: 'handed', lake: 'unsent' },
      lead: { by: 'dedupe', id: 'w1', severity: 'high', episode: 2 },
    });
  });

  it('is shown once more when a queue takes it late and its status changed meanwhile', () => {
    const record = known({ places: { lake: 'unsent', soc: 'handed' } });
    expect(withSent(record, ['soc', 'other'], [])).toBe(record);
    expect(withSent(record, ['lake'], [])).toMatchObject({ places: { lake: 'handed' }, owed: false });
    const changes = [{ n: 1, from: 'discover', to: 'enforced', atMs: NOON }] as const;
    expect(withSent({ ...record, changes }, ['lake'], [])).toMatchObject({ owed: true });
    expect(withSent({ ...record, changes }, [], ['lake'])).toMatchObject({
      places: { soc: 'handed' },
      owed: false,
    });
  });
});
