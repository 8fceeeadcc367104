import * as z from 'zod/mini';
import { CaseFacts } from '../case/case-facts.ts';
import { parseTolerant } from '../posture/parse-tolerant.ts';
import { Case } from '../posture/schemas/case.ts';
import { identifier, instant } from '../posture/schemas/fields.ts';
import { Threat } from '../posture/schemas/threat.ts';

const ENVELOPE_VERSION = 1;

/** Something that the bridge itself has to say. */
export const Notice = z.object({
  code: identifier,
  title: z.string(),
  text: z.string(),
  at: instant,
  /** Mutes that people are asked about. `became`: in words, once somebody answered. */
  proposals: z.optional(
    z.readonly(z.array(z.object({ id: z.string(), words: z.string(), became: z.nullable(z.string()) }))),
  ),
});
export type Notice = z.infer<typeof Notice>;

/** A posted message should show something new. The notifier finds in the ledger what it is. */
const Named = z.object({ feed: z.enum(['cases', 'threats']), id: identifier });
export const Refresh = z.extend(Named, { version: z.number(), more: z.optional(z.array(Named)) });
export type Refresh = z.infer<typeof Refresh>;

const about = {
  v: z.literal(ENVELOPE_VERSION),
  deliveryId: identifier,
  domain: z.string(),
  destination: z.string(),
  routes: z.array(z.string()),
  handedOverAt: instant,
  /** Not new: it is shown where it was shown before, and nowhere else. */
  changed: z.optional(z.boolean()),
  /** What goes into a thread is shown in the channel too. */
  broadcast: z.optional(z.boolean()),
  /** Of a case: the poller notes which events it tells. Absent: the notifier does. */
  eventsNoted: z.optional(z.boolean()),
  /** What was left out so that the message fits, in words for people; and how many events. */
  trimmed: z.optional(z.object({ what: z.array(z.string()), eventsLeftOut: z.optional(z.number()) })),
};

export const Envelope = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('case'), item: Case, facts: z.optional(CaseFacts) }),
  z.object({ ...about, kind: z.literal('threat'), item: Threat }),
  z.object({ ...about, kind: z.literal('notice'), notice: Notice }),
  z.object({ ...about, kind: z.literal('refresh'), refresh: Refresh }),
]);
export type Envelope = z.infer<typeof Envelope>;

export type ReadEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | {
      readonly ok: false;
      /** `not_ours`: no version of the bridge writes such a thing. The others may be of a newer one. */
      readonly code: 'not_ours' | 'unknown_version' | 'malformed';
      readonly reason: string;
    };

const Versioned = z.looseObject({ v: z.number() });

/** Never throws. As with the API's answers, an odd value inside an item costs that value, not the item. */
export function readEnvelope(body: string): ReadEnvelope {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return { ok: false, code: 'not_ours', reason: 'the message is not JSON' };
  }
  const versioned = Versioned.safeParse(input);
  if (!versioned.success) return { ok: false, code: 'not_ours', reason: 'the message has no version "v"' };
  if (versioned.data.v !== ENVELOPE_VERSION) {
    const reason = `the message has version ${versioned.data.v}, this function reads ${ENVELOPE_VERSION}`;
    return { ok: false, code: 'unknown_version', reason };
  }
  const read = parseTolerant<Envelope>(Envelope, input);
  return read.ok ? { ok: true, envelope: read.value } : { ok: false, code: 'malformed', reason: read.reason };
}
