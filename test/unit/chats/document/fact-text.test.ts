import { describe, expect, it } from 'vitest';
import type { CaseFacts } from '../../../../lib/case/case-facts.ts';
import { factLines } from '../../../../lib/chats/document/fact-text.ts';
import { sentenceLine } from '../../../../lib/chats/document/push-text.ts';

const ADA = { name: 'Ada Winter', email: 'ada@acme.example' };
const NOBODY = { name: null, email: null };
const linesOf = (facts: CaseFacts | undefined, who: { name: string | null; email: string | null } = ADA) =>
  factLines({ who, facts }).map((line) => sentenceLine(line, (text) => text ?? ''));
const past = (text: string, who = ADA) => linesOf({ past: text }, who)[0];
const missing = (...connectors: NonNullable<CaseFacts['connectors']>) => linesOf({ connectors })[0];

describe('what was before a case', () => {
  it.each([
    [
      '90|3s2|14f9',
      'Ada Winter: 3 earlier cases here in 90 days: 2 safe, 1 not decided here. 14 similar cases here: 9 false positive',
    ],
    ['90+|1|1', 'Ada Winter: 1+ earlier cases here in 90 days, none decided here. 1+ similar cases here'],
    ['30|2e1t1|', 'Ada Winter: 2 earlier cases here in 30 days: 1 true positive, 1 escalated'],
    ['90||1204f2s900', '1,204 similar cases here in 90 days: 900 safe, 2 false positive'],
    [
      '90|11t2f2e1s3d1|',
      'Ada Winter: 11 earlier cases here in 90 days: 3 safe, 2 true positive, 2 false positive, 1 duplicate, 1 escalated, 2 not decided here',
    ],
    ['90+||2', '2+ similar cases here in 90 days'],
  ])('%s', (text, line) => {
    expect(past(text)).toBe(line);
  });

  it('is told under whatever the person is known by', () => {
    expect(past('90|1|', { name: null, email: 'ada@acme.example' } as never)).toMatch(
      /^ada@acme\.example: 1/,
    );
    expect(past('90|1|', NOBODY as never)).toMatch(/^This person: 1 earlier case/);
    expect(past('90|1|', { name: 'x'.repeat(5_000), email: null } as never)?.length).toBeLessThan(150);
  });

  it('is not told where there was nothing, or where only a newer version knows what it says', () => {
    expect(linesOf(undefined)).toEqual([]);
    expect(linesOf({})).toEqual([]);
    expect(past('90||')).toBeUndefined();
    expect(past('something else')).toBeUndefined();
  });
});

describe('evidence that may be missing', () => {
  const named = (name: string, status = 'degraded') => ({ name, status });

  it('names the connector and what is the matter with it', () => {
    expect(missing(named('Cloud Directory'))).toBe(
      'Evidence may be missing: the connector Cloud Directory keeps failing.',
    );
    expect(missing(named('Cloud Directory', 'disabled'), named('Team Chat', 'pending'))).toBe(
      'Evidence may be missing: the connectors Cloud Directory is switched off, Team Chat has sent nothing yet.',
    );
    expect(missing(named('CRM', 'on_fire'))).toContain('CRM does not work.');
  });

  it('stays one short line, however many there are and whatever they are called', () => {
    const line = missing(...Array.from({ length: 50 }, (_, n) => named(`${n} ${'x'.repeat(500)}`)));
    expect(line).toContain(', and 47 more.');
    expect(line?.length).toBeLessThan(300);
  });
});
