import { expect, it } from 'vitest';
import { readTimestamp } from '../../../lib/posture/schemas/timestamp.ts';

const NOON = Date.UTC(2026, 10, 15, 12, 0, 0);

it.each([
  ['2026-11-15T12:00:00Z', NOON],
  ['2026-11-15T12:00:00.000Z', NOON],
  ['2026-11-15T12:00:00.123456Z', NOON + 123],
  ['2026-11-15T12:00:00,5Z', NOON + 500],
  ['2026-11-15T14:00:00+02:00', NOON],
  ['2026-11-15T14:00:00+0200', NOON],
  ['2026-11-15T14:00:00+02', NOON],
  ['2026-11-15T08:30:00-03:30', NOON],
  ['2026-11-15 12:00:00z', NOON],
  ['2026-11-15T12:00', NOON],
  ['2026-11-15', Date.UTC(2026, 10, 15)],
])('reads %s', (text, expected) => {
  expect(readTimestamp(text)).toBe(expected);
});

it('reads a timestamp without a zone as UTC wherever the machine stands', () => {
  const zone = process.env.TZ;
  try {
    process.env.TZ = 'Pacific/Auckland';
    expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0);
    expect(readTimestamp('2026-11-15T12:00:00.123456')).toBe(NOON + 123);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it.each([
  '',
  'yesterday',
  '15.11.2026',
  '2026-13-01T00:00:00Z',
  '2026-11-15T25:00:00Z',
  '1763208000',
  '2026-11-15T',
])('refuses %j', (text) => {
  expect(readTimestamp(text)).toBeNull();
});
