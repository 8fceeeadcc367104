const PATHS = [
  '/cases',
  '/cases/{case_id}/verdict',
  '/threats',
  '/users',
  '/personas/{tuid}',
  '/personas/{tuid}/detail',
  '/nhi/personas',
  '/nhi/personas/{nuid}/detail',
  '/integrations/{connector_type}',
  '/drift/{drift_id}',
];
const SHAPES = PATHS.map((path) => ({
  path,
  shape: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Counts requests as they arrive, whatever their outcome. */
export const createRequestTally = () => {
  const counts = new Map<string, number>();
  return {
    count: (method: string, path: string): void => {
      const known = SHAPES.find(({ shape }) => shape.test(path))?.path ?? '(other)';
      const name = `${method} ${known}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    read: (): Record<string, number> => Object.fromEntries(counts),
    reset: (): void => counts.clear(),
  };
};

export type RequestTally = ReturnType<typeof createRequestTally>;
