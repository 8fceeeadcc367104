import type { Hono } from 'hono';
import type { Sources } from '../sources.ts';
import { readOpenCases } from './read-cases.ts';

/** What is to be decided. Pages that ask while it is read get the same answer. */
export function addCases(app: Hono, sources: Sources): void {
  let reading: ReturnType<typeof readOpenCases> | null = null;
  app.get('/cases', async (c) => {
    reading ??= readOpenCases(sources).finally(() => {
      reading = null;
    });
    return c.json(await reading);
  });
}
