import { randomBytes } from 'node:crypto';
import { serve } from '../stand-in-kit/serve.ts';
import { BASE_PATH, createPostureApp } from './app.ts';
import { startArrivals } from './arrivals.ts';
import { createDatedResponse } from './dated-response.ts';
import type { PostureApiOptions } from './settings.ts';

export type { PostureApiOptions } from './settings.ts';

/** Starts the reference server on this machine only; every option has a default. */
export async function startPostureApi(options: PostureApiOptions & { readonly port?: number } = {}) {
  const keys =
    options.keys === undefined || options.keys.length === 0
      ? [{ domain: 'acme', key: randomBytes(24).toString('base64url') }]
      : options.keys;
  const { app, service, controlPath } = createPostureApp({ ...options, keys });
  const { port, base, close } = await serve(app, {
    port: options.port,
    // The console links to them.
    guard: { pages: ['/', '/docs'] },
    ServerResponse: createDatedResponse(service.clock),
  });
  const stopArrivals = startArrivals(service, options.arriveEverySeconds ?? 0);
  return {
    /** Ends in `/api/v1/external`. */
    url: `${base}${BASE_PATH}`,
    controlUrl: `${base}${controlPath}`,
    port,
    /** The keys in use, for callers that let the server generate one. */
    keys,
    close: () => {
      stopArrivals();
      return close();
    },
  };
}

export type PostureApi = Awaited<ReturnType<typeof startPostureApi>>;
