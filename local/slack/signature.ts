import { createHmac } from 'node:crypto';

/** The signature of one request, over the exact bytes that are sent. */
export const signRequest = (secret: string, timestampSeconds: number, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestampSeconds}:${body}`).digest('hex')}`;
