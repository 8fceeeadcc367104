import type { Hono } from 'hono';
import type * as z from 'zod';
import { readBody } from '../../local/stand-in-kit/control/read-body.ts';
import { Act } from '../requests.ts';
import type { Done, Planned } from '../wire.ts';

export type WantedAct = z.output<typeof Act>;

/** Acts on a bridge with the rights of the person who started the console. */
export interface Operator {
  /** What would be done, and to what; refuses what cannot be done. Changes nothing. */
  plan(act: WantedAct): Promise<string>;
  /** Notes it in the audit trail, does it, and says what was done. */
  carryOut(act: WantedAct): Promise<string>;
}

const READ_ONLY =
  'This console only reads. End it, and start it again with --act to redrive, try again or hand over.';

/** What people do to the bridge: only with an operator, and only what they agreed to. */
export function addActs(app: Hono, operator: Operator | undefined): void {
  app.post('/act', async (c) => {
    if (!operator) return c.json({ error: READ_ONLY }, 403);
    const act = await readBody(c, Act);
    const plan = await operator.plan(act);
    // A plan that has changed since it was shown is shown again: nobody agrees to what they did not read.
    if (act.agreed !== plan) return c.json({ plan } satisfies Planned);
    return c.json({ said: await operator.carryOut(act) } satisfies Done);
  });
}
