import { expect, it } from 'vitest';
import command from '../../../cli/commands/deduped.ts';
import { plain } from '../../../lib/base/terminal.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDedupeLedger } from '../../../lib/features/dedupe/dedupe-ledger.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { sample } from '../config/sample.ts';

const NOW = Date.parse('2026-11-17T09:00:00Z');
const MINUTE = 60_000;
const first = { feed: 'cases', id: 'c1', createdAtMs: NOW, what: 'Sabotage', severity: 'high' } as const;
const about = {
  id: 'w1',
  domain: 'acme',
  route: 'all',
  by: ['user', 'threatType'],
  first,
  at: ['soc'],
} as const;
const window = { ...about, sinceMs: NOW, untilMs: NOW + 60 * MINUTE };

function setUp() {
  const clock = createManualClock(NOW + 10 * MINUTE);
  const client = new FakeDynamo().client(async (_label, effect) => effect());
  const ledger = { client, tableName: 'ledger', clock, random: Math.random };
  const run = async (...words: readonly string[]) => {
    const asked = {
      ...{ flags: {}, words, json: false, confirm: async () => undefined },
      config: async () => defineBridge(sample),
      bridge: async () => ({ ledger, clock, where: 'the bridge' }),
    };
    const told = await command.run(asked as never);
    return { value: told?.value, lines: told?.lines.map(plain) };
  };
  return { run, windows: createDedupeLedger(createDynamoVersionedRows(ledger)) };
}

it('says what stands for others now, and which one window deduped', async () => {
  const { run, windows } = setUp();
  expect((await run()).lines).toEqual(['Nothing is deduped.']);
  await windows.note(window, [{ ...first, id: 'c2', severity: 'low', at: ['soc'] }]);
  expect((await run()).lines).toEqual([
    'window  domain  route  alike in         first  deduped  ends',
    'w1      acme    all    person and type  c1     1        in 50 minutes',
  ]);
  expect((await run('w1')).lines).toEqual([
    'c1 stands for this, by the route all:',
    '',
    'created                   id  what      severity  not posted in',
    '2026-11-17T09:00:00.000Z  c2  Sabotage  low       soc',
  ]);
  expect((await run('w1')).value).toMatchObject({
    ...{ id: 'w1', first: 'c1', listed: false, until: '2026-11-17T10:00:00.000Z' },
    items: [{ id: 'c2', at: ['soc'], created: '2026-11-17T09:00:00.000Z' }],
  });
});

it('knows what was deduped also after it was listed, and says of what it does not know', async () => {
  const { run, windows } = setUp();
  await windows.note(window, [{ ...first, id: 'c2', at: ['soc'] }]);
  const deduping = await windows.load(window);
  if (deduping) await windows.setListed(deduping);
  expect((await run()).lines).toEqual(['Nothing is deduped.']);
  expect((await run('w1')).value).toMatchObject({ listed: true, items: [{ id: 'c2' }] });
  await expect(run('w2')).rejects.toThrow(
    'the bridge knows no window w2: it deduped nothing, or was forgotten since.',
  );
});
