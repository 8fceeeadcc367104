import { randomUUID } from 'node:crypto';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { endpointsIn } from '../../lib/config/endpoints.ts';
import { saveNew } from '../../lib/endpoints/keep-events.ts';
import { testEvent } from '../../lib/endpoints/test-event.ts';
import { probeNow } from '../../lib/outbox/circuit-breaker.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { openEndpoint } from './open-endpoint.ts';

/** If the wake-up is lost, the reconciler wakes the function within a minute; and a request may take ten seconds. */
const PATIENCE_MS = 90_000;
const LOOK_EVERY_MS = 500;

export interface Tried {
  readonly id: string;
  readonly is: 'taken' | 'refused' | 'waits';
  readonly reason: string | null;
}

/** Makes the bridge send `bridge.test` to an endpoint, and waits for the outcome; null if it is not an endpoint. */
export async function testEndpoint(
  opened: OpenBridge,
  config: BridgeConfig,
  name: string,
): Promise<Tried | null> {
  if (!endpointsIn(config.destinations).some(([known]) => known === name)) return null;
  const { clock } = opened;
  const { ledger, domain, wake } = openEndpoint(opened, config, name);
  const event = testEvent({ domain, destination: name, id: randomUUID() }, clock);
  const ended = (is: Tried['is'], reason: string | null): Tried => ({ id: event.eventId, is, reason });
  await saveNew({ ledger, clock }, event, true);
  const before = await probeNow(ledger, name, clock);
  await wake();
  const untilMs = clock.now() + PATIENCE_MS;
  for (;;) {
    const row = await ledger.read(ledger.rowOf(event));
    if (row?.value.end === 'taken') return ended('taken', null);
    const closed = (await ledger.loadOutage(name))?.value ?? null;
    const isNew = closed !== null && (before === null || closed.probes > before.probes);
    const reason = row?.value.reason ?? (isNew ? closed.reason : null);
    if (reason !== null || row?.value.end === 'aborted')
      return ended('refused', reason ?? 'the receiver does not want it');
    if (clock.now() >= untilMs) return ended('waits', null);
    await clock.sleep(LOOK_EVERY_MS);
  }
}
