import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import { type HttpAnswer, type Transport, TransportError } from '../../base/http/http-transport.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { redactor } from '../../base/http/redactor.ts';
import { secretAddress } from '../../base/http/secret-address.ts';
import { busyAfter } from '../../outbox/chat-call.ts';
import { TeamsSetupError } from './refusals.ts';

export type TokenAnswer =
  | { readonly is: 'ok'; readonly token: string }
  | { readonly is: 'busy'; readonly retryAfterMs: number }
  /** The login may work later. */
  | { readonly is: 'failed'; readonly reason: string }
  /** The login does not know the bot, or not with this secret. */
  | { readonly is: 'refused'; readonly code: string; readonly reason: string };

export interface TeamsToken {
  /** `renew`: Teams refused the last token. */
  get(renew?: boolean): Promise<TokenAnswer>;
}

export interface TeamsTokenParts {
  /** `https://login.microsoftonline.com`, by the cloud; or of a stand-in on this machine. */
  readonly loginUrl: string;
  readonly scope: string;
  readonly tenant: string;
  readonly appId: string;
  readonly secret: string;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

/** Of a login: one token and what goes with it. */
const MOST_BYTES = 64 * 1024;
/** The token has to last for the call that it is fetched for. */
const RESERVE_MS = 5 * 60_000;
/** Of one that lives hardly longer than the reserve, or of which nobody said how long it lives. */
const LEAST_MS = 30_000;

/** The bot's own token, kept until shortly before its end. Calls at the same time share one request. */
export function createTeamsToken(parts: TeamsTokenParts): TeamsToken {
  const { scope, tenant, appId, transport, clock, timeoutMs = 5_000 } = parts;
  const secret = parts.secret.trim();
  if (secret === '') throw new TeamsSetupError('the client secret of the Teams bot is empty');
  const url = tokenUrl(parts.loginUrl, tenant);
  const redact = redactor(secret);
  let kept: { readonly token: string; readonly untilMs: number } | null = null;
  let fetching: Promise<TokenAnswer> | null = null;

  async function fetchToken(): Promise<TokenAnswer> {
    const askedAtMs = clock.now();
    const form = { grant_type: 'client_credentials', client_id: appId, client_secret: secret, scope };
    try {
      const answer = await transport.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        timeoutMs,
        mostBytes: MOST_BYTES,
      });
      const read = readAnswer(answer, clock.now());
      if (read.is !== 'ok') return read;
      kept = {
        token: read.token,
        untilMs: askedAtMs + Math.max(LEAST_MS, read.livesMs - RESERVE_MS),
      };
      return { is: 'ok', token: read.token };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return { is: 'failed', reason: `the login got no answer: ${redact(error.message)}` };
    }
  }

  return {
    async get(renew = false) {
      if (kept && !renew && clock.now() < kept.untilMs) return { is: 'ok', token: kept.token };
      if (!fetching) {
        kept = null;
        fetching = fetchToken().finally(() => {
          fetching = null;
        });
      }
      return fetching;
    },
  };
}

/** The secret is sent to this address, so it has to be safe. */
function tokenUrl(loginUrl: string, tenant: string): URL {
  const url = secretAddress(loginUrl);
  if (!url) throw new TeamsSetupError('the address of the login must be an https address');
  return new URL(`${url.href.replace(/\/+$/, '')}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`);
}

const Granted = z.looseObject({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_in: z.optional(z.union([z.number(), z.string()])),
});
const Failure = z.looseObject({ error: z.string().check(z.regex(/^[a-z_]{1,60}$/)) });

/** The login says with these that it may work later. */
const TRANSIENT = new Set(['temporarily_unavailable', 'server_error', 'interaction_required']);

type ReadAnswer =
  | Exclude<TokenAnswer, { is: 'ok' }>
  | { readonly is: 'ok'; readonly token: string; readonly livesMs: number };

function readAnswer({ status, headers, body }: HttpAnswer, nowMs: number): ReadAnswer {
  if (status === 429) return busyAfter(headers, nowMs);
  const said = parseJson(body);
  const granted = status === 200 ? Granted.safeParse(said).data : undefined;
  if (granted) {
    const seconds = Number(granted.expires_in);
    return { is: 'ok', token: granted.access_token, livesMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
  }
  const code = Failure.safeParse(said).data?.error;
  if (code !== undefined && status >= 400 && status < 500 && !TRANSIENT.has(code)) {
    return { is: 'refused', code, reason: `the login refused the bot: ${code}${numberOf(said)}` };
  }
  return { is: 'failed', reason: `the login was answered with ${status}` };
}

/** `AADSTS7000222`: what an operator looks for. Not the sentence behind it, which quotes ids. */
function numberOf(said: unknown): string {
  const [number] = /AADSTS\d{3,10}/.exec(JSON.stringify(said)) ?? [];
  return number === undefined ? '' : ` (${number})`;
}
