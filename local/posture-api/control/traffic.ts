import type { Hono } from 'hono';
import { Fault } from '../fault-book.ts';
import { refuse } from '../problem-answer.ts';
import type { ApiEnv, Service } from '../service.ts';
import { readBody } from './input.ts';

/** What went over the wire, and what is to go wrong with it. */
export const addTrafficControls = (app: Hono<ApiEnv>, { faults, tally, verdicts }: Service): void => {
  app.get('/faults', (c) => c.json({ faults: faults.list() }));
  app.post('/faults', async (c) => c.json({ fault_id: faults.plan(await readBody(c, Fault)) }, 201));
  app.delete('/faults', (c) => {
    faults.clear();
    return c.json({ faults: [] });
  });
  app.delete('/faults/:fault_id', (c) => {
    const faultId = Number(c.req.param('fault_id'));
    if (!faults.list().some(({ fault_id }) => fault_id === faultId)) refuse('There is no such fault.');
    faults.clear(faultId);
    return c.json({ faults: faults.list() });
  });

  app.get('/requests', (c) => c.json({ requests: tally.read() }));
  app.delete('/requests', (c) => {
    tally.reset();
    return c.json({ requests: {} });
  });

  app.get('/verdicts', (c) => {
    const name = c.req.query('domain');
    return c.json({ verdicts: verdicts.filter(({ domain }) => name === undefined || domain === name) });
  });
  app.delete('/verdicts', (c) => {
    verdicts.length = 0;
    return c.json({ verdicts: [] });
  });
};
