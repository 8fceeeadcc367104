import type { Env, Hono } from 'hono';
import type { z } from 'zod';
import type { FaultBook } from '../fault-book.ts';
import { readBody, refuse } from './read-body.ts';

/** Lists, plans and clears faults. */
export const addFaultControls = <Of extends Env, Fault>(
  app: Hono<Of>,
  faults: Pick<FaultBook<Fault, never>, 'plan' | 'list' | 'clear'>,
  schema: z.ZodType<Fault>,
): void => {
  const list = () => ({ faults: faults.list() as object[] });
  app.get('/faults', (c) => c.json(list()));
  app.post('/faults', async (c) => c.json({ fault_id: faults.plan(await readBody(c, schema)) }, 201));
  app.delete('/faults', (c) => {
    faults.clear();
    return c.json(list());
  });
  app.delete('/faults/:fault_id', (c) => {
    const faultId = Number(c.req.param('fault_id'));
    if (!faults.list().some(({ fault_id }) => fault_id === faultId)) refuse('There is no such fault.');
    faults.clear(faultId);
    return c.json(list());
  });
};
