import * as z from 'zod/mini';
import { eventFields } from './endpoint-fields.ts';
import { addressProblem, parameterName, shaped } from './schema/setting-fields.ts';
import { oneOrMany, strict, textThat } from './schema/strict.ts';
import { ScopedVerdicts } from './verdicts.ts';

const RANGE = /^([0-9a-fA-F:.]{2,45})\/(\d{1,3})$/;

const rangeProblem = (text: string): string | null => {
  const [, address = '', bits = ''] = RANGE.exec(text) ?? [];
  const most = address.includes(':') ? 128 : 32;
  const isAddress = URL.canParse(`http://${most === 128 ? `[${address}]` : address}`);
  return isAddress && (most === 128 || /^(\d{1,3}\.){3}\d{1,3}$/.test(address)) && Number(bits) <= most
    ? null
    : 'must be a range of addresses, like 10.20.0.0/16';
};

/** Headers that define the request, and those that the bridge writes itself. */
const OWN_HEADERS =
  /^(?:webhook-.*|content-.*|host|connection|transfer-encoding|te|trailer|upgrade|expect|cookie|user-agent)$/i;

const headerProblem = (name: string): string | null => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(name)) return 'must be the name of a header, like Authorization';
  return OWN_HEADERS.test(name) ? 'is a header that the bridge writes itself' : null;
};

/** Any system that accepts signed requests over https. */
export const Webhook = strict({
  type: z.literal('webhook'),
  url: textThat(addressProblem),
  /** The parameters with the signing secrets: `whsec_...` for HMAC, `whsk_...` for Ed25519. Each signs every request. */
  secret: oneOrMany(parameterName),
  /** Sent along unchanged: the name of a header, and the parameter with its value. */
  headers: z.optional(z.record(textThat(headerProblem), parameterName)),
  ...eventFields,
  /** Private addresses that it may have, for a bridge in a VPC. */
  privateRanges: z.optional(oneOrMany(textThat(rangeProblem))),
  /** It runs on this machine itself. Never on AWS. */
  local: z.optional(z.boolean()),
  /** Which systems may decide what is sent here: this one, or none. */
  verdicts: ScopedVerdicts,
  /** For a system that signs its verdicts with its own key pair: `whpk_...`. Not a secret. */
  publicKey: z.optional(
    oneOrMany(
      shaped(
        /^whpk_[A-Za-z0-9+/]{43}=$/,
        'must be whpk_ and the base64 of the 32 bytes of a public key of Ed25519',
      ),
    ),
  ),
  /** Events of cases contain a link for each outcome. Anyone who has the link can decide with it. */
  links: z.optional(z.boolean()),
});
export type WebhookInput = z.input<typeof Webhook>;
export type WebhookDestination = z.output<typeof Webhook>;
