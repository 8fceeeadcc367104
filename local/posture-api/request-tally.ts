const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^\/cases$/, '/cases'],
  [/^\/cases\/[^/]+\/verdict$/, '/cases/{case_id}/verdict'],
  [/^\/threats$/, '/threats'],
  [/^\/users$/, '/users'],
  [/^\/personas\/[^/]+$/, '/personas/{tuid}'],
  [/^\/personas\/[^/]+\/detail$/, '/personas/{tuid}/detail'],
  [/^\/nhi\/personas$/, '/nhi/personas'],
  [/^\/nhi\/personas\/[^/]+\/detail$/, '/nhi/personas/{nuid}/detail'],
  [/^\/integrations\/[^/]+$/, '/integrations/{connector_type}'],
  [/^\/drift\/[^/]+$/, '/drift/{drift_id}'],
];

/** Counts requests as they arrive, whatever becomes of them. */
export const createRequestTally = () => {
  const counts = new Map<string, number>();
  return {
    count: (method: string, path: string): void => {
      const pattern = PATTERNS.find(([shape]) => shape.test(path))?.[1] ?? '(other)';
      const name = `${method} ${pattern}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    read: (): Record<string, number> => Object.fromEntries(counts),
    reset: (): void => counts.clear(),
  };
};

export type RequestTally = ReturnType<typeof createRequestTally>;
