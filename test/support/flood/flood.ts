import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decide } from '../bridge/analyst.ts';
import { type BridgeWorld, startBridgeWorld } from '../bridge/bridge-world.ts';
import { clickAgain } from '../bridge/forged.ts';
import { ANNA } from '../bridge/people.ts';
import { postCase } from '../bridge/posted-case.ts';

export interface FloodOptions {
  /** To each kind of address. */
  readonly perSecond: number;
  readonly seconds: number;
  /** The address of Slack itself, addresses that are none, or both. */
  readonly to: 'true path' | 'unknown paths' | 'both';
}

export interface FloodReport {
  readonly strangers: {
    readonly sent: number;
    readonly lastedSeconds: number;
    readonly slowestMs: number;
    readonly counts: Readonly<Record<string, number>>;
  };
  /** How long each genuine click waited for its answer, and what the answer was. */
  readonly clicks: readonly { readonly status: number; readonly ms: number }[];
  /** What the function wrote meanwhile. */
  readonly lines: number;
  readonly invocations: number;
  readonly coldStarts: number;
}

const STRANGERS = fileURLToPath(new URL('strangers.mjs', import.meta.url));
/** Analysts click now and then. */
const BETWEEN_CLICKS_MS = 200;

/** The bridge with one case in Slack, which was decided: its click can be sent again. */
export async function startFloodWorld() {
  const world = await startBridgeWorld({ slack: ['flood'] });
  const posted = await postCase(world, 'flood');
  const { payload } = await decide(world, posted, 'TRUE_POSITIVE', ANNA);
  return { ...world, posted, payload, click: () => clickAgain(world, payload) };
}

export type FloodWorld = Awaited<ReturnType<typeof startFloodWorld>>;

const actionOf = ({ cloud }: BridgeWorld) =>
  cloud.functions.find(({ settings }) => settings.name === cloud.outputs.ActionFunctionName);

/** Strangers knock while analysts click. */
export async function flood(
  world: FloodWorld,
  { perSecond, seconds, to }: FloodOptions,
): Promise<FloodReport> {
  const url = world.cloud.outputs.SlackRequestUrl ?? '';
  const unknown = `${new URL(url).origin}/RANDOM/slack/interactions`;
  const urls = { 'true path': [url], 'unknown paths': [unknown], both: [url, unknown] }[to];
  const action = actionOf(world);
  const before = { ...action?.counts, lines: linesOf(world) };
  let knocking = true;
  const settings = JSON.stringify({ urls, perSecond, seconds });
  const strangers = promisify(execFile)(process.execPath, [STRANGERS, settings]).finally(() => {
    knocking = false;
  });
  const clicks: { status: number; ms: number }[] = [];
  while (knocking) {
    const startedAt = performance.now();
    const { status } = await world.click();
    clicks.push({ status, ms: performance.now() - startedAt });
    await sleep(BETWEEN_CLICKS_MS);
  }
  const { stdout } = await strangers;
  const after = { ...action?.counts, lines: linesOf(world) };
  return {
    strangers: JSON.parse(stdout),
    clicks,
    lines: after.lines - before.lines,
    invocations: (after.invocations ?? 0) - (before.invocations ?? 0),
    coldStarts: (after.coldStarts ?? 0) - (before.coldStarts ?? 0),
  };
}

const linesOf = (world: BridgeWorld): number => {
  const name = `${world.cloud.outputs.ActionFunctionName}: `;
  return world.lines.filter((line) => line.startsWith(name)).length;
};
