const REQUIRED = ['id', 'source', 'specversion', 'type'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** RFC 3986: only these characters, and whole escapes. */
const URI = /^[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
/** Control characters, what Unicode calls no characters, and halves of pairs. */
const FORBIDDEN = /[\p{Cc}\p{Noncharacter_Code_Point}\p{Surrogate}]/u;

/** What CloudEvents 1.0 and its JSON format have against an event in structured mode. The official SDK lets more pass. */
export function cloudEventProblems(event: object): string[] {
  const { data: _, ...attributes } = event as Record<string, unknown>;
  return [
    ...REQUIRED.filter((name) => !(name in attributes)).map((name) => `${name} is missing`),
    ...Object.entries(attributes).flatMap(([name, value]) => {
      const problem = problemOf(name, value);
      return problem === null ? [] : [`${name} ${problem}`];
    }),
  ];
}

function problemOf(name: string, value: unknown): string | null {
  if (!/^[a-z0-9]{1,20}$/.test(name)) return 'is no name of an attribute';
  if (typeof value !== 'string' || value === '') return 'is no text';
  if (FORBIDDEN.test(value)) return 'holds a forbidden character';
  if (name === 'specversion' && value !== '1.0') return 'is of another version';
  if (name === 'time' && !(TIME.test(value) && Number.isFinite(Date.parse(value)))) return 'is no time';
  if ((name === 'source' || name === 'dataschema') && !URI.test(value)) return 'is no URI';
  if (name === 'datacontenttype' && !/^[a-z]+\/[a-z0-9.+-]+$/.test(value)) return 'is no media type';
  return null;
}
