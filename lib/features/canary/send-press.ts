import type { Clock } from '../../base/clock.ts';
import { type Transport, TransportError } from '../../base/http/http-transport.ts';
import type { Seal } from '../../base/seal.ts';
import type { Canary } from './hand-over-canary.ts';
import { PROOF_HEADER, writePress } from './sealed-press.ts';

export interface SendPressParts {
  /** The public address. Part of it is secret, so no error shows it. */
  readonly url: string;
  readonly seal: () => Promise<Pick<Seal, 'of'>>;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
}

export type Pressed = { readonly is: 'taken' } | { readonly is: 'not taken'; readonly why: string };

const TIMEOUT_MS = 10_000;

const WHY: Readonly<Record<number, string>> = {
  401: 'the action function does not know the key of canaries, or its clock is more than five minutes off',
  403: 'API Gateway knows no such address: the deployed stack is older than this version',
  404: 'the action function does not find the card, or its configuration has no such destination',
  429: 'API Gateway lets no more requests through',
};

/** Presses a canary through the public address, as a chat would. May repeat: a canary is decided once. */
export const createSendPress =
  ({ url, seal, transport, clock }: SendPressParts) =>
  async (canary: Canary): Promise<Pressed> => {
    const { body, proof } = writePress(canary, await seal(), clock.now());
    const headers = { 'content-type': 'application/json', [PROOF_HEADER]: proof };
    try {
      const request = { method: 'POST', url: new URL(url), headers, body, timeoutMs: TIMEOUT_MS } as const;
      const { status } = await transport.send({ ...request, mostBytes: 1_024 });
      if (status === 202) return { is: 'taken' };
      return { is: 'not taken', why: `${WHY[status] ?? 'the action function fails'} (${status})` };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return { is: 'not taken', why: 'the public address gives no answer' };
    }
  };
