/** When a schedule fires next, after a moment; both in milliseconds since 1970. */
export type NextFiring = (afterMs: number) => number;

export interface ScheduleTimes {
  readonly next: NextFiring;
  /** A rate starts when it is made; a cron expression waits for its time. */
  readonly atOnce: boolean;
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads `rate(5 minutes)` or `cron(0 3 * * ? *)`, in UTC. Throws with a sentence for anything else. */
export function readScheduleExpression(expression: string): ScheduleTimes {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNITS[unit];
  if (unitMs !== undefined && Number(count) > 0) {
    const everyMs = Number(count) * unitMs;
    return { atOnce: true, next: (afterMs) => afterMs + everyMs };
  }
  const [, fields] = /^cron\((.+)\)$/.exec(expression) ?? [];
  const parts = fields?.trim().split(/\s+/);
  if (parts?.length !== 6) throw new Error(`the schedule ${expression} is not understood here`);
  return { atOnce: false, next: cron(parts, expression) };
}

const NAMES = {
  month: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  weekday: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
};
const MINUTE = 60_000;
const TWO_YEARS_OF_DAYS = 731;

function cron(parts: readonly string[], expression: string): NextFiring {
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = parts;
  if ((day === '?') === (weekday === '?')) {
    throw new Error(`the schedule ${expression} needs a ? for exactly one of its day fields`);
  }
  const field = (text: string, from: number, to: number, names: readonly string[] = []) =>
    readField(text, from, to, names, expression);
  const minutes = field(minute, 0, 59);
  const hours = field(hour, 0, 23);
  const days = field(day, 1, 31);
  const months = field(month, 1, 12, NAMES.month);
  const weekdays = field(weekday, 1, 7, NAMES.weekday);
  const years = field(year, 1970, 2199);

  const dayFits = (date: Date) =>
    years.has(date.getUTCFullYear()) &&
    months.has(date.getUTCMonth() + 1) &&
    days.has(date.getUTCDate()) &&
    weekdays.has(date.getUTCDay() + 1);

  return (afterMs) => {
    let at = Math.floor(afterMs / MINUTE) * MINUTE + MINUTE;
    for (let tried = 0; tried < TWO_YEARS_OF_DAYS; ) {
      const date = new Date(at);
      if (!dayFits(date)) {
        at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
        tried++;
      } else if (hours.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes())) {
        return at;
      } else {
        at += MINUTE;
        if (at % (1_440 * MINUTE) === 0) tried++;
      }
    }
    return Number.POSITIVE_INFINITY;
  };
}

/** `*`, `?`, `5`, `1-5`, `MON-FRI`, `0/15`, and lists of these. */
function readField(
  text: string,
  from: number,
  to: number,
  names: readonly string[],
  expression: string,
): Set<number> {
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named >= 0 ? named + from : Number(word);
    if (word === '' || !Number.isInteger(value) || value < from || value > to) {
      throw new Error(`the part ${text} of the schedule ${expression} is not understood here`);
    }
    return value;
  };
  const chosen = new Set<number>();
  for (const item of text.split(',')) {
    const [range = '', step] = item.split('/');
    const every = range === '*' || range === '?';
    const [first = '', last] = range.split('-');
    const start = every ? from : numberOf(first);
    const end = every ? to : last !== undefined ? numberOf(last) : step === undefined ? start : to;
    const by = step === undefined ? 1 : Math.max(1, numberOf(step));
    for (let value = start; value <= end; value += by) chosen.add(value);
  }
  return chosen;
}
