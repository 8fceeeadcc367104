import { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { headerOf, type SentRequest } from '../../base/http/http-event.ts';
import type { Log } from '../../base/log.ts';
import type { Seal } from '../../base/seal.ts';
import { CANARY_DOMAIN, CANARY_PATH, mayTakeCanary } from '../../config/canary.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { CANARY_PERSON } from '../../verdict/canary-person.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Canary } from './hand-over-canary.ts';
import { PROOF_HEADER, readPress } from './sealed-press.ts';

export interface CanaryAppParts {
  readonly config: Pick<BridgeConfig, 'destinations'>;
  /** Seals presses; null if no canary was ever sent. */
  readonly seal: () => Promise<Seal | null>;
  /** How this canary stands where the press says. `decided`: a press of it was taken. */
  readonly standingOf: (canary: Canary) => Promise<'not posted' | 'posted' | 'decided'>;
  /** The one durable effect of a press. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

const MOST_BODY_BYTES = 1_024;
/** As a seal writes it. Anything else costs no look into the table. */
const PROOF = /^[A-Za-z0-9_-]{22}$/;

/**
 * Where the bridge presses its own canaries. The message that follows is about the domain of canaries and nothing else,
 * whatever was sent: no press can become a decision about a case. Requests of strangers are not logged one by one.
 */
export function createCanaryApp(parts: CanaryAppParts): Hono<{ Bindings: SentRequest }> {
  const { config, seal, standingOf, queue, clock, log } = parts;

  async function take({ rawBody, sentHeaders }: SentRequest): Promise<number> {
    const proof = headerOf(sentHeaders, PROOF_HEADER) ?? '';
    if (rawBody.byteLength > MOST_BODY_BYTES || !PROOF.test(proof)) return 401;
    const opened = await seal();
    const press =
      opened && readPress({ body: Buffer.from(rawBody).toString('utf8'), proof }, opened, clock.now());
    if (!press) return 401;
    const { destinations } = config;
    const { id, destination } = press;
    const isPlace = Object.hasOwn(destinations, destination) && mayTakeCanary(destinations[destination]);
    const standing = isPlace ? await standingOf(press) : 'not posted';
    if (standing === 'not posted') return 404;
    // Repeated presses must not fill the queue of real decisions.
    if (standing === 'decided') return 202;
    await queue(decisionOf(press));
    log('canary pressed', { canary: id, destination });
    return 202;
  }

  return new Hono<{ Bindings: SentRequest }>().post(CANARY_PATH, async (c) => {
    const status = await take(c.env).catch((error: unknown) => {
      log('canary not taken', { error: String(error) });
      return 503;
    });
    return new Response(null, { status });
  });
}

/** Equal for every press of a canary, so that it is decided once. */
const decisionOf = ({
  id,
  destination,
  atMs,
}: Canary & { readonly atMs: number }): Extract<VerdictMessage, { kind: 'decide' }> => ({
  v: VERDICT_MESSAGE_VERSION,
  kind: 'decide',
  domain: CANARY_DOMAIN,
  caseId: id,
  reply: null,
  createdAtMs: null,
  request: {
    id: `canary-${id}`,
    outcome: 'SAFE',
    comment: null,
    eventIds: [],
    by: CANARY_PERSON,
    place: destination,
    clickedAtMs: atMs,
    overrides: null,
  },
  channelId: null,
});
