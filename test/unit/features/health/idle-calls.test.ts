import { expect, it } from 'vitest';
import { createDynamoHealthLedger } from '../../../../lib/dynamo/dynamo-health-ledger.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createCheckHealth } from '../../../../lib/features/health/check-health.ts';
import { createDynamoSigns } from '../../../../lib/features/health/dynamo-signs.ts';
import { createLookAtBudgets } from '../../../../lib/features/health/look-at-budgets.ts';
import { createLookAtDeadLetters } from '../../../../lib/features/health/look-at-dead-letters.ts';
import { createLookAtFeeds } from '../../../../lib/features/health/look-at-feeds.ts';
import { createLookAtSigns } from '../../../../lib/features/health/look-at-signs.ts';
import { createFindings } from '../../../../lib/reconcile/findings.ts';
import { FakeDynamo } from '../../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../../support/memory/memory-outbox.ts';
import { healthConfig } from './health-world.ts';

/** The calls to DynamoDB of one look at a bridge with so many domains, by name. */
async function callsOf(domainCount: number): Promise<Record<string, number>> {
  const calls: Record<string, number> = {};
  const table = new FakeDynamo();
  const { send } = table.client(async (_label, effect) => effect());
  const client = {
    send: (command: { constructor: { name: string } }, ...rest: never[]) => {
      const name = command.constructor.name.replace('Command', '');
      calls[name] = (calls[name] ?? 0) + 1;
      return (send as (...args: unknown[]) => unknown)(command, ...rest);
    },
  } as never;
  const clock = createManualClock();
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const domains = Array.from({ length: domainCount }, (_, n) => `customer-${n}`);
  const config = healthConfig({
    domains: Object.fromEntries(
      domains.map((name) => [name, { baseUrl: 'https://api.example/v1', apiKey: `/key/${name}` }]),
    ),
  });
  const rows = createDynamoVersionedRows(parts);
  const ledger = createDynamoHealthLedger(parts);
  const check = createCheckHealth({
    looks: [
      createLookAtFeeds({
        config,
        clock,
        ledger: {
          ...ledger,
          // As a poller leaves them.
          readFeeds: async (feeds) =>
            (await ledger.readFeeds(feeds)).map(() => ({ polledAtMs: clock.now() })),
        },
      }),
      createLookAtBudgets({ config, ledger, clock }),
      createLookAtDeadLetters({ deadLetters: async () => [] }),
      createLookAtSigns({ signs: createDynamoSigns(rows.todo), chats: ['slack'], domains, clock }),
    ],
    findings: createFindings(),
    rows,
    config,
    queueUrls: {},
    outbox: createMemoryOutbox(),
    clock,
    log: () => undefined,
    metrics: () => undefined,
  });
  await check([]);
  return calls;
}

it('a look at an idle bridge is a few reads and no write, for 1 domain and for 200', async () => {
  expect(await callsOf(1)).toEqual({ BatchGetItem: 2, Query: 1, GetItem: 1 });
  // 400 feeds and 400 budgets, a hundred in a call.
  expect(await callsOf(200)).toEqual({ BatchGetItem: 8, Query: 1, GetItem: 1 });
});
