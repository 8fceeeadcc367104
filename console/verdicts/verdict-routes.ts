import type { Hono } from 'hono';
import type { Source } from '../source.ts';
import { createVerdictsReader } from './read-verdicts.ts';
import { writeCsv } from './write-csv.ts';

/** The audit trail, to look at and to keep. */
export function addVerdicts(app: Hono, source: Source): void {
  const read = createVerdictsReader(source);
  const asFile = (type: string, name: string) => ({
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  app.get('/verdicts', async (c) => c.json(await read()));
  app.get('/verdicts.csv', async (c) =>
    c.body(writeCsv((await read()).rows), 200, asFile('text/csv', 'verdicts.csv')),
  );
  app.get('/verdicts.json', async (c) =>
    c.body(JSON.stringify((await read()).rows, null, 2), 200, asFile('application/json', 'verdicts.json')),
  );
}
