const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Created once: a new one for each use would take most of the page's time. */
const format = (options: Intl.DateTimeFormatOptions): ((atMs: number) => string) => {
  const { format: write } = new Intl.DateTimeFormat('en-GB', options);
  return (atMs) => write(atMs);
};

export const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const hourAndMinute = format({ hour: '2-digit', minute: '2-digit' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const wholeDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** `Sun 15 Nov 2026, 07:34:20` */
export const fullMoment = (atMs: number): string => `${wholeDay(atMs).replace(',', '')}, ${clock(atMs)}`;

/** As people say it. A time slightly in the future is `just now` too. */
export function sayMoment(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs;
  if (agoMs < 0) return agoMs > -MINUTE ? 'just now' : `in ${saySpan(-agoMs)}`;
  if (agoMs < 10 * SECOND) return 'just now';
  if (agoMs < HOUR) return `${saySpan(agoMs)} ago`;
  const day = (ms: number) => new Date(ms).toDateString();
  if (day(atMs) === day(nowMs)) return `today ${hourAndMinute(atMs)}`;
  if (day(atMs) === day(nowMs - DAY)) return `yesterday ${hourAndMinute(atMs)}`;
  return `${dayAndMonth(atMs)} ${hourAndMinute(atMs)}`;
}

/** Coarse on purpose: `4.2 s`, `34 s`, `5 min`, `2 h 10 min`, `3 days`. */
export function saySpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < SECOND) return `${Math.round(span)} ms`;
  if (span < 10 * SECOND) return `${Number((span / SECOND).toFixed(1))} s`;
  if (Math.round(span / SECOND) < 60) return `${Math.round(span / SECOND)} s`;
  if (Math.round(span / MINUTE) < 60) return `${Math.round(span / MINUTE)} min`;
  if (span < DAY) {
    const minutes = Math.round(span / MINUTE);
    const rest = minutes % 60;
    return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  const days = Math.round(span / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}
