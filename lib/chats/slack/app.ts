import { Hono } from 'hono';
import type { Metrics } from '../../config/metrics.ts';
import type { Clock } from '../../platform/clock.ts';
import { headerOf, type SentRequest } from '../../platform/http/http-event.ts';
import type { Log } from '../../platform/log.ts';
import type { SlackInteraction } from './interaction.ts';
import type { createInteractionReader } from './interaction-reader.ts';
import type { SlackVerifier } from './verify.ts';

export interface SlackAppParts {
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
const SURFACE = { Surface: 'slack' };

/** Where Slack sends clicks and forms. Nothing of a request is read before it is known to be Slack's. */
export function createSlackApp({
  verifier,
  read,
  answer,
  clock,
  log,
  metrics,
}: SlackAppParts): Hono<{ Bindings: SentRequest }> {
  let lookedAtMs = clock.now();

  async function verified({ rawBody, sentHeaders: headers }: SentRequest) {
    const request = { rawBody, headers, nowMs: clock.now() };
    const first = (await verifier(false))(request);
    if (first.ok || first.status !== 401 || clock.now() - lookedAtMs < LOOK_AGAIN_MS) return first;
    lookedAtMs = clock.now();
    return (await verifier(true))(request);
  }

  return new Hono<{ Bindings: SentRequest }>().post('/slack/interactions', async (c) => {
    const genuine = await verified(c.env);
    if (!genuine.ok) return refuse(genuine);
    const interaction = read(c.env.rawBody, headerOf(c.env.sentHeaders, 'content-type'));
    if (!interaction.ok) return refuse(interaction);
    const body = await answer(interaction.interaction);
    return body === null ? c.body(null, 200) : c.json(body, 200);
  });

  function refuse({ status, reason }: { status: 400 | 401 | 413; reason: string }): Response {
    log('request refused', { surface: 'slack', status, reason });
    metrics('surface', SURFACE, { RequestsRefused: 1 });
    return new Response(null, { status });
  }
}
