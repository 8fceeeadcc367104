import type { Agent, ClientRequest } from 'node:http';

/** Whether a request that has no answer yet failed because the server had closed its kept-alive connection before. */
export const isStale = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && /^(ECONNRESET|EPIPE)$/.test(String((error as NodeJS.ErrnoException).code));

/**
 * Asks again at once, on a fresh connection, where the first was stale. A function that was frozen finds all of its idle
 * connections like that, so none of them is tried again. Only for requests that may come twice.
 */
export async function onFreshSocket<T>(agent: Agent, attempt: (stale: () => void) => Promise<T>): Promise<T> {
  let wasStale = false;
  try {
    return await attempt(() => (wasStale = true));
  } catch (thrown) {
    if (!wasStale) throw thrown;
    for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy();
    return attempt(() => {});
  }
}
