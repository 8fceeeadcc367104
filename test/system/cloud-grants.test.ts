import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fits } from '../../local/cloud/glob.ts';
import { openBridgeStage } from '../support/cloud-run/bridge-stage.ts';
import { denialsIn, denyEncrypted } from '../support/cloud-run/denials.ts';
import { grantsIn, type TemplateGrant } from '../support/cloud-run/grants.ts';
import { onAllRoles, plain, withoutAll } from '../support/cloud-run/raw-template.ts';
import { inAll, type RunReport, runScenario } from '../support/cloud-run/run-scenario.ts';
import type { Scenario } from '../support/cloud-run/scenario.ts';
import { bridgeScenarios } from '../support/cloud-run/scenarios/bridge.ts';
import { keyOf, NOT_USED_HERE } from '../support/cloud-run/used-grants.ts';
import { someOf } from '../support/extent.ts';

/** Without these a function works as before: only the denial shows it, and on AWS its lines and metrics are lost. */
const ONLY_DENIED = ['logs:CreateLogStream', 'logs:PutLogEvents'];
/** Without these the reconciler says that it made no key, and the verdict function makes it with the first click. */
const MADE_BY_OTHERS = /^BridgeReconcilerReconcileRole: ssm:PutParameter .*\/keys\/clicks$/;
/** Nothing waits for the archive: an alarm tells after a day without it. */
const NOTICED_LATER = /^BridgeTrailArchiveScheduleRole: lambda:InvokeFunction /;
/** A case does not wait for what was seen before: the log says that it was not found. */
const NOT_WAITED_FOR = /^BridgePollerPollRole: dynamodb:Query .*, rows past#\* outcome#\*$/;
/** Nor for who it is about: the log says that it was not read. */
const NOT_TOLD = /^Bridge(?:Slack|Teams)NotifyRole: dynamodb:GetItem .*, rows persona#\*$/;
/** Who does not know what is muted, or what stands for others, shows everything and calls everybody: the log says so. */
const SHOWS_ALL =
  /^Bridge(?:PollerPoll|SlackNotify|TeamsNotify)Role: dynamodb:GetItem .*, rows mutes#\*$|^BridgeReconcilerReconcileRole: dynamodb:GetItem .*, rows dedupe#\*$/;
/** Without the budget of all functions the reconciler asks alone, and slowly: the log says so. */
const ASKS_ALONE = /^BridgeReconcilerReconcileRole: .*, rows budget#\*$/;
/** A click goes into the ledger and into the queue, and one of them is enough: the log says which failed. */
const ONE_IS_ENOUGH = /^BridgeActionsActionRole: dynamodb:PartiQLInsert .*, rows quarantine#/;
/** What only one person is told goes through the queue of Slack's notifier, or else straight to Slack: the log says so. */
const TOLD_DIRECTLY = /^BridgeActionsActionRole: sqs:SendMessage .*SlackQueue/;

/** Alarms that nothing in the scenarios could raise, by logical id, each with its reason. */
const ALARMS_NOT_RAISED: Readonly<Record<string, string>> = {
  BridgeActionsRequestsThrottled:
    'one machine does not send 600 requests a second for long; http-api.test.ts has a smaller limit',
};

const stage = await openBridgeStage();
afterAll(() => stage.close());
const grants = grantsIn(stage);
const exercised = grants.filter(({ name }) => !(name in NOT_USED_HERE));

const reports = new Map<Scenario, RunReport>();
beforeAll(async () => {
  for (const scenario of bridgeScenarios) reports.set(scenario, await runScenario(stage, scenario));
});

describe('the bridge on the local cloud', () => {
  it.each(bridgeScenarios)('shows that $name', (scenario) => {
    const { problem, denied, lines } = reports.get(scenario) ?? {};
    expect(problem, lines?.join('\n')).toBeUndefined();
    expect(denied?.filter(({ action }) => !scenario.denies?.includes(action))).toEqual([]);
    expect(new Set(denied?.map(({ action }) => action))).toEqual(new Set(scenario.denies));
  });

  it('is granted nothing that no scenario uses', () => {
    const unused = inAll([...reports.values()].map(({ unusedGrants }) => unusedGrants));
    expect(unused.filter(({ role, ...grant }) => !isExcepted(keyOf(grant, role)))).toEqual([]);
  });

  it('would be found out with a grant that nobody uses', async () => {
    const [scenario] = bridgeScenarios as [Scenario];
    const more = onAllRoles({ Effect: 'Allow', Action: 'dynamodb:Scan', Resource: '*' });
    const { unusedGrants } = await runScenario(stage, scenario, [more]);
    expect(unusedGrants.map(({ action }) => action)).toContain('dynamodb:Scan');
  });

  it('has no alarm that nothing could raise', () => {
    const problems = inAll([...reports.values()].map(({ alarmProblems }) => alarmProblems));
    expect(problems.filter(({ logicalId }) => !(plain(logicalId) in ALARMS_NOT_RAISED))).toEqual([]);
  });

  it('has no exception for what is not there', () => {
    const names = grants.map(({ name }) => name);
    expect(Object.keys(NOT_USED_HERE).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const isExcepted = (key: string): boolean =>
  grants.some(({ name, holder, ...grant }) => name in NOT_USED_HERE && keyOf(grant, holder) === key);

describe('what is denied', () => {
  it('is whatever is not encrypted, to delete from the archive, to replace a key, and nothing else', () => {
    const denials = denialsIn(stage);
    expect(denials.length).toBeGreaterThan(0);
    const others = denials.filter(({ statement }) => !statement.Condition);
    expect(others.map(({ on, statement }) => [plain(on), statement.Action])).toEqual([
      [
        'BridgeTrailArchiveBucketPolicy',
        ['s3:BypassGovernanceRetention', 's3:DeleteObject', 's3:DeleteObjectVersion'],
      ],
    ]);
    for (const { on, statement } of denials.filter((denial) => !others.includes(denial))) {
      expect(statement.Condition, on).toEqual(
        statement.Action === 'ssm:PutParameter'
          ? { StringEquals: { 'ssm:Overwrite': 'true' } }
          : { Bool: { 'aws:SecureTransport': 'false' } },
      );
    }
  });

  // Every call here counts as encrypted, so that taking such a statement away would show nothing.
  it('is denied where it is written: turned around, no queue of the bridge takes anything', async () => {
    const [everyDestination] = bridgeScenarios;
    // AWS would refuse the consumers as well, and the rest could not be looked at.
    const changes = [withoutAll('AWS::Lambda::EventSourceMapping'), denyEncrypted];
    const { problem, denied } = await runScenario(stage, everyDestination as Scenario, changes);
    expect(problem).toMatch(/^the poll of acme failed: .* the queue took 0 of 1[34] ticks/);
    const sentTo = grants.filter(
      ({ action, resource, callers }) =>
        action === 'sqs:SendMessage' &&
        /BridgeTo|Ticks/.test(resource) &&
        /PollFunction/.test(callers.join()),
    );
    expect([...new Set(denied.map(({ resource }) => resource))].toSorted()).toEqual(
      sentTo.map(({ resource }) => resource).toSorted(),
    );
  });
});

const unusedIn = (report: RunReport | undefined) =>
  new Set(report?.unusedGrants.map((grant) => keyOf(grant, grant.role)));

/**
 * The scenarios that use what a role was granted; one may do so by chance, as when a channel was too busy just then. Of
 * other grants it is not kept who uses them: any may.
 */
const usersOf = ({ kind, holder, ...grant }: TemplateGrant): Scenario[] => {
  if (kind === 'role') {
    return bridgeScenarios.filter((one) => !unusedIn(reports.get(one)).has(keyOf(grant, holder)));
  }
  // Functions are called by name for their routes only.
  return grant.action === 'lambda:InvokeFunction'
    ? bridgeScenarios.filter(({ shows }) => shows?.includes('route'))
    : [...bridgeScenarios];
};

/** Calls that were denied for want of this grant. */
const deniedFor = ({ action, resource }: TemplateGrant, { denied }: RunReport) =>
  denied.filter((one) => fits(action, one.action, true) && fits(resource, one.resource));

describe('without one grant', () => {
  it.each(
    someOf(
      exercised.map((grant) => [grant.name, grant] as const),
      { quick: 30, full: 3 },
    ),
  )('fails and says so: %s', async (_, grant) => {
    const goesOn =
      ONLY_DENIED.includes(grant.action) ||
      [
        ...[MADE_BY_OTHERS, NOTICED_LATER, NOT_WAITED_FOR, NOT_TOLD, SHOWS_ALL, ASKS_ALONE, ONE_IS_ENOUGH],
        TOLD_DIRECTLY,
      ].some((pattern) => pattern.test(grant.name));
    let report: RunReport | undefined;
    for (const scenario of usersOf(grant)) {
      report = await runScenario(stage, scenario, [grant.remove]);
      // One in which it is used by the way ends before anybody misses it.
      if (deniedFor(grant, report).length > 0 && (goesOn || report.problem !== undefined)) break;
    }
    if (!report) throw new Error('no scenario uses it');
    const denied = deniedFor(grant, report);
    expect(denied).not.toEqual([]);
    if (grant.kind !== 'resource') {
      expect(denied.filter(({ caller }) => !grant.callers.includes(caller))).toEqual([]);
    }
    // Once a call was denied, a scenario does not wait for long: not even for what would have gone on.
    if (goesOn) expect(report.problem ?? 'waited in vain').toContain('waited in vain');
    else expect(report.problem).toBeDefined();
  });
});
