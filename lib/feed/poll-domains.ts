import type { Log } from '../base/log.ts';

/**
 * Polls domains in parallel. Each ends on its own: a stalled one is waited for only at the end, and a failed one is named
 * in the error that is thrown once the others have had their turn.
 */
export async function pollDomains(
  domains: readonly string[],
  pollOne: (domain: string) => Promise<void>,
  log: Log,
): Promise<void> {
  const failed: { domain: string; problem: unknown }[] = [];
  await Promise.all(
    domains.map(async (domain) => {
      try {
        await pollOne(domain);
      } catch (problem) {
        // Logged at once, not at the end: by then a stalled domain may have used up the time of the run.
        log('domain not polled', { domain, problem: String(problem) });
        failed.push({ domain, problem });
      }
    }),
  );
  const [first] = failed;
  if (!first) return;
  if (domains.length === 1) throw first.problem;
  throw new Error(
    `${failed.length} of ${domains.length} domains were not polled: ${failed.map(({ domain }) => domain).join(', ')}`,
    { cause: first.problem },
  );
}
