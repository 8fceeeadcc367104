import { describe, expect, it } from 'vitest';
import { createIsWithin, type Hours, readHours } from '../../../lib/config/schema/hours.ts';

const within = (hours: string, moment: string): boolean =>
  createIsWithin(readHours(hours) as Hours)(Date.parse(moment));

describe('hours of the week', () => {
  it.each([
    // 16 November 2026 is a Monday; Berlin is an hour ahead of UTC.
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-11-16T07:00:00Z', true],
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-11-16T06:59:59Z', false],
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-11-16T16:59:59Z', true],
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-11-16T17:00:00Z', false],
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-11-15T10:00:00Z', false],
    // Two hours in summer.
    ['Mon-Fri 08:00-18:00 Europe/Berlin', '2026-07-13T06:00:00Z', true],
    ['sat,sun utc', '2026-11-15T23:59:59Z', true],
    ['sat,sun utc', '2026-11-16T00:00:00Z', false],
    // Over midnight: Friday's night is over on Saturday morning.
    ['Fri 22:00-06:00 UTC', '2026-11-20T22:00:00Z', true],
    ['Fri 22:00-06:00 UTC', '2026-11-21T05:59:00Z', true],
    ['Fri 22:00-06:00 UTC', '2026-11-21T06:00:00Z', false],
    ['Fri 22:00-06:00 UTC', '2026-11-20T05:00:00Z', false],
    // Over the end of the week.
    ['Sat-Mon 00:00-24:00 UTC', '2026-11-16T23:59:00Z', true],
    ['Sat-Mon 00:00-24:00 UTC', '2026-11-17T00:00:00Z', false],
    ['20:00-24:00 Asia/Kolkata', '2026-11-16T14:30:00Z', true],
    ['20:00-24:00 Asia/Kolkata', '2026-11-16T14:29:00Z', false],
  ])('%s at %s: %s', (hours, moment, expected) => {
    expect(within(hours, moment)).toBe(expected);
  });

  it('names every minute of a week once, in hours and in all others together', () => {
    const monday = Date.parse('2026-11-16T00:00:00Z');
    for (let minute = 0; minute < 7 * 24 * 60; minute += 7) {
      const moment = new Date(monday + minute * 60_000).toISOString();
      const [work, rest] = [
        within('Mon-Fri 08:00-18:00 UTC', moment),
        within('Mon-Fri 18:00-08:00 UTC', moment),
      ];
      expect([work, rest, within('Sat-Sun 08:00-08:01 UTC', moment)].filter(Boolean).length).toBeLessThan(2);
    }
  });

  it.each([
    ['', 'must be hours with their time zone'],
    ['UTC', 'must be hours'],
    ['08:00-18:00', 'must be hours'],
    ['Mon-Fri 8-18 UTC', 'must be hours'],
    ['Mon-Fry 08:00-18:00 UTC', 'must be hours'],
    ['24:00-06:00 UTC', 'must be hours'],
    ['08:61-18:00 UTC', 'must be hours'],
    ['08:00-08:00 UTC', 'ends when it begins'],
    ['08:00-18:00 Europe/Berln', 'unknown time zone "Europe/Berln"'],
    ['08:00-18:00 constructor', 'unknown time zone'],
  ])('%j is refused: %s', (text, problem) => {
    expect(readHours(text)).toContain(problem);
  });
});
