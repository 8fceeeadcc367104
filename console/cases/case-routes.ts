import type { Hono } from 'hono';
import type { Source } from '../source.ts';
import { readOpenCases } from './read-cases.ts';

/** What is to be decided. Pages that ask while it is read get the same answer. */
export function addCases(app: Hono, source: Source): void {
  let reading: ReturnType<typeof readOpenCases> | null = null;
  app.get('/cases', async (c) => {
    reading ??= readOpenCases(source).finally(() => {
      reading = null;
    });
    return c.json(await reading);
  });
}
