import type { SealOf } from '../base/seal.ts';
import { DAY_MS } from '../base/time.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict-schema.ts';
import { writeLinkToken } from './link-token.ts';

/** How long a link works from its event on. Tickets lie for a while, but a link in an old mail should do nothing. */
export const LINK_LIFE_MS = 7 * DAY_MS;

export interface VerdictLink {
  readonly outcome: Outcome;
  readonly url: string;
  readonly expires_at: string;
}

export type LinksOf = (key: DeliveryKey, atMs: number, episode: number) => readonly VerdictLink[];

/** A link for each outcome of a case. They are the same for every attempt of an event, until the case is reopened. */
export const createLinksOf =
  (url: string, seal: { readonly of: SealOf }): LinksOf =>
  ({ domain, id: caseId, destination }, atMs, episode) =>
    OUTCOMES.flatMap((outcome) => {
      const expiresAtMs = atMs + LINK_LIFE_MS;
      const token = writeLinkToken({ destination, domain, caseId, episode, outcome, expiresAtMs }, seal);
      const expires_at = new Date(expiresAtMs).toISOString();
      return token === null ? [] : [{ outcome, url: `${url}?t=${token}`, expires_at }];
    });
