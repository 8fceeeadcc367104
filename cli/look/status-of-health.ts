import type { Line } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { queuesIn } from '../../lib/config/stack-outputs.ts';
import { createDynamoHealthLedger } from '../../lib/dynamo/dynamo-health-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { createReadHealth } from '../../lib/features/health/read-health.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { addressOf } from '../frame/docs-page.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';
import { depthOf } from './status-of-queues.ts';

/** A problem under a heading of the runbook. */
export interface ProblemView {
  readonly problem: string;
  readonly of: string;
  readonly since: string | null;
  /** `may pass by itself`, or `seems to be over`. */
  readonly note: string | null;
}

/** How the bridge is, in the words of the console and the chats. */
export interface HealthView {
  readonly headline: string;
  readonly problems: readonly ProblemView[];
}

export async function statusOfHealth(bridge: OpenBridge, config: BridgeConfig): Promise<HealthView> {
  const rows = createDynamoVersionedRows(bridge.ledger);
  const { headline, problems } = await createReadHealth({
    config,
    rows,
    overview: createDynamoHealthLedger(bridge.ledger),
    deliveries: createDeliveryLedger(rows),
    events: createEventLedger(rows),
    deadLetters: () => countDeadLetters(bridge),
    clock: bridge.clock,
    log: () => undefined,
  })();
  return {
    headline,
    problems: problems.map(({ heading, of, sinceMs, note }) => ({
      problem: heading,
      of,
      since: isoOf(sinceMs),
      note,
    })),
  };
}

async function countDeadLetters(bridge: OpenBridge) {
  const queues = queuesIn(await bridge.outputs()).flatMap(({ queue, deadLettersUrl }) =>
    deadLettersUrl === null ? [] : [{ subject: queue, deadLettersUrl }],
  );
  return Promise.all(
    queues.map(async ({ subject, deadLettersUrl }) => {
      const [waiting = 0, inFlight = 0] = await depthOf(bridge, deadLettersUrl);
      return { subject, count: waiting + inFlight };
    }),
  );
}

/** `docs/runbook.md#feed-is-behind`. */
export const runbookOf = (heading: string): string =>
  addressOf(`runbook.md#${heading.toLowerCase().replaceAll(' ', '-')}`);

export const tellProblems = (problems: readonly ProblemView[], nowMs: number): Line[] =>
  problems.map(({ problem, of, since, note }) => [
    { text: '✗ ', as: 'bad' },
    [
      problem,
      of,
      ...(since ? [`since ${since} (${agoWords(Date.parse(since), nowMs)})`] : []),
      ...(note ? [note] : []),
    ].join('  ·  '),
    { text: `  ${runbookOf(problem)}`, as: 'faint' },
  ]);
