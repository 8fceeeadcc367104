import type { Row } from './row-values.ts';

/** Every value is a parameter: nothing of it is read as PartiQL. */
export const insertOf = (tableName: string, row: Row) => ({
  Statement: `INSERT INTO "${tableName}" VALUE {${Object.keys(row)
    .map((name) => `'${name}': ?`)
    .join(', ')}}`,
  Parameters: Object.values(row),
});
