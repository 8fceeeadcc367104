import { setTimeout as sleep } from 'node:timers/promises';
import { createExecutioner } from '../support/kill/executioner.ts';
import { pick } from '../support/random.ts';
import { deploy, type Version } from './deployments.ts';
import { nameOf, type SoakWorld } from './soak-world.ts';
import { closingsIn, createTroubles, rotationsIn, type Trouble } from './troubles.ts';

export const KINDS = ['kills', 'rotations', 'closings', 'purges', 'deployments'] as const;
export type Kind = (typeof KINDS)[number];

export interface FaultOptions {
  readonly kinds: readonly Kind[];
  readonly random: () => number;
  /** Deployed in turn, once a minute. */
  readonly versions: readonly Version[];
  /** Told what went wrong. */
  readonly say: (line: string) => void;
}

type Range = readonly [leastSeconds: number, mostSeconds: number];
const PAUSES: Readonly<Record<Kind, Range>> = {
  kills: [5, 25],
  rotations: [15, 45],
  closings: [10, 40],
  purges: [15, 45],
  deployments: [60, 60],
};
const ROTATION: Range = [10, 40];
const CLOSING: Range = [10, 60];
/** How many of its moments a function may have before it dies. */
const MOMENTS = 6;

/** Lets things go wrong at random moments until it is stopped. */
export function startFaults(world: SoakWorld, { kinds, random, versions, say }: FaultOptions) {
  const { cloud, slack, teams } = world;
  const counts: Record<string, number> = {};
  const stopped = new AbortController();
  const troubles = createTroubles();
  const rotations = rotationsIn(world);
  const within = ([least, most]: Range): number => (least + random() * (most - least)) * 1_000;
  const count = (kind: Kind, what: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    say(`${kind}: ${what}`);
  };

  let executioner = createExecutioner(random, {});
  const notice = (who: string, at: string) => executioner.notice(who, at);
  for (const one of cloud.functions) one.onInvoke(() => notice(nameOf(one), 'invoked'));
  slack.onChange(({ type }) => type.startsWith('message.') && notice('slack', type));
  teams.onChange(({ type }) => type.startsWith('message.') && notice('teams', type));

  function sentence(): void {
    const victim = pick(random, cloud.functions);
    if (!victim) return;
    const who = nameOf(victim);
    executioner = createExecutioner(random, { [who]: { victim, times: 1, everyAtMost: MOMENTS } });
    executioner.onDeath(({ at }) => count('kills', `${who}, ${at}`));
  }

  async function trouble(kind: Kind, from: readonly Trouble[], lasts: Range): Promise<void> {
    const one = pick(random, from);
    if (one && (await troubles.let(one, within(lasts)))) count(kind, one.name);
  }

  const strikes: Readonly<Record<Kind, () => unknown>> = {
    kills: sentence,
    rotations: () => trouble('rotations', rotations, ROTATION),
    closings: () => trouble('closings', closingsIn(world, random), CLOSING),
    async purges() {
      const queue = pick(random, world.queueNames) ?? '';
      await world.purge(queue);
      count('purges', queue);
    },
    async deployments() {
      const turn = counts.deployments ?? 0;
      const version = versions[turn % versions.length];
      if (!version) return;
      count('deployments', `version ${turn % versions.length}`);
      await deploy(cloud, version, random);
    },
  };

  const rest = (ms: number) =>
    sleep(Math.max(0, ms), undefined, { signal: stopped.signal }).catch(() => undefined);
  const loops = kinds.map(async (kind) => {
    await rest(within(PAUSES[kind]) / 2);
    while (!stopped.signal.aborted) {
      const nextMs = performance.now() + within(PAUSES[kind]);
      await strikes[kind]();
      await rest(nextMs - performance.now());
    }
  });
  for (const loop of loops) loop.catch((problem: unknown) => say(`a fault failed: ${String(problem)}`));

  return {
    counts: counts as Readonly<typeof counts>,
    wrongNow: troubles.names,
    onApiCall: (name: string) => notice(name.startsWith('GET') ? 'poll' : 'verdict', name),
    /** Nothing goes wrong any more, and what did is put right. */
    async stop(): Promise<void> {
      stopped.abort();
      executioner = createExecutioner(random, {});
      await Promise.allSettled(loops);
      await troubles.endAll();
    },
  };
}

export type Faults = ReturnType<typeof startFaults>;
