/** Hours of the week in a time zone. Days count from Monday, 0; times are minutes of the day. */
export interface Hours {
  readonly days: ReadonlySet<number>;
  readonly fromMinute: number;
  /** Smaller than `fromMinute` if the hours go past midnight. */
  readonly toMinute: number;
  readonly zone: string;
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const EVERY_DAY = 'mon-sun';
const ALL_DAY = '00:00-24:00';
const MINUTES_OF_DAY = 24 * 60;

const WANTED =
  "must be hours with their time zone, like 'Mon-Fri 08:00-18:00 Europe/Berlin', 'Sat,Sun UTC' or '22:00-06:00 UTC'";
const SHAPE = /^(?:([a-z]{3}(?:[-,][a-z]{3})*) )?(?:(\d\d:\d\d-\d\d:\d\d) )?([a-z][\w+/-]*)$/i;

/** The hours in a text, or what is wrong with it. */
export function readHours(text: string): Hours | string {
  const [, days, times, zone = ''] = SHAPE.exec(text.trim()) ?? [];
  if (days === undefined && times === undefined) return WANTED;
  const named = readDays(days ?? EVERY_DAY);
  const [fromMinute = Number.NaN, toMinute = Number.NaN] = (times ?? ALL_DAY).split('-').map(readTime);
  if (!named || Number.isNaN(fromMinute + toMinute) || fromMinute === MINUTES_OF_DAY) return WANTED;
  if (fromMinute === toMinute) return 'ends when it begins';
  if (!isZone(zone)) return `has the unknown time zone "${zone.slice(0, 40)}"; a known one is Europe/Berlin`;
  return { days: named, fromMinute, toMinute, zone };
}

function readDays(text: string): ReadonlySet<number> | null {
  const found = text
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [from = -1, to = from] = part.split('-').map((day) => DAYS.indexOf(day));
      if (from < 0 || to < 0) return [];
      return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
    });
  return found.some((days) => days.length === 0) ? null : new Set(found.flat());
}

function readTime(text: string): number {
  const [hour = Number.NaN, minute = Number.NaN] = text.split(':').map(Number);
  const minutes = hour * 60 + minute;
  return minute < 60 && minutes <= MINUTES_OF_DAY ? minutes : Number.NaN;
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Whether a moment is within the hours. Hours past midnight belong to the day on which they begin. */
export function createIsWithin({ days, fromMinute, toMinute, zone }: Hours): (atMs: number) => boolean {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (atMs) => {
    const parts = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, value]));
    const day = DAYS.indexOf(parts.get('weekday')?.toLowerCase() ?? '');
    const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
    if (fromMinute < toMinute) return days.has(day) && minute >= fromMinute && minute < toMinute;
    return minute >= fromMinute ? days.has(day) : minute < toMinute && days.has((day + 6) % 7);
  };
}
