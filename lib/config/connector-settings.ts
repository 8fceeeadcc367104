import * as z from 'zod/mini';
import { strict, textThat } from './schema/strict.ts';

const source = textThat((text) => {
  if (!text.trim()) return 'is empty';
  return text.length > 200 ? 'is longer than 200 characters' : null;
});

/** A connector of the platform. The contract does not say which sources it provides. */
export const Connector = strict({
  /** Named as in events, in any case. */
  sources: z.array(source).check(z.minLength(1, 'is empty: name at least one source of events')),
});
