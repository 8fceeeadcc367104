import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Seal } from '../base/seal.ts';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict-schema.ts';

/** What one link can do, and nothing else: this outcome for this episode of a case, in the name of this system, until then. */
export interface LinkTarget {
  readonly destination: string;
  readonly domain: string;
  readonly caseId: string;
  readonly episode: number;
  readonly outcome: Outcome;
  readonly expiresAtMs: number;
}

const Fields = z.tuple([
  z.string().check(z.minLength(1)),
  z.string().check(z.minLength(1)),
  z.string().check(z.minLength(1), z.maxLength(500)),
  z.enum(OUTCOMES),
  z.int(),
  z.int(),
]);

const MOST_CHARACTERS = 2_000;
const TOKEN = /^([\w-]{1,1900})\.([\w-]{1,100})$/;

/** The kind first: what was sealed as something else is no link. */
const sealedText = (payload: string): string => `link ${payload}`;

export function writeLinkToken(target: LinkTarget, seal: Pick<Seal, 'of'>): string | null {
  const { destination, domain, caseId, outcome, expiresAtMs, episode } = target;
  const fields = [destination, domain, caseId, outcome, expiresAtMs, episode];
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  const token = `${payload}.${seal.of(sealedText(payload))}`;
  return token.length <= MOST_CHARACTERS ? token : null;
}

/** Null for what this bridge did not write. */
export function readLinkToken(token: string, seal: Pick<Seal, 'isGenuine'> | null): LinkTarget | null {
  const [, payload = '', proof = ''] = TOKEN.exec(token) ?? [];
  if (!seal || payload === '' || !seal.isGenuine(sealedText(payload), proof)) return null;
  const read = Fields.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!read.success) return null;
  const [destination, domain, caseId, outcome, expiresAtMs, episode] = read.data;
  return { destination, domain, caseId, outcome, expiresAtMs, episode };
}

/** A link decides once: pressed again, it is the same decision. */
export const decisionIdOfLink = (token: string): string =>
  `link-${createHash('sha256').update(token).digest('base64url').slice(0, 32)}`;
