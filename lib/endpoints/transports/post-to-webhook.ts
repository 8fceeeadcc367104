import type { Clock } from '../../base/clock.ts';
import type { WebhookDestination } from '../../config/webhook-schema.ts';
import { classifyAnswer } from '../classify-answer.ts';
import type { Credentials } from '../credentials.ts';
import type { Judged, Transport } from '../event-transport.ts';
import type { Posted, SafeRequest } from '../post-safely.ts';
import { signedHeaders } from '../sign-event.ts';

export interface WebhookTransportParts {
  readonly credentials: {
    of(destination: string): Promise<Credentials>;
    forget(destination: string): void;
  };
  readonly post: (request: SafeRequest) => Promise<Posted>;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
const USER_AGENT = 'posture-bridge';

/** A signed request over https, by Standard Webhooks. */
export const createWebhookTransport =
  ({ credentials, post, clock }: WebhookTransportParts) =>
  (name: string, { url, privateRanges, local }: WebhookDestination): Transport =>
  async ({ eventId }, { body, contentType }) => {
    let known: Credentials;
    try {
      known = await credentials.of(name);
    } catch (error) {
      // The text of such an error names parameters, and never their values.
      return unreadable(`secret: ${String(error).slice(0, 200)}`);
    }
    const signed = signedHeaders({ id: eventId, atMs: clock.now(), body }, known.signers);
    const own = { 'content-type': contentType, 'user-agent': USER_AGENT, ...signed };
    const headers = { ...known.headers, ...own };
    const rules = { privateRanges, local };
    const judged = classifyAnswer(
      await post({ url, rules, headers, body, timeoutMs: TIMEOUT_MS }),
      clock.now(),
    );
    // There may be another secret by the next attempt.
    if (judged.is === 'endpoint' && judged.trouble.kind === 'credentials') credentials.forget(name);
    return judged;
  };

const unreadable = (reason: string): Judged => ({
  is: 'endpoint',
  trouble: { kind: 'credentials', reason },
  leastMs: 0,
  maybeEvent: false,
});
