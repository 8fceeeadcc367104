/** `1,204`, `0.875`. By hand: the first `toLocaleString` of a process takes it 20 ms. */
export function grouped(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1_000) / 1_000;
  return String(rounded).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** `1,204 events` */
export const counted = (count: number, what: string): string =>
  `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `15 minutes`: in the largest unit that leaves no fraction. */
export function inWords(ms: number): string {
  const [unit, each] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? ['second', 1_000];
  return counted(ms / each, unit);
}

/** `4 hours`, `90 minutes`: rounded down, for a time that nobody chose. */
export function roughly(ms: number): string {
  const at = UNITS.findIndex(([, each]) => ms >= each);
  const [unit, each] = UNITS[at] ?? ['second', 1_000];
  const [smaller, part] = UNITS[at + 1] ?? [unit, each];
  // `1 hour` would say too little of 90 minutes.
  const isNearTwo = at >= 0 && ms < 2 * each && ms >= each + part;
  return isNearTwo ? counted(Math.floor(ms / part), smaller) : counted(Math.floor(ms / each), unit);
}

/** The beginning of an id, enough to find it. Only letters, digits and dashes are kept. */
export const shortId = (id: string): string => id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 8) || '?';

/** The first 8 characters of an id, or more of it: what people copy from a note, the console or a log. */
export const isShortId = (text: string): boolean => /^[0-9a-f-]{8,35}$/i.test(text);

const LAST_MS = Date.UTC(9999, 11, 31);

/** Whether a calendar can show it. */
export const isShowable = (atMs: number | null): atMs is number =>
  atMs !== null && atMs >= 1_000 && atMs < LAST_MS;

/** `09:41:07 UTC`, for a time today. */
export const utcSecond = (atMs: number): string =>
  Math.abs(atMs) < LAST_MS ? `${new Date(atMs).toISOString().slice(11, 19)} UTC` : '';

/** `2026-11-15 09:41 UTC`, for chats that cannot show the reader's own time. */
export const utc = (atMs: number): string =>
  Math.abs(atMs) < LAST_MS ? `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
