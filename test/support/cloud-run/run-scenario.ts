import { join } from 'node:path';
import type { AlarmProblem } from '../../../local/cloud/alarm-check.ts';
import type { Grant } from '../../../local/cloud/authority.ts';
import { isObject } from '../../../local/cloud/json.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import { CLOUD, type LocalCloudOptions } from '../../../local/cloud/options.ts';
import { until, watchProgress } from '../wait-for.ts';
import type { Change } from './raw-template.ts';
import type { Scenario, Scene } from './scenario.ts';
import type { Stage } from './stage.ts';
import { writeVariant } from './write-variant.ts';

export interface Denied {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
}

export interface RunReport {
  /** What the scenario did not find as it should be, or why the local cloud refused the template. */
  readonly problem: string | undefined;
  readonly denied: readonly Denied[];
  readonly unusedGrants: readonly Grant[];
  readonly alarmProblems: readonly AlarmProblem[];
  readonly lines: readonly string[];
}

/** With something missing most waits are in vain: so long may nothing be heard then. */
const QUIET_MS = 15_000;
/** What goes wrong shows soon, or not at all. */
const PATIENCE_AFTER_FAILURE_MS = 1_000;

/** Plays a scenario on a local cloud of its own, after these changes to the template. */
export async function runScenario(
  stage: Stage,
  scenario: Scenario,
  changes: readonly Change[] = [],
): Promise<RunReport> {
  // The scenario's own change last: what is taken away is found by its place in the template as it was.
  const all = [...changes, ...(scenario.change ? [scenario.change] : [])];
  const variant = await writeVariant(stage.assemblyDir, all);
  const lines: string[] = [];
  const said: Record<string, unknown>[] = [];
  const seen: { unused: Grant[]; alarms: AlarmProblem[] }[] = [];
  let cloud: LocalCloud | undefined;
  const unwatch = watchProgress(() => lines.length);

  const start = async (options: Partial<LocalCloudOptions> = {}) => {
    cloud = await startLocalCloud({
      assemblyDir: variant.dir,
      ...(scenario.restarts && { dataDir: join(variant.dir, 'data') }),
      ...stage.options,
      ...scenario.options,
      ...options,
      log(from, line) {
        lines.push(`${from}: ${line}`);
        if (from !== CLOUD) said.push(...readSaid(line));
      },
    });
  };
  const end = async () => {
    if (!cloud) return;
    seen.push({ unused: cloud.unusedGrants(), alarms: cloud.alarmProblems() });
    await cloud.stop();
    cloud = undefined;
  };

  const running = (): LocalCloud => {
    if (!cloud) throw new Error('the local cloud does not run');
    return cloud;
  };
  const scene: Scene = {
    stage,
    get cloud() {
      return running();
    },
    said,
    async until(what, holds) {
      let endsAt = Number.POSITIVE_INFINITY;
      const vain = `waited in vain until ${what}`;
      const look = async () => {
        if (await holds()) return true;
        if (wentWrong(running(), scenario)) endsAt = Math.min(endsAt, Date.now() + PATIENCE_AFTER_FAILURE_MS);
        if (Date.now() > endsAt) throw new Error(vain);
        return false;
      };
      await until(what, look, changes.length > 0 ? { quietMs: QUIET_MS } : {});
    },
    async restart(options) {
      await end();
      await start(options);
    },
  };

  let problem: string | undefined;
  try {
    await start();
    await scenario.play(scene);
  } catch (error) {
    problem = (error as Error).message;
  }
  unwatch();
  await end();
  await variant.remove();
  return {
    problem,
    denied: lines.flatMap(readDenied),
    unusedGrants: inAll(seen.map(({ unused }) => unused)),
    alarmProblems: inAll(seen.map(({ alarms }) => alarms)),
    lines,
  };
}

/** Without its log a function works as before, so that is no reason to give up on it. */
const wentWrong = ({ functions, denied }: LocalCloud, { denies = [] }: Scenario): boolean =>
  functions.some(({ counts }) => counts.errors > 0) ||
  denied.some(({ action }) => !denies.includes(action) && !action.startsWith('logs:'));

function readSaid(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** From what it says, because a local cloud that does not even start has said it too. */
function readDenied(line: string): Denied[] {
  const [, caller, action, resource] =
    /^local cloud: denied: (\S+) may not (\S+) on (\S+), because/.exec(line) ?? [];
  return caller && action && resource ? [{ caller, action, resource }] : [];
}

/** What is in every list: what was missing in one run may have been there in another. */
export function inAll<T>([first = [], ...others]: readonly (readonly T[])[]): T[] {
  const keys = others.map((list) => new Set(list.map((one) => JSON.stringify(one))));
  return first.filter((one) => keys.every((known) => known.has(JSON.stringify(one))));
}
