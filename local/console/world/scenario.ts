import * as z from 'zod';

const name = z.string().min(1).max(200);

/** What can be done to the world around the bridge. */
export const Scenario = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('open-cases'),
    count: z.int().min(1).max(500).default(1),
    kind: z.enum(['plain', 'severe', 'late']).default('plain'),
    lateByMs: z.int().min(1_000).max(600_000).default(20_000),
    events: z.int().min(0).max(20).default(2),
    domain: name.optional(),
  }),
  z.strictObject({ do: z.literal('attach-event'), domain: name, caseId: name }),
  z.strictObject({ do: z.literal('close-case'), domain: name, caseId: name }),
  z.strictObject({ do: z.literal('set-api'), state: z.enum(['well', 'not-ready', 'slow', 'failing']) }),
  z.strictObject({ do: z.literal('set-order'), order: name }),
  z.strictObject({ do: z.literal('set-slack'), up: z.boolean() }),
  z.strictObject({ do: z.literal('set-teams'), up: z.boolean() }),
  z.strictObject({ do: z.literal('kill'), function: name }),
]);
export type Scenario = z.infer<typeof Scenario>;
