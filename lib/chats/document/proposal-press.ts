import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { Seal, SealOf } from '../../platform/seal.ts';
import { asciiJson } from './button-target.ts';

/** What can be pressed about a mute that is proposed. */
export const PROPOSAL_CHOICES = [
  { choice: 'mute', label: 'Mute for 7 days' },
  { choice: 'no', label: 'No' },
] as const;
/** What its buttons are called. */
export const PROPOSAL_VERB = 'proposal';

/** What such a button carries. */
export interface ProposalPress {
  readonly domain: string;
  readonly id: string;
  readonly choice: (typeof PROPOSAL_CHOICES)[number]['choice'];
  /** Where it was proposed. */
  readonly destination: string;
}

const LONGEST = 1_000;

/** As text for a button; null when it is too long for one. */
export function writeProposalPress(press: ProposalPress, sealOf: SealOf): string | null {
  const fields = fieldsOf(press);
  const value = asciiJson({ ...fields, s: sealOf(sealedText(fields)) });
  return value.length <= LONGEST ? value : null;
}

const fieldsOf = ({ domain, id, choice, destination }: ProposalPress) => ({
  d: domain,
  p: id,
  c: choice,
  n: destination,
});

/** The kind first: what was sealed as something else is no answer. */
const sealedText = (fields: object): string => `proposal ${asciiJson(fields)}`;

const Value = z.object({
  d: z.string(),
  p: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  c: z.enum(['mute', 'no']),
  n: z.string(),
  s: z.string(),
});

/** Null for what the bridge did not write: a client may send anything. */
export function readProposalPress(
  value: unknown,
  seal: Pick<Seal, 'isGenuine'> | null,
): ProposalPress | null {
  if (typeof value !== 'string' || value.length > LONGEST || !seal) return null;
  const { data } = Value.safeParse(parseJson(value));
  if (!data) return null;
  const press = { domain: data.d, id: data.p, choice: data.c, destination: data.n };
  return seal.isGenuine(sealedText(fieldsOf(press)), data.s) ? press : null;
}
