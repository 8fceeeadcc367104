import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';
import { complaints, sample } from './sample.ts';

const DAY_MS = 86_400_000;
const warned = (retention: object, more: object = {}) =>
  findWarnings(defineBridge({ ...sample, ops: { to: 'lake' }, retention, ...more }), 0).map(
    ({ path, message }) => `${path}: ${message}`,
  );

describe('retention', () => {
  it('is 400 days for everything unless given', () => {
    const { retention } = defineBridge(sample);
    expect(retention).toEqual({ cases: 400 * DAY_MS, deliveries: 90 * DAY_MS, trail: 400 * DAY_MS });
  });

  it.each([
    [{ cases: '30d', deliveries: '30d', trail: '400d' }],
    [{ deliveries: '7d' }],
    [{ cases: '3650d', deliveries: '90d', trail: '3650d' }],
  ])('may be %j', (retention) => {
    expect(complaints({ retention })).toEqual([]);
    expect(warned(retention)).toEqual([]);
  });

  it.each([
    [{ deliveries: '6d' }, 'retention.deliveries: must be between 7d and 3650d, not 6d'],
    [{ trail: '29d' }, 'retention.trail: must be between 30d and 3650d, not 29d'],
    [{ case: '30d' }, 'retention.case: unknown key "case", did you mean "cases"?'],
    [
      { cases: '30d', deliveries: '31d' },
      'retention.cases: must not be shorter than retention.deliveries: a message would show its case as undecided, and it could be decided twice',
    ],
  ])('may not be %j', (retention, problem) => {
    expect(complaints({ retention })).toContain(problem);
  });

  it('of messages is at least as long as changes of their cases still come', () => {
    const poll = { sweep: { window: '30d' } };
    expect(complaints({ poll, retention: { deliveries: '29d' } })).toEqual([
      'retention.deliveries: must not be shorter than poll.sweep.window: the poller still brings changes of what is that old',
    ]);
    expect(complaints({ poll, retention: { deliveries: '30d' } })).toEqual([]);
  });

  it('warns of a trail that is shorter than the cases it speaks of', () => {
    expect(warned({ trail: '90d' })).toEqual([
      'retention.trail: is shorter than retention.cases: who decided is forgotten after 90d, though what was decided is kept for 400d',
    ]);
  });
});

describe('the archive', () => {
  it.each([
    ['400', ': write it without quotes'],
    ['400d', ''],
  ])('says what its days have to be, where they are %j', (days, more) => {
    expect(complaints({ archive: { lock: 'governance', days } })).toEqual([
      `archive.days: is a text, and must be a whole number from 1 to 36500, like 400${more}`,
    ]);
  });

  it('warns of objects that are locked for less than the table keeps the trail', () => {
    const archived = (days: number) => ({ archive: { lock: 'governance', days } });
    expect(warned({ trail: '500d' }, archived(400))).toEqual([
      'archive.days: is shorter than retention.trail: after 400 days the archived copy of a day can be deleted, though the table keeps that day for 500d',
    ]);
    expect(warned({ trail: '500d' }, archived(500))).toEqual([]);
  });
});

describe('what a destination shows', () => {
  const shown = (more: object) => ({
    destinations: { ...sample.destinations, 'soc-slack': { ...sample.destinations['soc-slack'], ...more } },
  });

  it.each([{ show: 'full' }, { show: 'pseudonym' }, { show: 'minimal', notify: 'quiet' }])(
    'may be %j',
    (more) => {
      expect(complaints(shown(more))).toEqual([]);
    },
  );

  it.each([
    [{ show: 'pseudonyms' }, 'destinations.soc-slack.show: must be one of full, pseudonym, minimal'],
    [{ notify: 'none' }, 'destinations.soc-slack.notify: must be one of full, quiet'],
  ])('may not be %j', (more, problem) => {
    expect(complaints(shown(more)).join()).toContain(problem);
  });
});
