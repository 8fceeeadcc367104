const ISO = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:[.,]\d+)?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** The form that `Date.parse` reads correctly as it is, and by far the most common. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * An ISO 8601 timestamp as epoch milliseconds, or null if it is not one.
 * A timestamp without a zone is UTC: `Date.parse` alone would read it in the zone of the machine.
 */
export function readTimestamp(text: string): number | null {
  const ms = Date.parse(PLAIN.test(text) ? text : (normalize(text) ?? ''));
  return Number.isNaN(ms) ? null : ms;
}

/** A moment that may be missing. Null for no text, for no date, and for the year 1 that some servers send for none. */
export function readMoment(text: string | null | undefined): number | null {
  const ms = text ? readTimestamp(text) : null;
  return ms !== null && ms > 0 ? ms : null;
}

function normalize(text: string): string | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, date, minutes = '00:00', seconds = ':00', zone = 'Z'] = match;
  return `${date}T${minutes}${seconds.replace(',', '.')}${normalizeZone(zone)}`;
}

function normalizeZone(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
