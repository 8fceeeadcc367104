import type { VersionedRows } from '../../../../lib/base/versioned-rows.ts';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import {
  createCheckHealth,
  type HealthParts,
  type Look,
} from '../../../../lib/features/health/check-health.ts';
import { createFindings, type Problem } from '../../../../lib/reconcile/findings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

export const MINUTE = 60_000;
const QUEUE = 'https://sqs/slack.fifo';

export const healthConfig = (changes: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      ops: { type: 'slack', channel: 'C0OPS00001' },
    },
    routes: [{ name: 'all', to: ['soc'] }],
    verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
    ops: { to: 'ops' },
    ...changes,
  });

interface Wrapped {
  /** Stands between the check and what it does, so that it can be killed there. */
  readonly rows?: (rows: VersionedRows) => Pick<VersionedRows, 'read' | 'write'>;
  readonly outbox?: (outbox: HealthParts['outbox']) => HealthParts['outbox'];
}

/** A bridge of which a test says what is wrong. */
export function createHealthWorld(looks: readonly Look[] = []) {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const outbox = createMemoryOutbox();
  const healthy: number[] = [];
  const lines: Record<string, unknown>[] = [];
  let writes = 0;
  let problems: readonly Problem[] = [];
  const counted: VersionedRows = {
    ...rows,
    write(...args) {
      writes++;
      return rows.write(...args);
    },
  };

  /** One run of the reconciler in a process of its own. */
  async function run(
    { rows: wrapRows, outbox: wrapOutbox }: Wrapped = {},
    failures: readonly unknown[] = [],
  ) {
    const findings = createFindings();
    for (const problem of problems) findings.add(problem);
    await createCheckHealth({
      looks,
      findings,
      rows: wrapRows?.(counted) ?? counted,
      outbox: wrapOutbox?.(outbox) ?? outbox,
      config: healthConfig(),
      queueUrls: { slack: QUEUE },
      clock,
      log: (event, fields) => void lines.push({ event, ...fields }),
      metrics: (_, __, values) => void healthy.push((values as { Healthy: number }).Healthy),
    })(failures);
  }

  /** What the operators read: what comes twice under one id is shown once. */
  const told = (): { id: string; title: string; text: string }[] => {
    const shown = new Map(
      outbox.accepted(QUEUE).map(({ deliveryId, body }) => [deliveryId, JSON.parse(body).notice]),
    );
    return [...shown].map(([id, { title, text }]) => ({ id, title, text }));
  };

  return {
    clock,
    rows,
    outbox,
    lines,
    healthy,
    told,
    titles: () => told().map(({ title }) => title),
    writes: () => writes,
    wrong(...now: readonly Problem[]) {
      problems = now;
    },
    run,
    async minutes(count: number) {
      for (let n = 0; n < count; n++) {
        clock.advance(MINUTE);
        await run();
      }
    },
  };
}

export const parked: Problem = {
  heading: 'Deliveries gave up',
  subject: 'slack deliveries',
  sentence: 'Some slack deliveries could not be made and are parked.',
};
