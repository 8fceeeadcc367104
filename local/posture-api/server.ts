import { randomBytes } from 'node:crypto';
import { serve } from '../stand-in-kit/serve.ts';
import { BASE_PATH, createPostureApp } from './app.ts';
import { startArrivals } from './arrivals.ts';
import { createDatedResponse } from './dated-response.ts';
import type { ApiKey, PostureApiOptions } from './settings.ts';

export type { PostureApiOptions } from './settings.ts';

export type PostureApi = {
  /** Ends in `/api/v1/external`. */
  readonly url: string;
  readonly controlUrl: string;
  readonly port: number;
  /** The keys in use, for callers that let the server invent one. */
  readonly keys: readonly ApiKey[];
  close(): Promise<void>;
};

/** Starts the reference server on this machine only; everything but the options' wishes has a default. */
export async function startPostureApi(
  options: PostureApiOptions & { readonly port?: number } = {},
): Promise<PostureApi> {
  const keys =
    options.keys === undefined || options.keys.length === 0
      ? [{ domain: 'acme', key: randomBytes(24).toString('base64url') }]
      : options.keys;
  const { app, service } = createPostureApp({ ...options, keys });
  const { port, base, close } = await serve(app, {
    port: options.port,
    ServerResponse: createDatedResponse(service.clock),
  });
  const stopArrivals = startArrivals(service, options.arriveEverySeconds ?? 0);
  return {
    url: `${base}${BASE_PATH}`,
    controlUrl: `${base}/_control`,
    port,
    keys,
    close: () => {
      stopArrivals();
      return close();
    },
  };
}
