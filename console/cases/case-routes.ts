import type { Hono } from 'hono';
import type { Source } from '../source.ts';
import { readOpenCases } from './read-cases.ts';

/** The undecided cases. Pages that ask during one read share its answer. */
export function addCases(app: Hono, source: Source): void {
  let reading: ReturnType<typeof readOpenCases> | null = null;
  app.get('/cases', async (c) => {
    reading ??= readOpenCases(source).finally(() => {
      reading = null;
    });
    return c.json(await reading);
  });
}
