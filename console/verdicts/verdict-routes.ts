import type { Context, Hono } from 'hono';
import { foldTrail, type TrailStep } from '../../lib/verdict/decision-views.ts';
import { asCsv } from '../../lib/verdict/export-decisions.ts';
import type { Source } from '../source.ts';
import type { VerdictRow } from '../wire.ts';
import { filterVerdicts, readFilter } from './filter-verdicts.ts';
import { createVerdictsReader } from './read-verdicts.ts';

/** The audit trail, to view and to download. */
export function addVerdicts(app: Hono, source: Source): void {
  const read = createVerdictsReader(source);
  const asFile = (type: string, name: string) => ({
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  app.get('/verdicts', async (c) => c.json(await read()));
  const chosen = async (c: Context) => {
    const { rows } = await read();
    const chosenRows = filterVerdicts(rows, readFilter(new URL(c.req.url).search), source.now());
    const keys = new Map(chosenRows.map(({ surface, byId, person }) => [`${surface} ${byId}`, person]));
    return foldTrail(chosenRows.map(stepOf), ({ surface, id, name }) => ({
      key: keys.get(`${surface} ${id}`) ?? '',
      name,
    }));
  };
  app.get('/verdicts.csv', async (c) =>
    c.body(asCsv(await chosen(c)), 200, asFile('text/csv', 'verdicts.csv')),
  );
  app.get('/verdicts.json', async (c) =>
    c.body(JSON.stringify(await chosen(c), null, 2), 200, asFile('application/json', 'verdicts.json')),
  );
}

const stepOf = ({ decisionId, by, byId, person: _, surface, ...row }: VerdictRow): TrailStep => ({
  ...row,
  id: decisionId,
  by: by === null ? null : { surface: surface ?? '', id: byId ?? '', name: by },
});
