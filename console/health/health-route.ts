import type { Hono } from 'hono';
import type { Source } from '../source.ts';
import { readHealth } from './read-health.ts';

export function addHealth(app: Hono, source: Source): void {
  app.get('/health', async (c) => c.json(await readHealth(source)));
}
