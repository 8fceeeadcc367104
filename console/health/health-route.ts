import type { Hono } from 'hono';
import type { Source } from '../source.ts';
import type { HealthSamples } from './health-samples.ts';
import { readHealth } from './read-health.ts';

export function addHealth(app: Hono, source: Source, samples: HealthSamples): void {
  app.get('/health', async (c) => c.json(await readHealth(source, samples)));
}
