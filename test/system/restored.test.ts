import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthBridge } from '../../cdk/synth-bridge.ts';
import { BUTTONS_KEY, keyParameter } from '../../lib/base/key-names.ts';
import { type LocalCloud, startLocalCloud } from '../../local/cloud/local-cloud.ts';
import { decide, press } from '../support/bridge/analyst.ts';
import { atRest, deadLetters } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, isProgress, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailShowing } from '../support/bridge/ledger-view.ts';
import { ANNA, BEN } from '../support/bridge/people.ts';
import { recorded, verdictsAt } from '../support/bridge/platform-view.ts';
import {
  messageSaying,
  messagesOf,
  openCase,
  type PostedCase,
  postCase,
} from '../support/bridge/posted-case.ts';
import { readParameter } from '../support/bridge/read-key.ts';
import { readRows, restoreTable } from '../support/bridge/restore-table.ts';
import { until, watchProgress } from '../support/wait-for.ts';

const LANES = ['open', 'decided', 'waiting', 'outage'] as const;
const TABLE = 'posture-bridge-restored';

let first: BridgeWorld;
/** The same world around the second bridge, which has nothing of the first but its table and the key of its buttons. */
let second: BridgeWorld;
let secondCloud: LocalCloud | undefined;
let folder: string;
const cases: Record<string, PostedCase> = {};
const lines: string[] = [];
const unwatch = watchProgress(() => lines.filter(isProgress).length);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'));
  first = await startBridgeWorld(
    { slack: LANES },
    {
      config: {
        verdicts: {
          allow: { slackUsers: [ANNA, BEN] },
          undoSeconds: 0,
          outcomes: { TRUE_POSITIVE: { approval: true } },
        },
      },
    },
  );
  cases.open = await postCase(first, 'open');
  cases.decided = await postCase(first, 'decided');
  cases.waiting = await postCase(first, 'waiting');
  await decide(first, cases.decided, 'FALSE_POSITIVE', ANNA);
  await messageSaying(first, cases.decided, 'false positive, recorded');
  await decide(first, cases.waiting, 'TRUE_POSITIVE', ANNA, { confirm: true });
  await messageSaying(first, cases.waiting, 'Needs a second approver');
  await atRest(first);

  const rows = await readRows(first.cloud);
  const key = { [keyParameter('second', BUTTONS_KEY)]: await readParameter(first.cloud, BUTTONS_KEY) };
  await first.cloud.stop();
  // While there is no bridge at all.
  cases.outage = await openCase(first, 'outage');

  const dataDir = join(folder, 'data');
  await restoreTable(first.cloud, rows, { name: TABLE, dataDir });
  const options = { name: 'second', table: TABLE };
  await synthBridge({ config: first.config, options, outdir: join(folder, 'assembly') });
  secondCloud = await startLocalCloud({
    assemblyDir: join(folder, 'assembly'),
    dataDir,
    secrets: { ...first.secrets, ...key },
    missingSecrets: 'refuse',
    log: (from, line) => lines.push(`${from}: ${line}`),
  });
  first.slack.setRequestUrl(secondCloud.outputs.SlackRequestUrl ?? '');
  second = { ...first, cloud: secondCloud, lines };
  await first.slack.verifyUrl();
});
afterAll(async () => {
  unwatch();
  await secondCloud?.stop();
  await first?.close();
  await rm(folder, { recursive: true, force: true });
});

const one = (lane: (typeof LANES)[number]): PostedCase => {
  const posted = cases[lane];
  if (!posted) throw new Error(`there is no case in ${lane}`);
  return posted;
};

describe('a second stack with the restored table of the first', () => {
  it('announces what came meanwhile, once, and nothing again', async () => {
    await until('the case of the outage is posted', () => messagesOf(second, one('outage')).length > 0);
    // Polls in which nothing happens are told once a minute, so its runs are counted.
    let runs = 0;
    const poll = secondCloud?.functions.find(({ settings }) => settings.logicalId.includes('Poll'));
    poll?.onInvoke(() => void runs++);
    await until('it has polled twice more', () => runs > 2);
    await atRest(second);
    const counts = LANES.map((lane) => [lane, messagesOf(second, one(lane)).length]);
    expect(Object.fromEntries(counts)).toEqual({ open: 1, decided: 1, waiting: 1, outage: 1 });
  });

  it('goes on with a decision that waits for a second person', async () => {
    expect(await verdictsAt(second, one('waiting'))).toEqual([]);
    await press(second, one('waiting'), 'decision:approve', BEN);
    expect(await recorded(second, one('waiting'))).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    await messageSaying(second, one('waiting'), /true positive, approved by .+, recorded/);
    await trailShowing(second, one('waiting'), ['requested', 'approved', 'posting', 'recorded']);
  });

  it('updates the message that the first one posted', async () => {
    await decide(second, one('open'), 'FALSE_POSITIVE', BEN);
    await messageSaying(second, one('open'), 'false positive, recorded');
    expect(messagesOf(second, one('open'))).toHaveLength(1);
  });

  it('keeps what was decided before', async () => {
    await messageSaying(second, one('decided'), 'false positive, recorded');
    expect(await verdictsAt(second, one('decided'))).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
  });

  it('is denied nothing, gives up nothing, and has no table of its own', async () => {
    expect(second.cloud.denied).toEqual([]);
    expect(await deadLetters(second)).toEqual({});
    expect(second.cloud.template.of('AWS::DynamoDB::Table')).toEqual([]);
    expect(second.cloud.outputs.LedgerTableName).toBe(TABLE);
  });
});
