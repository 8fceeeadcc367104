type Fields = Readonly<Record<string, unknown>>;

const FIELDS: Readonly<Record<string, string>> = {
  domain: 'domain',
  feed: 'feed',
  threatType: 'threat type',
  category: 'category',
  subcategory: 'subcategory',
  severity: 'severity',
  highestSeverity: 'highest severity',
  source: 'source',
  signalType: 'signal type',
  user: 'user',
  text: 'text',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valuesOf = (value: unknown): string => [value].flat().map(String).join(' or ');

/** A condition in words. Unknown parts are shown as written. */
export function writeCondition(when: unknown): string {
  if (!isFields(when)) return when === undefined || when === null ? 'everything' : JSON.stringify(when);
  const parts = Object.entries(when).flatMap(([key, value]) => partOf(key, value));
  return parts.length === 0 ? 'everything' : parts.join(', and ');
}

function partOf(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (key === 'not') return [`not (${writeCondition(value)})`];
  if (key === 'any' || key === 'all') {
    const parts = [value].flat().map(writeCondition);
    if (parts.length === 0) return [];
    return [parts.length === 1 ? String(parts[0]) : `(${parts.join(key === 'any' ? '; or ' : '; and ')})`];
  }
  if (key === 'during') return [`created ${valuesOf(value)}`];
  const verb = key === 'text' ? 'says' : 'is';
  return [`${FIELDS[key] ?? key} ${verb} ${valuesOf(value)}`];
}
