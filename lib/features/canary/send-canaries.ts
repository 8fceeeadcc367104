import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { RowKey, VersionedRows } from '../../base/versioned-rows.ts';
import { reportedRow } from '../../ledger/bridge-rows.ts';
import type { Findings } from '../../reconcile/findings.ts';
import type { Canary } from './hand-over-canary.ts';
import type { Pressed } from './send-press.ts';
import { type SeenCanary, stageOf } from './stage-of.ts';

export interface SendCanariesParts {
  readonly destinations: readonly string[];
  readonly everyMs: number;
  readonly rows: Pick<VersionedRows, 'read' | 'write'>;
  readonly handOver: (canary: Canary) => Promise<void>;
  readonly look: (canary: Canary) => Promise<SeenCanary>;
  /** Null if nobody can decide: a canary is then back once it is posted. */
  readonly press: ((canary: Canary) => Promise<Pressed>) | null;
  readonly findings: Findings;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The canary that was sent last to a destination. */
const Sent = z.object({
  v: z.literal(1),
  id: z.string(),
  sentAtMs: z.number(),
  /** When it came back; null while it is under way. */
  backAtMs: z.nullable(z.number()),
});
type Sent = z.infer<typeof Sent>;

export const canaryRow = (destination: string): RowKey => reportedRow.key('canary', destination);
/** One step a minute, with time for a slow chat. */
export const PATIENCE_MS = 10 * 60_000;
/** After this time, a canary that can never come back is replaced. */
const LOST_MS = 60 * 60_000;

const WAITS_FOR: Readonly<Record<string, string>> = {
  'hand-over': 'its queue does not take it',
  card: 'its card was not posted',
  press: 'the press was not taken, or not decided',
  record: 'the decision does not go on',
  change: 'the card was not changed',
  lost: 'the chat can never show it',
};

/**
 * Sends canaries, and takes each one step further in a run. There is one at a time for each destination, and the reconciler
 * waits for a late one: a chat that was down for days gets one card, not hundreds.
 *
 *   note its id -> hand over -> (posted) press -> (changed) note that it came back
 *
 * Noted first: after a crash it is handed over under the same id, which is shown once.
 */
export function createSendCanaries(parts: SendCanariesParts) {
  const { destinations, everyMs, rows, handOver, look, press, findings, newId, clock, log } = parts;
  /** Until then there is nothing to do, so no row is read. */
  const pausedUntilMs = new Map<string, number>();

  const write = (destination: string, sent: Sent, version: number) =>
    rows.write(canaryRow(destination), sent, { version, expiresAtMs: clock.now() + reportedRow.keptMs });

  async function begin(destination: string, version: number): Promise<void> {
    const canary = { id: newId(), destination };
    const sent: Sent = { v: 1, id: canary.id, sentAtMs: clock.now(), backAtMs: null };
    // Null: another run was quicker, and sends it.
    if ((await write(destination, sent, version)) !== null) await handOver(canary);
  }

  async function goOn(canary: Canary, sent: Sent, version: number): Promise<void> {
    const seen = await look(canary);
    const stage = stageOf(seen);
    const nowMs = clock.now();
    if (stage === 'back' || (press === null && stage === 'press')) {
      const took = { canary: canary.id, destination: canary.destination, tookMs: nowMs - sent.sentAtMs };
      if ((await write(canary.destination, { ...sent, backAtMs: nowMs }, version)) !== null)
        log('canary came back', took);
      return;
    }
    if (nowMs - sent.sentAtMs >= PATIENCE_MS) tell(canary, WAITS_FOR[stage] ?? stage);
    if (stage === 'hand-over') return handOver(canary);
    if (stage === 'lost' && nowMs - sent.sentAtMs >= LOST_MS) return begin(canary.destination, version);
    if (stage !== 'press') return;
    const pressed = await press?.(canary);
    if (pressed?.is === 'not taken') log('canary not pressed', { ...canary, why: pressed.why });
  }

  const tell = ({ destination }: Canary, why: string): void =>
    findings.add({
      heading: 'Canary does not come back',
      subject: destination,
      sentence: `An end-to-end test through ${destination} does not come back: ${why}.`,
    });

  async function sendTo(destination: string): Promise<void> {
    const nowMs = clock.now();
    if (nowMs < (pausedUntilMs.get(destination) ?? 0)) return;
    const row = await rows.read(canaryRow(destination));
    // A row that this version cannot read is replaced by a new canary.
    const sent = Sent.safeParse(row?.value).data ?? null;
    const version = row?.version ?? 0;
    if (sent && sent.backAtMs === null) return goOn({ id: sent.id, destination }, sent, version);
    const dueMs = sent ? Math.min(sent.sentAtMs, nowMs) + everyMs : 0;
    if (nowMs >= dueMs) return begin(destination, version);
    pausedUntilMs.set(destination, dueMs);
  }

  return async (deadlineMs: number): Promise<Record<string, never>> => {
    const failures: unknown[] = [];
    for (const destination of destinations) {
      if (clock.now() >= deadlineMs) {
        findings.unsure('Canary does not come back');
        break;
      }
      await sendTo(destination).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      findings.unsure('Canary does not come back');
      throw failures[0];
    }
    return {};
  };
}
