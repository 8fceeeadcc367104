import {
  createPostureClient,
  type PostureClient,
  type PostureClientOptions,
} from '../../lib/posture/client.ts';
import { type PostureApiOptions, startPostureApi } from '../../local/posture-api/server.ts';

export interface ReferenceServer {
  readonly url: string;
  readonly key: string;
  /** Asks the control surface. */
  control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  client(options?: Partial<PostureClientOptions>): PostureClient;
  close(): Promise<void>;
}

/** The reference server with its control surface, and clients for it. */
export async function startReferenceServer(options: PostureApiOptions = {}): Promise<ReferenceServer> {
  const key = options.keys?.[0]?.key ?? 'test-key-of-acme';
  const server = await startPostureApi({ keys: [{ domain: 'acme', key }], ...options, control: true });
  const clients: PostureClient[] = [];
  return {
    url: server.url,
    key,
    async control(method, path, body) {
      const response = await fetch(server.controlUrl + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer as never;
    },
    client(overrides = {}) {
      const client = createPostureClient({ baseUrl: server.url, apiKey: key, ...overrides });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.close();
      await server.close();
    },
  };
}
