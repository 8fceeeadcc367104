import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/time.ts';
import { type ChatName, chatLabel } from '../../config/chats.ts';
import type { Look } from './check-health.ts';
import type { Sign, Signs } from './signs.ts';

/** How long a sign counts. */
const LATELY_MS = 15 * MINUTE_MS;
/** A sign of an accepted request is left only every five minutes. */
const TAKEN_MS = LATELY_MS + 5 * MINUTE_MS;
/** Few, because with the wrong secret every click is refused, and a small team does not click often. */
const SUSPICIOUS = 3;

export interface LookAtSignsParts {
  readonly signs: Signs;
  /** The chats that people can click in, and the domains whose cases they decide. No other subject counts. */
  readonly chats: readonly ChatName[];
  readonly domains: readonly string[];
  readonly clock: Clock;
}

/** Looks at recent signs: what only the other functions can notice. */
export const createLookAtSigns = ({ signs, chats, domains, clock }: LookAtSignsParts): Look => ({
  name: 'signs',
  about: ['Clicks are lost', 'Requests are refused', 'Verdicts fail'],
  async look(findings) {
    const nowMs = clock.now();
    const found = await signs.since('now', nowMs - TAKEN_MS);
    const count = (by: Sign['by'], what: Sign['what'], subject: string, withinMs: number): number =>
      found.filter(
        (one) =>
          one.by === by && one.what === what && one.subject === subject && one.atMs >= nowMs - withinMs,
      ).length;
    for (const chat of chats) {
      if (count('action', 'lost', chat, LATELY_MS) > 0) {
        const sentence = `What an analyst clicked in ${chatLabel(chat)} could not be queued.`;
        findings.add({ heading: 'Clicks are lost', subject: chat, sentence });
      }
      const isTaken = count('action', 'taken', chat, TAKEN_MS) > 0;
      if (!isTaken && count('action', 'disputed', chat, LATELY_MS) >= SUSPICIOUS) {
        const sentence = `Requests that look like clicks in ${chatLabel(chat)} are refused, and none is taken.`;
        findings.add({ heading: 'Requests are refused', subject: chat, sentence });
      }
    }
    for (const domain of domains) {
      if (count('verdict', 'failed', domain, LATELY_MS) === 0) continue;
      const sentence = `A verdict on a case of ${domain} could not be recorded.`;
      findings.add({ heading: 'Verdicts fail', subject: domain, sentence });
    }
  },
});
