import { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { headerOf, type SentRequest } from '../../base/http/http-event.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../config/metrics.ts';
import { createRequestCounts } from '../../verdict/log-refused-requests.ts';
import type { SlackInteraction } from './interaction.ts';
import type { createInteractionReader } from './interaction-reader.ts';
import { checkForm, type SignedRequest, type SlackVerifier, type Verified } from './verify.ts';

export interface SlackAppParts {
  /** Says what can be said of a request without the secret. */
  readonly checkForm?: (request: SignedRequest) => Verified;
  /** Says whether a request is Slack's. `renew`: with a secret that is read again. */
  readonly verifier: (renew: boolean) => Promise<SlackVerifier>;
  readonly read: ReturnType<typeof createInteractionReader>;
  /** What to do for a genuine interaction; the body of the answer, null for an empty one. */
  readonly answer: (interaction: SlackInteraction) => Promise<object | null>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A wrong signature may mean that the secret was changed. It is read again at most this often, whatever is sent. */
const LOOK_AGAIN_MS = 60_000;
/** Genuine requests have a tenth of this size. */
const MOST_LOOKED_AT = 256 * 1024;

/** Where Slack sends clicks, forms and commands. Nothing of a request is read before it is known to be Slack's. */
export function createSlackApp({
  checkForm: formOf = checkForm,
  verifier,
  read,
  answer,
  clock,
  log,
  metrics,
}: SlackAppParts): Hono<{ Bindings: SentRequest }> {
  const counts = createRequestCounts({ surface: 'slack', clock, log, metrics });
  let lookedAtMs = clock.now();

  async function verified({ rawBody, sentHeaders: headers }: SentRequest): Promise<Verified> {
    const request = { rawBody, headers, nowMs: clock.now() };
    const formed = formOf(request);
    if (!formed.ok) return formed;
    const first = (await verifier(false))(request);
    if (first.ok || first.status !== 401 || clock.now() - lookedAtMs < LOOK_AGAIN_MS) return first;
    lookedAtMs = clock.now();
    try {
      return (await verifier(true))(request);
    } catch (error) {
      // A stranger's request must not cost Slack's requests the secret that they were verified with.
      log('secret not read again', { surface: 'slack', error: String(error) });
      return first;
    }
  }

  /** Whether the request claims to be a click, a form or a command in our workspace: genuine, if our secret is wrong. */
  function looksLikeOurs({ rawBody, sentHeaders }: SentRequest): boolean {
    if (
      rawBody.byteLength > MOST_LOOKED_AT ||
      !formOf({ rawBody, headers: sentHeaders, nowMs: clock.now() }).ok
    )
      return false;
    const interaction = read(rawBody, headerOf(sentHeaders, 'content-type'));
    return (
      interaction.ok && ['block-actions', 'view-submission', 'command'].includes(interaction.interaction.kind)
    );
  }

  return new Hono<{ Bindings: SentRequest }>().post('/slack/interactions', async (c) => {
    const genuine = await verified(c.env);
    if (!genuine.ok) return refuse(genuine, () => looksLikeOurs(c.env));
    const interaction = read(c.env.rawBody, headerOf(c.env.sentHeaders, 'content-type'));
    if (!interaction.ok) return refuse(interaction, () => true);
    counts.taken();
    const body = await answer(interaction.interaction);
    return body === null ? c.body(null, 200) : c.json(body, 200);
  });

  function refuse(
    { status, reason }: { status: 400 | 401 | 413; reason: string },
    disputed: () => boolean,
  ): Response {
    counts.refused({ status, reason, disputed });
    return new Response(null, { status });
  }
}
