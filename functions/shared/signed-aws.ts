import * as z from 'zod/mini';
import { type CallAws, createSignedAws, type SignedAwsParts } from '../../lib/base/aws/signed-aws.ts';
import { systemClock as clock } from '../../lib/base/clock.ts';

/** The variables that Lambda sets for every function. */
const given = {
  AWS_REGION: z.string(),
  AWS_ACCESS_KEY_ID: z.string(),
  AWS_SECRET_ACCESS_KEY: z.string(),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  AWS_ENDPOINT_URL: z.optional(z.string()),
};

/** Calls AWS without its SDK, with the credentials of this function. */
export const openSignedAws = (timeoutMs: number): CallAws => createSignedAws(signedAwsParts(timeoutMs));

/** The same for any region: queues and buses of other owners may be elsewhere. */
export function openSignedRegions(timeoutMs: number): (region: string) => CallAws {
  const parts = signedAwsParts(timeoutMs);
  const regions = new Map<string, CallAws>();
  return (region) => {
    const call = regions.get(region) ?? createSignedAws({ ...parts, region });
    regions.set(region, call);
    return call;
  };
}

export function signedAwsParts(timeoutMs: number): SignedAwsParts {
  const env = z.object(given).parse(process.env);
  return {
    region: env.AWS_REGION,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      sessionToken: env.AWS_SESSION_TOKEN,
    },
    endpoint: env.AWS_ENDPOINT_URL,
    clock,
    random: Math.random,
    timeoutMs,
  };
}
