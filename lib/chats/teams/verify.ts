import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../base/clock.ts';
import type { RequestHeaders } from '../../base/http/http-event.ts';
import { BrokenBodyError } from '../../base/http/json-body.ts';
import { readActivity, type TeamsActivity } from './activity.ts';
import { CLOUDS, type CloudName } from './clouds.ts';
import { readToken } from './read-token.ts';
import { TeamsSetupError } from './refusals.ts';
import type { SigningKey, TeamsKeys } from './signing-keys.ts';

export interface TeamsRequest {
  readonly rawBody: Uint8Array;
  readonly headers: RequestHeaders;
}

/** `reason` is for the log: it holds nothing that the sender sent. */
export type VerifiedActivity =
  | { readonly ok: true; readonly activity: TeamsActivity }
  | {
      readonly ok: false;
      readonly status: 400 | 401 | 413 | 503;
      readonly reason: string;
      /** It may be from Teams all the same: the bot, its tenant or its cloud may not be as configured. */
      readonly disputed?: boolean;
    };

export type TeamsVerifier = (request: TeamsRequest) => Promise<VerifiedActivity>;

export interface TeamsVerifierParts {
  readonly appId: string;
  readonly tenantId: string;
  readonly cloud: CloudName;
  readonly keys: TeamsKeys;
  readonly clock: Clock;
}

/** A card with 200 events and what was entered into it stays well below. */
const MAX_BODY_BYTES = 1024 * 1024;
const SKEW_SECONDS = 300;
const CHANNEL = 'msteams';

/**
 * Says whether a request is from Teams, to this bot, from this tenant and from now, and only then what it is:
 *
 *   header -> signature and claims of the token -> the body is read -> what binds the body to the token -> use
 *
 * The token does not sign the body. That the two belong together rests on TLS, on `serviceurl`, and on what the
 * signing key may speak for.
 */
export function createTeamsVerifier({
  appId,
  tenantId,
  cloud,
  keys,
  clock,
}: TeamsVerifierParts): TeamsVerifier {
  if (!isUuid(appId) || !isUuid(tenantId)) {
    throw new TeamsSetupError('the application id and the tenant id of the Teams bot have to be uuids');
  }
  const { issuer } = CLOUDS[cloud];

  /** The claims, or why they do not count. */
  async function verifyToken(
    token: string,
    { key }: SigningKey,
  ): Promise<{ claims: JWTPayload } | { refusal: VerifiedActivity }> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['RS256'],
        issuer,
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'nbf', 'aud', 'serviceurl'],
      });
      return isSameId(payload.aud, appId)
        ? { claims: payload }
        : { refusal: disputed(401, 'the token is for another bot') };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const isOfIssuer = error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss';
      return { refusal: (isOfIssuer ? disputed : refused)(401, reasonFor(error)) };
    }
  }

  return async function verify({ rawBody, headers }) {
    if (rawBody.byteLength > MAX_BODY_BYTES) return refused(413, 'the body is too large');
    const read = readToken(headers);
    if (typeof read === 'string') return refused(401, read);
    const found = await keys.find(read.kid);
    if (found.is === 'unavailable') return refused(503, 'the keys of Microsoft cannot be read');
    if (found.is === 'unknown') {
      const reason = 'the token is signed with an unknown key';
      // So it is with the key of another cloud, and then it names our bot.
      return isSameId(audienceOf(read.token), appId) ? disputed(401, reason) : refused(401, reason);
    }
    const verified = await verifyToken(read.token, found.key);
    if ('refusal' in verified) return verified.refusal;
    const { claims } = verified;

    const activity = readBody(rawBody);
    if (typeof activity === 'string') return disputed(400, activity);
    const { serviceUrl, channelId, tenantIds } = activity.origin;
    if (channelId !== CHANNEL || !found.key.endorsements.includes(channelId)) {
      return disputed(401, 'the key may not speak for this channel');
    }
    if (!isSameAddress(claims.serviceurl, serviceUrl))
      return disputed(401, 'the token is for another service address');
    // Each place that names a tenant has to name ours: in a shared channel, people of another company can click.
    if (tenantIds.length === 0 || !tenantIds.every((id) => isSameId(id, tenantId))) {
      return disputed(401, 'it is from another tenant');
    }
    return { ok: true, activity };
  };
}

function readBody(rawBody: Uint8Array): TeamsActivity | string {
  try {
    return readActivity(rawBody);
  } catch (error) {
    if (error instanceof BrokenBodyError) return error.message;
    throw error;
  }
}

const CLAIM_REASONS: Readonly<Record<string, string>> = {
  iss: 'the token is from another issuer',
  exp: 'the token has expired, or does not say when it does',
  nbf: 'the token is not valid yet, or does not say since when',
};

function reasonFor(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return CLAIM_REASONS.exp as string;
  if (error instanceof errors.JWTClaimValidationFailed) {
    return CLAIM_REASONS[error.claim] ?? 'a claim of the token is missing or wrong';
  }
  return error instanceof errors.JWSSignatureVerificationFailed
    ? 'the signature is not of this token and key'
    : 'the token cannot be read';
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const isSameId = (given: unknown, id: string): boolean =>
  typeof given === 'string' && given.toLowerCase() === id.toLowerCase();

/** As Microsoft's own SDK compares them: Teams does not always write the last slash, nor always the same case. */
const isSameAddress = (given: unknown, address: string): boolean =>
  typeof given === 'string' && plainAddress(given) === plainAddress(address);

const plainAddress = (address: string): string => address.replace(/\/$/, '').toLowerCase();

/** What the token says of itself, not verified. */
function audienceOf(token: string): unknown {
  try {
    return decodeJwt(token).aud;
  } catch {
    return undefined;
  }
}

/** Microsoft has signed it, or it names our bot: somebody's click may be lost. */
const disputed = (status: 400 | 401, reason: string): VerifiedActivity => ({
  ok: false,
  status,
  reason,
  disputed: true,
});

const refused = (status: 400 | 401 | 413 | 503, reason: string): VerifiedActivity => ({
  ok: false,
  status,
  reason,
});
