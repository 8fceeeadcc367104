import {
  createPostureClient,
  type PostureClient,
  type PostureClientOptions,
} from '../../lib/posture/client.ts';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

export const KEY = 'key-4f9a1c7e2b8d';

/** Runs a test with a client in front of a server that answers as the script says. */
export async function withScript<T>(
  script: Script,
  use: (client: PostureClient, server: ScriptedServer) => Promise<T>,
  options: Partial<PostureClientOptions> = {},
): Promise<T> {
  const server = await startScriptedServer(script);
  const client = createPostureClient({ baseUrl: `${server.url}/api/v1/external`, apiKey: KEY, ...options });
  try {
    return await use(client, server);
  } finally {
    client.close();
    await server.close();
  }
}

/** The error that a promise ends with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
}

export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}
