import { describe, expect, it } from 'vitest';
import {
  noteKeyOf,
  subjectId,
  subjectsFor,
  subjectsOf,
} from '../../../../lib/features/personas/subjects-of-case.ts';
import type { Case } from '../../../../lib/posture/schemas/case.ts';

const caseOf = (fields: object): Case => ({ case_id: 'c1', created_at: '2026-11-16T12:00:00Z', ...fields });
const event = (user_name: string | null, user_email: string | null = null) => ({
  event_id: `e-${user_name}`,
  user_name,
  user_email,
});
const ADA = { user_email: 'ada@acme.example', user_name: 'Ada Winter' };

describe('whom a case names', () => {
  it('is its person, once, however its events write them', () => {
    const item = caseOf({
      ...ADA,
      events: [
        event('ADA  WINTER', 'Ada@Acme.example '),
        event('Ada Winter', 'u100001@acme.example'),
        event(null, 'ada@acme.example'),
        event('Ada Winter'),
        event(null),
        event('  ', ''),
      ],
    });
    expect(subjectsOf(item)).toEqual([{ as: 'person', email: 'ada@acme.example', name: 'Ada Winter' }]);
  });

  it('is besides what else its events name, two at the most, each once', () => {
    const events = ['backup-prod-001', 'ada winter', 'BACKUP-prod-001', 'etl-hr-002', 'probe-3'].map((name) =>
      event(name),
    );
    expect(subjectsOf(caseOf({ ...ADA, events })).map(({ as, name }) => `${as} ${name}`)).toEqual([
      'person Ada Winter',
      'service backup-prod-001',
      'service etl-hr-002',
    ]);
  });

  it('may be a service identity alone, where there is no address', () => {
    expect(subjectsOf(caseOf({ user_name: 'backup-prod-001' }))).toEqual([
      { as: 'service', email: null, name: 'backup-prod-001' },
    ]);
  });

  it('is nobody where nobody is named, and where a name is no name', () => {
    expect(subjectsOf(caseOf({}))).toEqual([]);
    expect(subjectsOf(caseOf({ user_email: ' ', user_name: 'x'.repeat(321), events: null }))).toEqual([]);
  });

  it('is told by what a destination shows of people', () => {
    const item = caseOf({ ...ADA, events: [event('backup-prod-001')] });
    const told = (show: 'full' | 'pseudonym' | 'minimal') => subjectsFor(item, show).map(({ as }) => as);
    expect([told('full'), told('pseudonym'), told('minimal')]).toEqual([
      ['person', 'service'],
      ['service'],
      [],
    ]);
  });

  it('has a name for its row and a key for its note that stay', () => {
    const [person, service] = subjectsOf(caseOf({ ...ADA, events: [event('Backup-Prod-001')] }));
    if (!person || !service) throw new Error('nobody is named');
    expect([subjectId(person), noteKeyOf(person)]).toEqual(['person:ada@acme.example', 'who:person']);
    expect(subjectId(service)).toBe('service:backup-prod-001');
    expect(noteKeyOf(service)).toMatch(/^who:[\w-]{16}$/);
    expect(noteKeyOf({ ...service, name: 'backup-prod-001' })).toBe(noteKeyOf(service));
  });
});
