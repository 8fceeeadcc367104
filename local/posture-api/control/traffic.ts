import type { Hono } from 'hono';
import { addFaultControls } from '../../stand-in-kit/control/faults.ts';
import { Fault } from '../path-faults.ts';
import type { ApiEnv, Service } from '../service.ts';

/** What was requested, and what should go wrong. */
export const addTrafficControls = (app: Hono<ApiEnv>, { faults, tally, verdicts }: Service): void => {
  addFaultControls(app, faults, Fault);

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
