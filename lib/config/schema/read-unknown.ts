export type Path = readonly PropertyKey[];

/** A problem of a configuration, and where it is. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Reads values of unknown type: a missing value, or one of another type, is empty. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const entriesOf = (value: unknown): [string, unknown][] => Object.entries(objectOf(value));

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
