import type { Clock } from '../../base/clock.ts';
import { inParallel } from '../../base/in-parallel.ts';
import type { Log } from '../../base/log.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import { reportedRow } from '../../ledger/bridge-rows.ts';
import type { PostureClient } from '../../posture/client.ts';
import { UnauthorizedError } from '../../posture/posture-errors.ts';
import type { ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import {
  type ConnectorWatch as Book,
  ConnectorWatch,
  NOTHING_WATCHED,
  type SeenConnector,
  type Telling,
  told,
  type Watched,
  watch,
} from './connector-changes.ts';

export interface WatchConnectorsParts {
  readonly domains: readonly string[];
  /** Those that the configuration names. */
  readonly connectors: readonly string[];
  readonly clientOf: (domain: string) => Promise<Pick<PostureClient, 'integration'>>;
  /** The platform does not accept the key. */
  readonly onRefusedKey: (domain: string) => void;
  readonly rows: Pick<VersionedRows, 'read' | 'write'>;
  /** Tells the operators and those systems that want to know it; whether it was taken. May repeat. */
  readonly tell: (domain: string, type: string, watched: Watched, telling: Telling) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_EVERY_MS = 5 * 60_000;
const AT_ONCE = 5;
const PATIENCE_MS = 3_000;
const LONGEST_NAME = 80;

/**
 * Checks the connectors of each domain every five minutes, and tells each change once. The reconciler saves a change before it
 * tells it, under a fixed id: after a crash it tells it again, and the chat shows it once. Two reconcilers cannot both save it.
 */
export function createWatchConnectors(parts: WatchConnectorsParts): ReconcilePart {
  const { domains, connectors: types, clientOf, onRefusedKey, rows, tell, clock, log } = parts;
  // For this process. A new process looks at once, which costs a few requests.
  const lookedMs = new Map<string, number>();

  /** Null where the platform does not say. */
  async function ask(domain: string, type: string): Promise<SeenConnector | null> {
    try {
      const call = { deadline: clock.now() + PATIENCE_MS, priority: 'background' } as const;
      const { display_name, status } = await (await clientOf(domain)).integration(type, call);
      return status ? { name: (display_name || type).slice(0, LONGEST_NAME), status } : null;
    } catch (error) {
      if (error instanceof UnauthorizedError) onRefusedKey(domain);
      log('connector not read', { domain, connector: type, problem: String(error) });
      return null;
    }
  }

  async function look(domain: string): Promise<void> {
    const key = reportedRow.key('connectors', domain);
    const row = await rows.read(key);
    // A row that this version cannot read is replaced: at worst, operators are told something once more.
    const before = ConnectorWatch.safeParse(row?.value).data ?? NOTHING_WATCHED;
    const seen = await inParallel(types, AT_ONCE, (type) => ask(domain, type));
    const noted = withEach(before, types, (watched, index) => {
      const one = seen[index];
      return one ? watch(watched, one, clock.now()) : watched;
    });
    const write = (book: Book, version: number) =>
      rows.write(key, book, { version, expiresAtMs: clock.now() + reportedRow.keptMs });
    const version = noted === before ? (row?.version ?? 0) : await write(noted, row?.version ?? 0);
    // Another run was quicker, and tells it.
    if (version === null) return;
    const done = new Set<string>();
    for (const [type, watched] of Object.entries(noted.connectors)) {
      const { telling } = watched;
      if (!telling) continue;
      if (await tell(domain, type, watched, telling).catch(notTold)) done.add(type);
    }
    if (done.size === 0) return;
    await write(
      withEach(noted, [...done], (watched) => watched && told(watched)),
      version,
    );
  }

  function notTold(error: unknown): false {
    log('operators not told', { problem: String(error) });
    return false;
  }

  return async (deadlineMs) => {
    for (const domain of domains) {
      const agoMs = clock.now() - (lookedMs.get(domain) ?? Number.NEGATIVE_INFINITY);
      if (clock.now() >= deadlineMs) break;
      if (agoMs >= 0 && agoMs < LOOK_EVERY_MS) continue;
      lookedMs.set(domain, clock.now());
      await look(domain);
    }
    return {};
  };
}

/** The same object where nothing changed. */
function withEach(
  book: Book,
  types: readonly string[],
  next: (watched: Watched | undefined, index: number) => Watched | undefined,
): Book {
  const changed = types.flatMap((type, index) => {
    const before = Object.hasOwn(book.connectors, type) ? book.connectors[type] : undefined;
    const after = next(before, index);
    return after && after !== before ? [[type, after] as const] : [];
  });
  return changed.length === 0
    ? book
    : { ...book, connectors: { ...book.connectors, ...Object.fromEntries(changed) } };
}
