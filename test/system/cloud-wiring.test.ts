import { afterAll, describe, expect, it } from 'vitest';
import { openBridgeStage } from '../support/cloud-run/bridge-stage.ts';
import { grantsIn } from '../support/cloud-run/grants.ts';
import { type Change, plain, withProperties } from '../support/cloud-run/raw-template.ts';
import { openRelayStage, relayed } from '../support/cloud-run/relay-stage.ts';
import { type RunReport, runScenario } from '../support/cloud-run/run-scenario.ts';
import type { Scenario } from '../support/cloud-run/scenario.ts';
import { bridgeScenarios } from '../support/cloud-run/scenarios/bridge.ts';
import { deadLetterScenarios } from '../support/cloud-run/scenarios/dead-letters.ts';
import type { Stage } from '../support/cloud-run/stage.ts';
import { type Wiring, wiringsIn } from '../support/cloud-run/wirings.ts';
import { someOf } from '../support/extent.ts';

const SIGNS: Readonly<Record<Exclude<Wiring['kind'], 'variable'>, RegExp>> = {
  schedule: /was not polled|was not run/,
  'event source mapping': /waited in vain until/,
  // What has no route of its own is behind one that only AWS's own signatures open. One with a limit of its own is missed at once.
  route:
    /answered (?:with )?403|waited in vain until the system is told|has settings for the route|Ref names \w+, which the template does not have/,
  'dead-letter queue': /was not parked|still shows a message that has failed/,
};

/** A variable that is missed is named. */
const signOf = ({ kind, variable = '' }: Wiring): string | RegExp =>
  kind === 'variable' ? variable : SIGNS[kind];

/** What an operator would read: the lines of the functions and of the cloud, and what did not come about. */
const readable = (report: RunReport | undefined): string =>
  [...(report?.lines ?? []), report?.problem ?? 'all is well'].join('\n');

const about = (logicalId: string): readonly Scenario[] =>
  bridgeScenarios.filter(({ runs }) => runs.some((word) => logicalId.includes(`${word}Function`)));

/** The report of the first scenario that does not go well. */
async function failing(
  stage: Stage,
  scenarios: readonly Scenario[],
  change: Change,
): Promise<RunReport | undefined> {
  for (const scenario of scenarios) {
    const report = await runScenario(stage, scenario, [change]);
    if (report.problem !== undefined) return report;
  }
  return undefined;
}

const without = (stage: Stage, scenarios: readonly Scenario[], { kind, remove }: Wiring) =>
  failing(
    stage,
    scenarios.filter(({ shows }) => shows?.includes(kind)),
    remove,
  );

const bridge = await openBridgeStage();
afterAll(() => bridge.close());
const wirings = wiringsIn(bridge).map((wiring) => [wiring.name, wiring] as const);
const functions = bridge.resolved.of('AWS::Lambda::Function').map(({ logicalId }) => [logicalId] as const);

describe('the bridge', () => {
  it.each(someOf(wirings, { quick: 30, full: 3 }))('fails without the %s', async (_, wiring) => {
    const scenarios = wiring.kind === 'variable' ? about(wiring.logicalId) : bridgeScenarios;
    const report = await without(bridge, scenarios, wiring);
    expect(report?.problem).toBeDefined();
    expect(readable(report)).toMatch(signOf(wiring));
    // Nobody has to look: the alarm for polls that do not come counts what is missing.
    if (wiring.kind === 'schedule') expect(report?.alarmProblems).not.toEqual([]);
  });

  // Where no day is over the archive is done at once.
  const atWork = functions.filter(([logicalId]) => !logicalId.includes('TrailArchive'));
  it.each(atWork)('fails when %s has no time', async (logicalId) => {
    const report = await failing(bridge, about(logicalId), withProperties(logicalId, { Timeout: 1 }));
    // What comes from a queue is not even begun when it could not be finished.
    expect(readable(report)).toMatch(/the deadline has passed|Task timed out|waited in vain until/);
  });

  it.each(functions)('fails when %s has a handler that is not there', async (logicalId) => {
    const name = await failing(bridge, about(logicalId), withProperties(logicalId, { Handler: 'index.no' }));
    expect(readable(name)).toMatch(/Runtime\.HandlerNotFound: .* does not export a function no/);
    const file = await failing(
      bridge,
      about(logicalId),
      withProperties(logicalId, { Handler: 'no.handler' }),
    );
    expect(file?.problem).toMatch(/there is no file for its handler no\.handler/);
  });
});

describe('a function behind a queue', () => {
  const scenarios = [relayed, ...deadLetterScenarios];

  it('works, and fails without any of its wirings', async () => {
    const stage = await openRelayStage();
    expect((await runScenario(stage, relayed)).problem).toBeUndefined();
    const all = wiringsIn(stage);
    expect(all.map(({ name }) => name)).toEqual([
      'dead-letter queue of In',
      'variable GREETING of Relay',
      'event source mapping Source',
    ]);
    for (const wiring of all) {
      const report = await without(stage, scenarios, wiring);
      expect(readable(report), wiring.name).toMatch(signOf(wiring));
    }
  });

  it('is refused without any of what AWS asks of a consumer', async () => {
    const stage = await openRelayStage();
    const grants = grantsIn(stage).filter(({ action }) => action.startsWith('sqs:'));
    expect(grants).toHaveLength(3);
    for (const { action, name, remove } of grants) {
      const { problem, denied } = await runScenario(stage, relayed, [remove]);
      expect(problem, name).toMatch(`may not ${action} on`);
      expect(plain(denied.map((one) => one.action).join()), name).toBe(action);
    }
  });
});
