import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { outcomesWithoutRules } from '../../../lib/chats/document/outcome-choices.ts';
import { slack } from '../../../lib/chats/slack/definition.ts';
import type { SlackMessage } from '../../../lib/chats/slack/message.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { partsIn } from '../../../lib/dynamo/row-parts.ts';
import { createDynamoPeople } from '../../../lib/features/privacy/dynamo-people.ts';
import { judge } from '../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../lib/features/privacy/person.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { CALM_POLICY } from '../../support/case-policy.ts';
import { createDeliveryWorld, delivering, meta, threatEnvelope, wakeUpAbout } from './delivery-world.ts';

const DANA = 'dana@acme.example';

function setUp() {
  const { clock, parts: others } = createDeliveryWorld();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const ledger = createDeliveryLedger(createDynamoVersionedRows(parts));
  const shown: string[] = [];
  const { pace, channelOf, severeFrom, stormThresholdOf, getsThreats, tellOps, park, log, metrics } = others;
  const rules = { pace, channelOf, severeFrom, stormThresholdOf, getsThreats, tellOps, park, log, metrics };
  let onPost: () => Promise<void> = async () => undefined;
  const deliver = delivering<SlackMessage>({
    ...rules,
    definition: slack,
    chat: {
      async post(_channel, message) {
        await onPost();
        shown.push(JSON.stringify(message));
        return { is: 'ok', value: { channel: 'C-soc', ts: `1.${shown.length}` } };
      },
      async update(_ref, message) {
        shown.splice(-1, 1, JSON.stringify(message));
        return { is: 'ok', value: null };
      },
      find: async () => ({ is: 'ok', value: { is: 'absent' } }),
    },
    renderer: slack.createRenderer(outcomesWithoutRules),
    ledger,
    clock,
    answerOf: async () => null,
    policy: CALM_POLICY,
  });
  /** Partition after partition, as `npx posture-bridge forget` does. */
  async function forget(): Promise<void> {
    const people = createDynamoPeople(parts);
    for (const pk of new Set([...table.rows.values()].map((row) => row.pk?.S ?? ''))) {
      for (const judged of judge(await people.read(pk), searchFor(DANA, []))) await people.apply(judged);
    }
  }
  const named = (id: string, user_email: string): Envelope => {
    const envelope = threatEnvelope(id);
    if (envelope.kind !== 'threat') throw new Error('not a threat');
    return { ...envelope, item: { ...envelope.item, user_email, title: `Odd mail of ${user_email}` } };
  };
  async function tell(): Promise<void> {
    await deliver(named('t1', 'joe@acme.example'), meta({ isLast: false }));
    await deliver(named('t2', DANA), meta({ isLast: false }));
    await deliver(named('t3', 'ann@acme.example'), meta());
  }
  const during = (run: () => Promise<void>) => {
    onPost = async () => {
      onPost = async () => undefined;
      await run();
    };
  };
  return { table, shown, tell, forget, during, ring: () => deliver(wakeUpAbout('list'), meta()) };
}

describe('a person who is forgotten', () => {
  it('is gone from the message that told a threat of theirs with others, and those stay', async () => {
    const { table, shown, tell, forget, ring } = setUp();
    await tell();
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain(DANA);
    await forget();
    expect(await ring()).toBe('done');
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toContain('dana');
    expect(shown[0]).toContain('Forgotten on request');
    expect(shown[0]).toContain('joe@acme.example');
    expect([...table.rows.values()].filter(({ todo }) => todo)).toEqual([]);
    const values = [...table.rows.values()].map((row) => JSON.stringify(partsIn(row)));
    expect(values.filter((value) => value.includes('dana'))).toEqual([]);
  });

  it('is gone from it also when that was posted just then', async () => {
    const { shown, tell, forget, during, ring } = setUp();
    during(forget);
    await tell();
    for (let round = 0; round < 3; round++) await ring();
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toContain('dana');
  });

  it('leaves nothing of theirs in the row of the group', async () => {
    const { table, tell } = setUp();
    await tell();
    const groups = [...table.rows.values()].filter(({ pk }) => pk?.S?.startsWith('digest#'));
    expect(groups).toHaveLength(1);
    expect(JSON.stringify(groups.map((row) => partsIn(row)))).not.toMatch(/dana|joe|ann@/);
  });
});
