import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fits } from '../../../local/cloud/glob.ts';
import { openBridgeStage } from '../../support/cloud-run/bridge-stage.ts';
import { grantsIn, type TemplateGrant } from '../../support/cloud-run/grants.ts';
import { type RunReport, runScenario } from '../../support/cloud-run/run-scenario.ts';
import type { Scenario } from '../../support/cloud-run/scenario.ts';
import { bridgeScenarios } from '../../support/cloud-run/scenarios/bridge.ts';
import { keyOf, NOT_USED_HERE } from '../../support/cloud-run/used-grants.ts';

/** Without these a function works as before: only the denial shows it, and on AWS its lines and metrics are lost. */
const ONLY_DENIED = ['logs:CreateLogStream', 'logs:PutLogEvents'];

const stage = await openBridgeStage();
afterAll(() => stage.close());
const exercised = grantsIn(stage).filter(({ name }) => !(name in NOT_USED_HERE));

const reports = new Map<Scenario, RunReport>();
beforeAll(async () => {
  for (const scenario of bridgeScenarios) reports.set(scenario, await runScenario(stage, scenario));
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
  it.each(exercised.map((grant) => [grant.name, grant] as const))(
    'fails and says so: %s',
    async (_, grant) => {
      let report: RunReport | undefined;
      for (const scenario of usersOf(grant)) {
        report = await runScenario(stage, scenario, [grant.remove]);
        if (deniedFor(grant, report).length > 0) break;
      }
      if (!report) throw new Error('no scenario uses it');
      const denied = deniedFor(grant, report);
      expect(denied).not.toEqual([]);
      if (grant.kind !== 'resource') {
        expect(denied.filter(({ caller }) => !grant.callers.includes(caller))).toEqual([]);
      }
      expect(report.problem !== undefined, report.problem).toBe(!ONLY_DENIED.includes(grant.action));
    },
  );
});
