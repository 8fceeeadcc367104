import type { Context, Hono } from 'hono';
import type { Source } from '../source.ts';
import { filterVerdicts, readFilter } from './filter-verdicts.ts';
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
  const chosen = async (c: Context) =>
    filterVerdicts((await read()).rows, readFilter(new URL(c.req.url).search), source.now());
  app.get('/verdicts.csv', async (c) =>
    c.body(writeCsv(await chosen(c)), 200, asFile('text/csv', 'verdicts.csv')),
  );
  app.get('/verdicts.json', async (c) =>
    c.body(JSON.stringify(await chosen(c), null, 2), 200, asFile('application/json', 'verdicts.json')),
  );
}
