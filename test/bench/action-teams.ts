import { defineBridge } from '../../lib/config/define-bridge.ts';
import { type Bundle, makeTeamsBundles } from './action-bundles.ts';
import { kb, median, ms, quantile, type Rounds, rotateStart } from './action-figures.ts';
import { type RunningFunction, startFunction } from './action-process.ts';
import { startTeamsSide, type TeamsSide } from './action-teams-requests.ts';
import { ratiosOf, reportFigure } from './report-figure.ts';

const THREE = ['ours', 'botbuilder', 'teamsApps'] as const;
const ALL = [...THREE, 'bare'] as const;
const LOADED = ['ours', 'deployed', 'botbuilder', 'teamsApps'] as const;
type Side = (typeof THREE)[number];
type Loaded = (typeof LOADED)[number];

const AIM = 0.25;
const UNKNOWN_KEYS = 20;
const ANSWER = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Taken.' };

const configFor = ({ APP_ID, TENANT_ID, TEAMS_URL }: TeamsSide['env']) =>
  defineBridge({
    domains: { acme: { baseUrl: 'http://127.0.0.1:9', apiKey: '/bench/acme/api-key' } },
    teams: { appId: APP_ID, tenantId: TENANT_ID, password: '/bench/teams/password', apiUrl: TEAMS_URL },
    destinations: { soc: { type: 'teams', channel: '19:soc0000000000@thread.tacv2' } },
    routes: [{ name: 'all', to: 'soc' }],
    verdicts: { allow: 'anyone-in-channel' },
    ops: { to: 'soc' },
  });

/** Next to both SDKs of Microsoft that do the same work: read the keys once, verify the token, answer the click. */
export async function benchTeams({ starts, blocks, block, warmUp }: Rounds): Promise<void> {
  const teams = await startTeamsSide();
  const bundles = await makeTeamsBundles(configFor(teams.env));
  const start = ({ path: bundlePath }: Bundle, silent = false): Promise<RunningFunction> =>
    startFunction({
      runnerPath: bundles.runnerPath,
      bundlePath,
      firstEvent: teams.click(),
      env: { ...teams.env, ...DEPLOYED_ENV },
      silent,
    });

  /** Before anything is measured: each has to take what is genuine, give the same answer, and refuse what is not. */
  async function checkAll() {
    const takes: Record<string, readonly string[]> = {};
    const reads: Record<string, number> = {};
    for (const side of THREE) {
      const running = await start(bundles[side], true);
      const [genuine] = await running.ask([teams.click()]);
      if (genuine?.body !== JSON.stringify(ANSWER)) {
        throw new Error(`${side} answered ${genuine?.status} ${genuine?.body}`);
      }
      const forged = await takenOf(running, teams.forged);
      if (forged.length > 0) throw new Error(`${side} takes tokens that are ${forged.join(', ')}`);
      takes[side] = await takenOf(running, teams.doubtful);
      teams.countKeyReads();
      await running.ask(teams.unknownKeys(UNKNOWN_KEYS));
      reads[side] = teams.countKeyReads();
      await running.stop();
    }
    return { takes, reads };
  }

  async function measureStarts() {
    const cold: Record<Side, number[]> = { ours: [], botbuilder: [], teamsApps: [] };
    const load = await rotateStart(LOADED, starts + 1, async (side, round) => {
      const { started, stop } = await start(bundles[side]);
      await stop();
      if (round === 0) return [];
      if (side !== 'deployed') cold[side].push(started.coldMs);
      return [started.loadMs];
    });
    return { load, cold };
  }

  async function measureVerify() {
    const running = {
      ours: await start(bundles.ours),
      botbuilder: await start(bundles.botbuilder),
      teamsApps: await start(bundles.teamsApps),
      bare: await start(bundles.bare),
    };
    const clicks = (count: number) => Array.from({ length: count }, () => teams.click());
    const first = clicks(warmUp);
    for (const side of ALL) await running[side].time(first);
    // The same clicks for all, made before: signing is dearer than verifying.
    const rounds = Array.from({ length: blocks }, () => clicks(block));
    const times = await rotateStart(ALL, blocks, (side, round) => running[side].time(rounds[round] ?? []));
    for (const side of ALL) await running[side].stop();
    return times;
  }

  try {
    const { takes, reads } = await checkAll();
    const { load, cold } = await measureStarts();
    const times = await measureVerify();

    const forgeries = Object.keys(teams.forged).length;
    console.log(
      `Teams. One click: verified, answered. Each of them refused ${forgeries} forged tokens before.`,
    );
    console.log(`  ${''.padEnd(40)}${HEAD.map((cell) => cell.padStart(11)).join('')}   ratio   aim`);
    const loadOf = (side: Loaded) => median(load[side]);
    row('bundle', kb, (side) => bundles[side].bytes);
    row('bundle, gzip', kb, (side) => bundles[side].gzipBytes, AIM);
    row('  all of the deployed function', kb, (side) => bundles[deployed(side)].gzipBytes);
    row(`load, median of ${starts}`, ms, loadOf, AIM);
    row('  all of the deployed function', ms, (side) => loadOf(deployed(side)));
    row('cold answer, median', ms, (side) => median(cold[side]));
    row('verify and answer, median', ms, (side) => median(times[side]), AIM);
    row('verify and answer, p95', ms, (side) => quantile(times[side], 0.95));
    const peer = (of: (side: Side) => number): 'botbuilder' | 'teamsApps' =>
      of('botbuilder') < of('teamsApps') ? 'botbuilder' : 'teamsApps';
    const [loads, answers] = [peer(loadOf), peer((side) => median(times[side]))] as const;
    reportFigure({ what: 'Teams, load', to: loads, ratios: ratiosOf(load.ours, load[loads]) });
    reportFigure({ what: 'Teams, warm', to: answers, ratios: ratiosOf(times.ours, times[answers], 100) });
    const least = median(times.bare);
    row(`  beyond the RSA alone (${ms(least)})`, ms, (side) => median(times[side]) - least);
    console.log(`  What is taken besides, of tokens ${Object.keys(teams.doubtful).join(', ')};`);
    console.log(`  and how often the keys are read for ${UNKNOWN_KEYS} tokens of unknown ones:`);
    for (const side of THREE) {
      console.log(`    ${side}: ${takes[side]?.join(', ') || 'none'}; ${reads[side]}`);
    }
  } finally {
    await teams.close();
    await bundles.remove();
  }
}

/** What the deployed function needs to load. There is no table behind it, so of its answers nothing is measured. */
const DEPLOYED_ENV = {
  BRIDGE_NAME: 'posture-bridge',
  TABLE_NAME: 'bench',
  VERDICT_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/verdicts',
  TEAMS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/teams.fifo',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'ASIABENCH',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
};

async function takenOf(running: RunningFunction, requests: Readonly<Record<string, unknown>>) {
  const answers = await running.ask(Object.values(requests));
  return Object.keys(requests).filter((_, index) => answers[index]?.status === 200);
}

const HEAD = ['ours', 'botbuilder', 'teams.apps'];
const deployed = (side: Side): Loaded => (side === 'ours' ? 'deployed' : side);

/** The ratio is to the better of the two. */
function row(
  what: string,
  show: (value: number) => string,
  of: (side: Side) => number,
  aim = Number.NaN,
): void {
  const ratio = of('ours') / Math.min(of('botbuilder'), of('teamsApps'));
  const cells = THREE.map((side) => show(of(side)).padStart(11)).join('');
  const verdict = Number.isNaN(aim) ? '' : `at most ${aim}: ${ratio <= aim ? 'met' : 'missed'}`;
  console.log(`  ${what.padEnd(40)}${cells}${ratio.toFixed(2).padStart(8)}   ${verdict}`);
}
