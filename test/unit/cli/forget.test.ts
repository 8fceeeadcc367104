import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyTrail } from '../../../lib/audit/verify-trail.ts';
import { systemClock as clock } from '../../../lib/base/clock.ts';
import { placesToGo } from '../../../lib/case/after-listing.ts';
import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createQuarantine } from '../../../lib/dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { partsIn } from '../../../lib/dynamo/row-parts.ts';
import { createDynamoPeople } from '../../../lib/features/privacy/dynamo-people.ts';
import { findPerson } from '../../../lib/features/privacy/find-person.ts';
import type { Judged } from '../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../lib/features/privacy/person.ts';
import { type Delivery, type DeliveryKey, newDelivery } from '../../../lib/outbox/delivery.ts';
import {
  newForgottenList,
  readForgotten,
  withPerson,
  writeForgotten,
} from '../../../lib/outbox/forgotten/forgotten-list.ts';
import { createForgottenPeople } from '../../../lib/outbox/forgotten/forgotten-people.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { auditOf, auditOfDenied } from '../../../lib/verdict/audit.ts';
import { NOT_DEALT_WITH } from '../../../lib/verdict/click-queue.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { caseRecord } from '../../support/case-records.ts';
import { writeConfigFile } from '../../support/config-file.ts';
import { IS_FULL } from '../../support/extent.ts';
import { type SsmStandIn, startSsmStandIn } from '../../support/functions/ssm-stand-in.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { runCommand } from '../../support/run-command.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';

const DANA = 'dana.frost@acme.example';
const OTHER = 'joe.dana.frost@acme.example';
const FEED = { domain: 'acme', feed: 'cases' } as const;
const ADA = { surface: 'slack', id: 'U0ADAWINTER', name: 'Ada Winter' } as const;
const NOW = Date.now();

const caseOf = (id: string, email: string, more: Partial<Case> = {}): Case => ({
  case_id: id,
  user_email: email,
  user_name: email === DANA ? 'Dana Frost' : 'Joe',
  threat_brief: `Files of ${email}`,
  created_at: new Date(NOW).toISOString(),
  updated_at: new Date(NOW).toISOString(),
  events: [{ event_id: `e-${id}`, title: `Download by ${email.toUpperCase()}` }],
  ...more,
});
const keyOf = (id: string): DeliveryKey => ({ ...FEED, id, destination: 'soc' });
const shown = (item: Case): Delivery => ({
  ...newDelivery(keyOf(item.case_id), { kind: 'case', item, trimmed: [] }, NOW),
  main: { ref: { channel: 'C1', ts: `ts-${item.case_id}` }, hash: 'h' },
  notes: { 'evidence:1': { channel: 'C1', ts: `note-${item.case_id}` } },
  settled: true,
});
function verdictOf(caseId: string, state: DecisionState, comment = `Asked ${DANA}`): CaseVerdict {
  const about = {
    id: 'd1',
    outcome: 'SAFE',
    comment,
    eventIds: [],
    by: ADA,
    place: 'soc',
    overrides: null,
  } as const;
  const entry = {
    atMs: NOW,
    what: 'requested',
    id: 'd1',
    outcome: 'SAFE',
    by: ADA,
    place: 'soc',
  } as const;
  return {
    domain: 'acme',
    caseId,
    version: 1,
    decision: { ...about, clickedAtMs: NOW, approvedBy: null, episode: 0, state },
    trail: [{ ...entry, comment, answer: null }],
  };
}
const DENIED = auditOfDenied({
  ...{ v: 1, kind: 'denied', domain: 'acme', caseId: 'other', place: 'soc', clickId: 'click-1', reply: null },
  ...{ by: ADA, atMs: NOW, what: 'decide', why: 'not named' },
});
const RECORDED: DecisionState = { is: 'recorded', atMs: NOW, resolved: true };

let table: LocalTable;
let ssm: SsmStandIn;
let stack: Awaited<ReturnType<typeof startScriptedServer>>;
const LIST = '/soc/keys/forgotten';
let folder: string;
const config = writeConfigFile({
  people: { ada: { slack: ADA.id, teams: '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd' } },
  verdicts: { allow: { slackUsers: [ADA.id] } },
});
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forget-'));
  ssm = await startSsmStandIn({});
  const output = '<member><OutputKey>BridgeName</OutputKey><OutputValue>soc</OutputValue></member>';
  stack = await startScriptedServer(() => ({ text: output }));
});
afterAll(async () => {
  await Promise.all([ssm.close(), stack.close()]);
  rmSync(folder, { recursive: true });
  config.remove();
});

let parts: { client: LocalTable['client']; tableName: string; clock: typeof clock; random: () => number };
beforeEach(async () => {
  table = await startDynalite();
  parts = { client: table.client, tableName: table.tableName, clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const deliveries = createDeliveryLedger(rows);
  const feeds = createDynamoFeedLedger(parts);
  const verdicts = createDynamoAnswerLedger(parts);
  await deliveries.save(shown(caseOf('own', DANA)), 0, null, NOW);
  await deliveries.save(shown(caseOf('under-way', DANA)), 0, null, NOW);
  await deliveries.save(shown(caseOf('other', OTHER)), 0, null, NOW);
  await deliveries.save(
    shown(caseOf('names-her', OTHER, { threat_brief: `Mail to ${DANA}.` })),
    0,
    null,
    NOW,
  );
  const cases = createCaseLedger(rows);
  for (const caseId of ['own', 'under-way', 'other', 'names-her'])
    await cases.save(caseRecord({ caseId, createdAtMs: NOW, places: { soc: 'handed' } }));
  await cases.save(caseRecord({ caseId: 'waiting', createdAtMs: NOW, places: { lake: 'unsent' } }));
  const waiting = { id: 'waiting', createdAtMs: NOW, missing: ['lake'], item: caseOf('waiting', DANA) };
  await feeds.record(FEED, [waiting]);
  for (const one of [
    verdictOf('own', RECORDED),
    verdictOf('under-way', { is: 'awaiting-approval' }),
    verdictOf('other', RECORDED, 'A drill'),
  ]) {
    await verdicts.save(one);
    await verdicts.copyTrail(auditOf(one));
  }
  await deliveries.linkEvents('acme', 'own', ['e-own'], NOW);
  await deliveries.saveStorm('soc', { digest: { byPerson: { [DANA]: 2, others: 1 } } } as never, 0, NOW);
  await createQuarantine({ rows, clock }).keep({
    id: 'm1',
    queue: 'slack',
    group: null,
    body: `{"to":"${DANA}"}`,
    reason: 'new',
  });
  await createQuarantine({ rows, clock }).keep({
    id: 'm2',
    queue: 'slack',
    group: null,
    body: '{"to":"joe"}',
    reason: 'new',
  });
  return () => table.stop();
});

async function run(command: 'forget' | 'person', flags: string[]) {
  const { hostname, port } = (await table.client.config.endpoint?.()) ?? { hostname: '' };
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: `http://${hostname}:${port}`,
    TABLE_NAME: table.tableName,
    AWS_ENDPOINT_URL_SSM: ssm.url,
    AWS_ENDPOINT_URL_CLOUDFORMATION: stack.url,
  };
  return runCommand([command, '--config', config.path, ...flags], env);
}

async function recordedCases(...ids: readonly string[]): Promise<Map<string, CaseRecord>> {
  const found = await createCaseLedger(createDynamoVersionedRows(parts)).loadAll('acme', ids);
  return new Map([...found].flatMap(([id, one]) => (one === 'unreadable' ? [] : [[id, one] as const])));
}

/** The same without the command. */
async function forget(email: string, also: readonly string[] = []): Promise<Judged[]> {
  const found: Judged[] = [];
  const ledger = createDynamoPeople(parts);
  for await (const one of findPerson({ ledger, person: searchFor(email, also), forget: true }))
    found.push(one);
  return found.filter(({ forgetting }) => forgetting.do !== 'nothing');
}

async function rowsNaming(text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { Items = [] } of paginateScan({ client: table.client }, { TableName: table.tableName })) {
    for (const row of Items) {
      const { pk, sk, ...rest } = row;
      const said = sk?.S?.startsWith('delivery#') ? { ...rest, value: partsIn(row) } : rest;
      if (JSON.stringify(said).toLowerCase().includes(text.toLowerCase())) found.push(`${pk?.S} ${sk?.S}`);
    }
  }
  return found.toSorted();
}
/** Not inside another address. */
const rowsNamingDana = () => rowsNaming(`of ${DANA}`);

describe('npx posture-bridge forget', () => {
  it('puts the person on the list outside of the table before it erases, by hashes alone', async () => {
    ssm.parameters.clear();
    await run('forget', ['--email', DANA]);
    expect(ssm.parameters.size).toBe(0);
    await run('forget', ['--email', DANA, '--also', 'Dana Frost', '--yes']);
    const list = ssm.parameters.get(LIST) ?? '';
    expect(list).not.toMatch(/dana|frost|acme/i);
    const since = createForgottenPeople(readForgotten(list)).since(NOW);
    expect(since?.without(`${DANA}, DANA FROST and ${OTHER}`)).toBe(
      `Forgotten on request, Forgotten on request and ${OTHER}`,
    );
  });

  it('erases from a table that was restored whoever was forgotten before, and nobody else', async () => {
    const before = newForgottenList(Buffer.alloc(16, 3));
    // As if the table were from an hour ago.
    ssm.parameters.set(LIST, writeForgotten(withPerson(before, [DANA, 'Dana Frost'], NOW + 60_000)));
    const others = await rowsNaming(OTHER);
    const { stdout } = await run('forget', ['--again', '--yes']);
    expect(stdout).toContain('Erased:');
    expect((await rowsNamingDana()).filter((row) => !row.startsWith('audit#'))).toEqual([]);
    expect((await rowsNaming('Dana Frost')).filter((row) => !row.startsWith('audit#'))).toEqual([]);
    expect(await rowsNaming(OTHER)).toEqual(others);
  });

  it('leaves with --again what came after the person was forgotten', async () => {
    const before = newForgottenList(Buffer.alloc(16, 3));
    ssm.parameters.set(LIST, writeForgotten(withPerson(before, [DANA], NOW - 600_000)));
    const all = await rowsNamingDana();
    await run('forget', ['--again', '--yes']);
    expect(await rowsNamingDana()).toEqual(all);
  });

  it('says that nobody was forgotten, and takes no name with --again', async () => {
    ssm.parameters.clear();
    expect((await run('forget', ['--again'])).stderr).toContain('Nobody was forgotten in');
    expect((await run('forget', ['--again', '--email', DANA])).stderr).toContain('needs no --email');
  });

  it('shows first what it would do, and changes nothing', async () => {
    const before = await rowsNaming('dana');
    const { stdout, status } = await run('forget', ['--email', DANA]);
    expect(status).toBe(0);
    expect(stdout).toContain('This would be erased:');
    expect(stdout).toContain('Nothing was changed. To do it, run this again with --yes.');
    expect(stdout).toContain('"Dana Frost"');
    expect(await rowsNaming('dana')).toEqual(before);
  });

  it('erases everything that can be erased, and says plainly what cannot', async () => {
    const first = await run('forget', ['--email', DANA.toUpperCase(), '--yes']);
    expect(first.stdout).toMatch(
      /2 × entries of the audit trail: the audit trail can only grow; the last goes by itself on \d{4}-/,
    );
    expect(first.stdout).toMatch(
      /2 × what proves these entries .*, which names nobody: without it nobody could check/,
    );
    expect(first.stdout).toContain('has not come to its end');
    for (const words of [
      'the platform',
      'up to 35 days',
      'dead letters',
      'Delete them in the chat',
      'note-own',
    ]) {
      expect(first.stdout).toContain(words);
    }
    // What is under way is left for the next run.
    expect(first.status).toBe(1);
    expect((await rowsNamingDana()).filter((row) => !row.startsWith('audit#'))).toEqual([]);
    const left = (await rowsNaming(DANA)).filter((row) => !row.startsWith('audit#'));
    expect(left).toEqual([
      'answer#acme#under-way answer',
      // About another person, whose address only ends alike.
      'item#acme#cases#names-her delivery#soc',
      'item#acme#cases#other delivery#soc',
    ]);
    expect(await rowsNaming(`Mail to ${DANA}`)).toEqual([]);
    expect(await rowsNaming('Dana Frost')).toEqual([]);
  });

  it('goes on where it stopped, and finds nothing more in the end', async () => {
    await forget(DANA);
    const verdicts = createDynamoAnswerLedger(parts);
    const waiting = await verdicts.load('acme', 'under-way');
    if (!waiting?.decision) throw new Error('the decision is gone');
    await verdicts.save({ ...waiting, version: 2, decision: { ...waiting.decision, state: RECORDED } });
    const kinds = (found: readonly Judged[]) => found.map(({ row }) => row.kind).toSorted();
    const trail = ['proof', 'proof', 'trail', 'trail'];
    expect(kinds(await forget(DANA))).toEqual(['answer', ...trail]);
    expect(kinds(await forget(DANA))).toEqual(trail);
    expect((await verdicts.load('acme', 'under-way'))?.decision).toMatchObject({ outcome: 'SAFE', by: ADA });
  });

  it('leaves no comment on a case of the person, though nothing says any more whose it was', async () => {
    const verdicts = createDynamoAnswerLedger(parts);
    const first = verdictOf('under-way', RECORDED, 'She is on leave');
    const later = { ...first, trail: first.trail.map((entry) => ({ ...entry, atMs: NOW + 1 })) };
    await forget(DANA);
    await verdicts.save({ ...later, version: 2 });
    await verdicts.copyTrail(auditOf(later));
    await forget('somebody.else@acme.example');
    expect(await rowsNaming('on leave')).toEqual([expect.stringMatching(/^audit#/)]);
    const left = await forget('somebody.else@acme.example');
    expect(left).toEqual([]);
  });

  it('goes on wherever it died, and erases no less than a run that did not', async () => {
    let writes = 0;
    const killed = (after: number) => ({
      ...createDynamoPeople(parts),
      async apply(judged: Judged) {
        if (writes++ >= after) throw new Error('killed');
        return createDynamoPeople(parts).apply(judged);
      },
    });
    for (let after = 0; after < 8; after++) {
      writes = 0;
      const run = findPerson({ ledger: killed(after), person: searchFor(DANA, []), forget: true });
      await (async () => {
        for await (const _ of run);
      })().catch(() => undefined);
    }
    await forget(DANA);
    const left = (await rowsNaming('Dana Frost')).filter((row) => !row.startsWith('audit#'));
    expect(left).toEqual([]);
    expect((await createDynamoAnswerLedger(parts).load('acme', 'own'))?.decision?.comment).toBeNull();
  });

  it('loses against the bridge without undoing what it wrote, and comes back', async () => {
    const ledger = createDynamoPeople(parts);
    const deliveries = createDeliveryLedger(createDynamoVersionedRows(parts));
    let first = true;
    const slow = {
      ...ledger,
      async apply(judged: Judged) {
        if (first && judged.row.sk === 'delivery#soc' && judged.row.pk.endsWith('#own')) {
          first = false;
          const saved = await deliveries.load(keyOf('own'));
          if (saved)
            await deliveries.save(
              { ...saved.value, memory: { seen: ['new'], told: [] } },
              saved.version,
              null,
              NOW,
            );
        }
        return ledger.apply(judged);
      },
    };
    for await (const _ of findPerson({ ledger: slow, person: searchFor(DANA, []), forget: true }));
    const own = await deliveries.load(keyOf('own'));
    expect(own?.value.memory).toEqual({ seen: ['new'], told: [] });
    expect(JSON.stringify(own?.value)).not.toMatch(/dana/i);
  });

  it('keeps that the items were seen, what was decided, and the messages with their buttons', async () => {
    await forget(DANA);
    const recorded = await recordedCases('own', 'waiting', 'unknown');
    expect([...recorded.keys()].toSorted()).toEqual(['own', 'waiting']);
    const left = await createDynamoFeedLedger(parts).recorded(FEED, ['waiting']);
    expect(left.get('waiting')?.missing).toEqual([]);
    expect(await createDynamoFeedLedger(parts).unfinished(FEED, 10)).toEqual([]);
    const deliveries = createDeliveryLedger(createDynamoVersionedRows(parts));
    const own = await deliveries.load(keyOf('own'));
    expect(own?.value.main?.ref).toEqual({ channel: 'C1', ts: 'ts-own' });
    expect(own?.value.content).toMatchObject({ item: { case_id: 'own', user_name: 'Forgotten on request' } });
    // On the list: the notifier writes the message anew.
    expect(own?.todo).toMatch(/^30#/);
    expect((await deliveries.todo('soc', { limit: 10 })).map(({ key }) => key.pk)).toContain(
      'item#acme#cases#own',
    );
    expect(await deliveries.caseOf('acme', 'e-own')).toBe('own');
    const verdict = await createDynamoAnswerLedger(parts).load('acme', 'own');
    expect(verdict).toMatchObject({
      version: 2,
      decision: { outcome: 'SAFE', comment: null },
      trail: [],
      trimmed: 1,
    });
    expect((await deliveries.loadStorm('soc'))?.value).toMatchObject({
      digest: { byPerson: { others: 1, 'Forgotten on request': 2 } },
    });
  });

  it('lets no later change of the case bring the person back, and posts it not again', async () => {
    await forget(DANA);
    const deliveries = createDeliveryLedger(createDynamoVersionedRows(parts));
    const outbox = handOverWith({
      outbox: createMemoryOutbox(),
      deliveries,
      severeFrom: 'high',
      clock,
    });
    const item = caseOf('own', DANA, { updated_at: new Date(NOW + 60_000).toISOString() });
    for (const changed of [true, false]) {
      const envelope = {
        v: 1,
        kind: 'case',
        deliveryId: 'x',
        domain: 'acme',
        destination: 'soc',
        handedOverAt: new Date(NOW).toISOString(),
        item,
        ...(changed && { changed }),
      };
      await outbox.send('queue', [{ deliveryId: 'x', group: 'soc', body: '', envelope } as never]);
    }
    expect(JSON.stringify((await deliveries.load(keyOf('own')))?.value)).not.toMatch(/dana/i);
  });

  it('lets no case of the person go anywhere else, though the row of its message may be gone by then', async () => {
    await forget(DANA);
    const recorded = await recordedCases('own', 'waiting', 'other');
    const addedAt = new Map([...recorded].map(([id, one]) => [id, placesToGo(one, ['urgent']).added]));
    expect(addedAt).toEqual(
      new Map([
        ['own', []],
        ['waiting', []],
        ['other', ['urgent']],
      ]),
    );
  });

  it('leaves the trail whole: verify finds nothing wrong, and every entry is there', async () => {
    const trail = createDynamoAuditTrail(parts);
    await trail.add([DENIED]);
    const day = new Date(NOW).toISOString().slice(0, 10);
    const verify = () => verifyTrail(trail, 'acme', [day], { nowMs: NOW, keptMs: 30 * 86_400_000 });
    const before = await verify();
    expect(before).toMatchObject({ problems: [], entries: 4 });
    await forget(DANA, ['Dana Frost']);
    await forget('ada@acme.example', ['U0ADAWINTER', 'Ada Winter']);
    expect(await verify()).toEqual(before);
  });

  it('erases no step of a decision that only its row has: a crash had come before the copy', async () => {
    const verdicts = createDynamoAnswerLedger(parts);
    const one = verdictOf('crashed', RECORDED);
    await verdicts.save(one);
    const [held] = (await forget(DANA)).filter(({ row }) => row.pk.endsWith('#crashed'));
    expect(held?.forgetting).toMatchObject({
      do: 'cannot',
      why: expect.stringContaining('not in the audit trail yet'),
    });
    expect((await verdicts.load('acme', 'crashed'))?.trail).toHaveLength(1);
    await verdicts.copyTrail(auditOf(one));
    await forget(DANA);
    expect(await verdicts.load('acme', 'crashed')).toMatchObject({ trail: [], trimmed: 1 });
  });

  it('deletes no click that nobody has dealt with: the queue may have lost it', async () => {
    const quarantine = createQuarantine({ rows: createDynamoVersionedRows(parts), clock });
    const click = { id: 'acme c1', queue: 'verdict', group: null, body: `{"comment":"Asked ${DANA}"}` };
    await quarantine.keep({ ...click, reason: NOT_DEALT_WITH });
    const messages = (found: readonly Judged[]) =>
      found
        .filter(({ row }) => row.pk.startsWith('quarantine#verdict#'))
        .map(({ forgetting }) => forgetting.do);
    expect(messages(await forget(DANA))).toEqual(['cannot']);
    await quarantine.keep({ ...click, reason: 'it has no proof' });
    expect(messages(await forget(DANA))).toEqual(['delete']);
    expect(messages(await forget(DANA))).toEqual([]);
  });

  it('marks what it took names out of: nobody can say any more which routes had sent it', async () => {
    await forget(DANA);
    const deliveries = createDeliveryLedger(createDynamoVersionedRows(parts));
    const forgotten = async (id: string) => (await deliveries.load(keyOf(id)))?.value.forgotten;
    expect([await forgotten('own'), await forgotten('names-her'), await forgotten('other')]).toEqual([
      'item',
      'names',
      undefined,
    ]);
  });

  it('forgets an analyst as well, by any id or name', async () => {
    await forget('ada@acme.example', ['U0ADAWINTER']);
    const left = (await rowsNaming('Ada Winter')).filter((row) => !row.startsWith('audit#'));
    expect(left).toEqual(['answer#acme#under-way answer']);
    const verdict = await createDynamoAnswerLedger(parts).load('acme', 'own');
    expect(verdict?.decision).toMatchObject({ by: { id: 'forgotten' }, comment: `Asked ${DANA}` });
  });

  it('looks for an analyst in all chats that the configuration knows them in, and says where it names them', async () => {
    const id = '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd';
    const { stdout, stderr } = await run('forget', ['--email', 'ada@acme.example', '--also', id, '--yes']);
    expect(stderr).toContain('The configuration knows this person by U0ADAWINTER too.');
    expect(stdout).toMatch(
      /Take them out there, and deploy:\n {2}people\.ada\.slack\n {2}people\.ada\.teams\n {2}verdicts\./,
    );
    expect((await rowsNaming('U0ADAWINTER')).filter((row) => !row.startsWith('audit#'))).toEqual([
      'answer#acme#under-way answer',
    ]);
  });

  it.runIf(IS_FULL).each([
    [['--email', 'dana', '--yes'], /--email has to be an address/],
    [['--email', DANA, '--also', 'x'], /--also has to have 3 characters/],
  ])('refuses %j', async (flags, message) => {
    const { stderr, status } = await run('forget', flags);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('npx posture-bridge person', () => {
  it('exports everything about the person, to a file that only its owner reads', async () => {
    const out = join(folder, 'dana.jsonl');
    const { status, stderr } = await run('person', ['--email', DANA, '--out', out]);
    expect([status, stderr]).toEqual([0, expect.stringContaining('Wrote ')]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const rows = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const named = rows.map(({ row }) => row as string).toSorted();
    expect(named).toEqual(
      expect.arrayContaining([
        'item#acme#cases#own delivery#soc',
        'answer#acme#own answer',
        'item#acme#cases#waiting seen',
      ]),
    );
    expect(named.filter((row) => row.startsWith('audit#'))).toHaveLength(2);
    expect(named.join()).not.toContain('#other ');
    // Of a case of another person, only where it names this one.
    const other = rows.find(({ row }) => row === 'item#acme#cases#names-her delivery#soc');
    expect(other).toMatchObject({
      mentions: [{ path: 'content.item.threat_brief', text: `Mail to ${DANA}.` }],
    });
    expect(other.value).toBeUndefined();
    expect(JSON.stringify(rows)).not.toContain('key#');
  });

  it('exports with entries of the trail what proves them: their places in the chain, and their clicks', async () => {
    await createDynamoAuditTrail(parts).add([DENIED]);
    const found: Judged[] = [];
    const person = searchFor('ada@acme.example', ['U0ADAWINTER']);
    for await (const one of findPerson({ ledger: createDynamoPeople(parts), person, forget: false }))
      found.push(one);
    const proofs = found.filter(({ row }) => row.kind === 'proof').map(({ row }) => row);
    const kinds = proofs.map(({ pk }) => pk.split('#')[0]).toSorted();
    expect(kinds).toEqual(['chain', 'chain', 'chain', 'chain', 'click']);
    const keys = new Set(found.filter(({ row }) => row.kind === 'trail').map(({ row }) => row.sk));
    for (const { value, expiresAtMs } of proofs) {
      expect(keys).toContain((value as { of: string }).of);
      expect(expiresAtMs).toBeGreaterThan(NOW);
    }
  });

  it.runIf(IS_FULL)('counts what there is for people', async () => {
    const { stdout } = await run('person', ['--email', DANA]);
    expect(stdout).toMatch(/delivery: 2 about them, 1 that name them/);
  });

  it.runIf(IS_FULL)('lets the terminal obey nothing that the rows say', async () => {
    const Item = {
      pk: { S: 'other' },
      sk: { S: 'x' },
      version: { N: '1' },
      value: { S: JSON.stringify(`\u001b[2J ${DANA} \u009b`) },
    };
    await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
    const { stdout } = await run('person', ['--email', DANA, '--json']);
    expect(stdout).toContain('\\u001b[2J');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
