import { fileURLToPath } from 'node:url';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { startBillWorld } from '../../../local/bill/bill-world.ts';
import { ADA, ANNA, BEN, BO } from '../../support/bridge/people.ts';
import { channelOf, personOf, teamsChannelOf } from '../../support/bridge/places.ts';
import type { ReferenceServer } from '../../support/posture-api.ts';
import type { OpenedCase } from '../soak-world.ts';

const LIVES = new URL('lives.mjs', import.meta.url);
/** In driven time a queue that waits for a dead function is looked at so often. */
const STEP_MS = 15_000;
/** How many moments a process lives at the most, by a part of its name; about as many as its longest run has. */
const LONGEST: readonly (readonly [RegExp, number])[] = [
  [/Action/, 20],
  [/Poll/, 12],
];
const LONG = 20;

export const LANE = 'kills';

export interface Death {
  readonly who: string;
  readonly at: string;
  readonly seen: readonly string[];
}

const KILLED = defineBridge({
  domains: {
    acme: {
      baseUrl: 'https://api.example',
      apiKey: '/kills/api-key',
      consoleUrl: 'https://console.acme.example/',
    },
  },
  poll: { every: '60s', feeds: ['cases'] },
  slack: { signingSecret: '/kills/slack/signing-secret', botToken: '/kills/slack/bot-token' },
  teams: {
    appId: '00000000-0000-4000-8000-0000000000aa',
    tenantId: '00000000-0000-4000-8000-0000000000bb',
    password: '/kills/teams/password',
  },
  destinations: {
    slack: { type: 'slack', channel: channelOf(LANE) },
    teams: { type: 'teams', channel: teamsChannelOf(LANE) },
  },
  routes: [{ name: 'everything', to: ['slack', 'teams'] }],
  verdicts: { allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] }, undoSeconds: 1 },
  storm: { threshold: 10_000 },
});

/**
 * The bundles as they are deployed, in the local cloud, at driven time. While it is dangerous, every process dies; half of them
 * where nobody died yet: `Verdict: before POST /cases/*`, if it comes there.
 */
export async function startKillWorld(seed: number, wanted: readonly string[], isWhole: boolean) {
  const lines: string[] = [];
  const deaths: Death[] = [];
  let isDangerous = false;
  const world = await startBillWorld(KILLED, {
    ...{ stepMs: STEP_MS, isCounted: false, onLine: (from, line) => read(from, line) },
  });
  const { cloud, slack, teams } = world;
  if (!slack || !teams) throw new Error('there are two chats');

  function read(from: string, line: string): void {
    if (!line.startsWith('{"died":')) {
      lines.push(line);
      return;
    }
    const { died, seen } = JSON.parse(line) as { died: string; seen: string[] };
    deaths.push({ who: nameOf(names.get(from) ?? from), at: died, seen });
  }
  const names = new Map(cloud.functions.map(({ settings }) => [settings.name, settings.logicalId]));
  const nameOf = (from: string): string =>
    /(Poll|Reconcile|SlackNotif|TeamsNotif|Action|Verdict|Archive|Notif)/.exec(from)?.[1] ?? from;

  for (const { settings } of cloud.functions) {
    const [, maxMoments = LONG] = LONGEST.find(([name]) => name.test(settings.logicalId)) ?? [];
    const who = `${nameOf(settings.logicalId)}: `;
    const kinds = wanted.filter((kind) => kind.startsWith(who)).map((kind) => kind.slice(who.length));
    const bundle = settings.file;
    let births = 0;
    // Read for each process: it is born with all that it needs to know of its lives.
    const dies = () => ({ seed: `${seed} ${who}${++births}`, maxMoments, kinds, isWhole });
    Object.defineProperty(settings, 'file', {
      enumerable: true,
      get: () => (isDangerous && !isWhole ? fileURLToPath(LIVES) : bundle),
    });
    Object.defineProperties(settings.env, {
      NODE_OPTIONS: { enumerable: true, get: () => (isDangerous ? `--import=${LIVES.href}` : '') },
      DIES: { enumerable: true, get: () => JSON.stringify(isDangerous ? dies() : {}) },
      BUNDLE: { enumerable: true, value: bundle },
    });
  }

  const opened: OpenedCase[] = [];
  const [teamId = ''] = teams.directory.teams.keys();
  // The owner lets the bot read, and Teams says which team it is in: then nothing has to be posted again without a look.
  teams.consent(teamId);
  await teams.install({ teamId, channel: teamsChannelOf(LANE) });
  return {
    ...world,
    slack,
    teams,
    lines,
    deaths,
    opened,
    api: { control: (_: string, path: string) => world.ask(path) } as Pick<
      ReferenceServer,
      'control'
    > as ReferenceServer,
    async open(count: number): Promise<void> {
      if (count === 0) return;
      const body = { count, user_email: personOf(LANE), event_count: 1 };
      const { case_ids } = await world.control<{ case_ids: string[] }>('/cases', body);
      opened.push(...case_ids.map((id) => ({ id, lane: LANE })));
    },
    async deadLetters(): Promise<Record<string, number>> {
      const counts = Object.entries(await cloud.queues())
        .filter(([name]) => name.includes('DeadLetters'))
        .map(([name, { waiting, inFlight }]) => [name, waiting + inFlight] as const);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    /** From now on every process that starts dies, or none. Those of the time before are replaced. */
    turn(dangerous: boolean): void {
      isDangerous = dangerous;
      for (const { pids } of cloud.functions) for (const pid of pids) process.kill(pid, 'SIGKILL');
    },
  };
}

export type KillWorld = Awaited<ReturnType<typeof startKillWorld>>;
