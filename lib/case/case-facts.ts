import * as z from 'zod/mini';

/** A connector behind the events of a case that was not working when the case arrived. */
const ConnectorFact = z.object({ name: z.string(), status: z.string() });
export type ConnectorFact = z.infer<typeof ConnectorFact>;

/**
 * Facts shown beside a case: known when it arrived, and never changed afterwards. They name nobody, so redaction has
 * nothing to hide here.
 */
export const CaseFacts = z.object({
  /** The earlier cases, as `writePast` writes them. */
  past: z.optional(z.string()),
  connectors: z.optional(z.array(ConnectorFact)),
});
export type CaseFacts = z.infer<typeof CaseFacts>;

/** The facts for a place that gets the case later: the counts of earlier cases were made for the first places only. */
export const factsElsewhere = ({ past: _, ...others }: CaseFacts): CaseFacts => others;
