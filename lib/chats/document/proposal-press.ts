import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../base/seal.ts';
import { sealedValue } from './sealed-value.ts';

/** The answers to a proposed mute. */
export const PROPOSAL_CHOICES = [
  { choice: 'mute', label: 'Mute for 7 days', approval: 'Approve' },
  { choice: 'no', label: 'No', approval: 'Decline' },
] as const;
/** What its buttons are called. */
export const PROPOSAL_VERB = 'proposal';

/** What such a button carries. */
export interface ProposalPress {
  readonly domain: string;
  readonly id: string;
  readonly choice: (typeof PROPOSAL_CHOICES)[number]['choice'];
  /** The destination that shows the proposal. */
  readonly destination: string;
}

const LONGEST = 1_000;

const PRESS = /* @__PURE__ */ sealedValue('proposal', LONGEST, {
  d: z.string(),
  p: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  c: z.enum(['mute', 'no']),
  n: z.string(),
});

/** The value of a button; null when it is too long. */
export const writeProposalPress = (
  { domain, id, choice, destination }: ProposalPress,
  sealOf: SealOf,
): string | null => PRESS.write({ d: domain, p: id, c: choice, n: destination }, sealOf);

/** Null when the bridge did not write the value. */
export function readProposalPress(
  value: unknown,
  seal: Pick<Seal, 'isGenuine'> | null,
): ProposalPress | null {
  const read = PRESS.read(value, seal);
  if (read?.origin !== 'genuine') return null;
  const { d, p, c, n } = read.fields;
  return { domain: d, id: p, choice: c, destination: n };
}
