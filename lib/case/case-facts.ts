import * as z from 'zod/mini';

/** A connector behind the events of a case that did not work when the case came. */
const ConnectorFact = z.object({ name: z.string(), status: z.string() });
export type ConnectorFact = z.infer<typeof ConnectorFact>;

/**
 * What stands beside a case: known when it came, and not changed afterwards. It names nobody, so that what hides people
 * hides them here too.
 */
export const CaseFacts = z.object({
  /** The cases before it, as `writePast` writes them. */
  past: z.optional(z.string()),
  connectors: z.optional(z.array(ConnectorFact)),
});
export type CaseFacts = z.infer<typeof CaseFacts>;

/** What may be told of it where it comes later: what was before it, only the first place was sent. */
export const factsElsewhere = ({ past: _, ...others }: CaseFacts): CaseFacts => others;
