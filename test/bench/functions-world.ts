import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalFunction } from '../../local/cloud/function-pool.ts';
import { startFunctionProcess } from '../../local/cloud/function-process.ts';
import { credentialVariables } from '../../local/cloud/function-settings.ts';
import { nameOf } from '../soak/soak-world.ts';
import { decide } from '../support/bridge/analyst.ts';
import { atRest } from '../support/bridge/at-rest.ts';
import { startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA } from '../support/bridge/people.ts';
import { personOf } from '../support/bridge/places.ts';
import { inTeams, messageOf, messageSaying, postCase } from '../support/bridge/posted-case.ts';
import { decideInTeams } from '../support/bridge/teams-analyst.ts';
import { type ProcessFigures, readProcess } from './read-process.ts';

const LANE = 'soc';
const RECORDED = /, recorded /;
/** A list of more than 10 MB. */
const LARGE = { count: 40, events: 500, watchedMs: 60_000 };
const CALM_MS = 1_500;

/** The bridge, polling once a minute, whose functions can be made to start anew. */
export async function startFunctionsWorld() {
  const world = await startBridgeWorld(
    { both: [LANE], threats: [LANE] },
    { config: { poll: { every: '60s', feeds: ['cases', 'threats'] }, storm: { threshold: 10_000 } } },
  );
  const { functions } = world.cloud;
  const poller = functions.find(({ settings }) => /Poll/.test(settings.logicalId));
  const poll = () => poller?.invoke({ domains: ['acme'] });
  const reconciler = functions.find(({ settings }) => /Reconcile/.test(settings.logicalId));

  /**
   * One case is found, shown in both chats, decided in one of them and shown as decided in both. What each function has
   * taken when it has done its first work: until the case is shown, the click answered, the verdict shown. Of several
   * processes the one that took most.
   */
  async function playOnce(chat: 'slack' | 'teams'): Promise<Readonly<Record<string, number>>> {
    const opening = postCase(world, LANE, { events: [{}, {}] });
    await sleep(100);
    const [, posted] = await Promise.all([poll(), opening]);
    await messageOf(world, inTeams(posted));
    const shown = cpuMsOf(['poll', 'slack', 'teams']);
    if (chat === 'slack') await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    else await decideInTeams(world, inTeams(posted), 'TRUE_POSITIVE', ADA);
    const answered = cpuMsOf(['action']);
    if (chat === 'slack') await messageSaying(world, posted, RECORDED);
    else await messageSaying(world, inTeams(posted), RECORDED);
    const recorded = cpuMsOf(['verdict']);
    await Promise.all([
      messageSaying(world, posted, RECORDED),
      messageSaying(world, inTeams(posted), RECORDED),
    ]);
    await atRest(world);
    await reconciler?.invoke({});
    await sleep(CALM_MS);
    return { ...shown, ...answered, ...recorded, ...cpuMsOf(['reconcile']) };
  }

  const cpuMsOf = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      functions
        .filter((one) => names.includes(nameOf(one)))
        .map((one) => [nameOf(one), largest(readAll(one).map(({ cpuMs }) => cpuMs))]),
    );

  return {
    functions,
    playOnce,
    poll,
    /** The next invocation of every function starts it anew. */
    restartAll(): void {
      for (const one of functions) one.updateCode(one.settings.bundleDir);
    },
    /** What loading the bundle takes, and nothing more. */
    async load({ settings }: LocalFunction): Promise<ProcessFigures | null> {
      const credentials = credentialVariables(world.cloud.assumeRoleOf(settings.name));
      const started = startFunctionProcess(
        { ...settings, env: { ...settings.env, ...credentials } },
        () => {},
      );
      await started.started;
      const figures = readProcess(started.pid);
      await started.kill();
      return figures;
    },
    /** Many cases at once, until they are handed over. */
    async playStorm(count: number): Promise<void> {
      await world.newCase({ user_email: personOf(LANE), count, events: [{}, {}] });
      await poll();
    },
    /** Cases with so many events that the list has more than 10 MB. */
    async playLarge(): Promise<void> {
      const events = Array.from({ length: LARGE.events }, () => ({ severity: 'low' }));
      for (let n = 0; n < LARGE.count; n++) await world.newCase({ user_email: personOf(LANE), events });
      await poll();
      // Their evidence takes hours at the pace of a channel. The most is needed for the first of it.
      await sleep(LARGE.watchedMs);
    },
    close: () => world.close(),
  };
}

export const largest = (values: readonly number[]): number => Math.max(0, ...values);

export const readAll = ({ pids }: LocalFunction): readonly ProcessFigures[] =>
  pids.flatMap((pid) => readProcess(pid) ?? []);
