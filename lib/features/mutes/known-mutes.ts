import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Mute } from './mute.ts';
import type { MuteLedger } from './mute-ledger.ts';

/** How long a process relies on what it read. */
const KNOWN_MS = 20_000;
/** The same while the ledger does not answer. After that everything is shown: too much is better than too little. */
const STALE_MS = 5 * 60_000;

/** What is muted in a domain, as the poller knows it. Never throws. */
export function createKnownMutes(
  ledger: Pick<MuteLedger, 'load'>,
  domain: string,
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
): () => Promise<readonly Mute[]> {
  let known: { readonly mutes: readonly Mute[]; readonly atMs: number } | null = null;
  const ageMs = () => (known ? Math.abs(clock.now() - known.atMs) : Number.POSITIVE_INFINITY);
  return async () => {
    if (known && ageMs() < KNOWN_MS) return known.mutes;
    try {
      known = { mutes: (await ledger.load(domain)).mutes, atMs: clock.now() };
    } catch (error) {
      log('mutes not read', { domain, problem: String(error) });
      if (ageMs() >= STALE_MS) known = null;
    }
    return known?.mutes ?? [];
  };
}
