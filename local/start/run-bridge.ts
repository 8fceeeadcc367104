import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stop as stopEsbuild } from 'esbuild';
import type { FunctionLogs } from '../../console/local-home/logs/function-logs.ts';
import type { StandIns } from '../../console/local-home/stand-ins.ts';
import { startLocalConsole } from '../../console/local-home/start-local-console.ts';
import { postedTo } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { startLocalCloud } from '../cloud/local-cloud.ts';
import { openNotebook } from '../stand-in-kit/notebook.ts';
import { clientFiles } from './client-files.ts';
import { createFirstLook } from './first-look.ts';
import type { StartOptions } from './flags.ts';
import { PROFILE, writeProfile } from './operator-profile.ts';
import { outsideOf } from './outside.ts';
import type { Part } from './parts.ts';
import { realPostureApi, startReferenceApi } from './posture-part.ts';
import { makePrivate } from './private-folder.ts';
import type { RealSystems } from './real-systems.ts';
import { noteHome } from './running-home.ts';
import { realSlack, startSlackStandIn } from './slack-part.ts';
import { StartError } from './start-error.ts';
import { realTeams, startTeamsStandIn } from './teams-part.ts';
import { watchSources } from './watch-sources.ts';
import { webhookPart } from './webhook-part.ts';

export interface RunOptions extends Pick<StartOptions, 'port' | 'dataDir' | 'speed' | 'watch'>, RealSystems {
  readonly config: BridgeConfig;
  /** The file with the configuration, for `posture-bridge --local`. */
  readonly configPath?: string;
  /** Reads every line that a function writes. */
  readonly logs: FunctionLogs;
  /** What ends everything, in the order of creation; filled during startup. */
  readonly closing: (() => unknown)[];
}

const FOLDER_MS = 15_000;

/** Starts the other systems, and the stack of this configuration in the local cloud. */
export async function runBridge(options: RunOptions) {
  const { dataDir, port, speed, logs, closing } = options;
  // First, because the local cloud would notice only after a while.
  if (dataDir !== undefined) {
    const opened = makePrivate(dataDir).then(() => access(dataDir, constants.W_OK));
    await inTime(
      opened,
      `The folder ${dataDir} does not answer. Is it on a disk that is gone? Choose another with --data.`,
    );
  }
  const parts = await startParts(options);
  const config = parts.reduce((placed, part) => part.place(placed), options.config);
  // Loaded only now, so that a port in use is reported without loading the CDK.
  const { synthBridge } = await import('../../cdk/synth-bridge.ts');
  const assemblyDir = await mkdtemp(join(tmpdir(), 'posture-bridge-start-'));
  closing.push(() => rm(assemblyDir, { recursive: true, force: true }));
  const [files] = await Promise.all([clientFiles(), synthBridge({ config, outdir: assemblyDir })]);
  // Its process is idle, and would stay.
  await stopEsbuild();

  const firstLook = createFirstLook(config);
  logs.onLine(firstLook.note);
  let stopped = false;
  // What ends because we end is not worth reporting.
  closing.push(() => {
    stopped = true;
  });
  const cloud = await startLocalCloud({
    assemblyDir,
    secrets: Object.assign({}, ...parts.map((part) => part.secrets)),
    missingSecrets: 'generate',
    ...outsideOf(config),
    // A real chat comes through a tunnel, by a name that we do not know. It signs what it sends.
    publicApis: options.realSlack !== undefined || options.realTeams !== undefined,
    ...(dataDir !== undefined && { dataDir: resolve(dataDir) }),
    ...(speed !== undefined && { speed }),
    ...(port !== undefined && { port: port + 1, apiPort: port + 2 }),
    log(from, line) {
      if (!stopped) logs.read(from, line);
    },
  });
  closing.splice(closing.length - 1, 0, () => cloud.stop());
  if (options.watch) {
    const say = (text: string) => logs.tell({ kind: 'event', text });
    closing.push(await watchSources({ config, cloud, folder: join(assemblyDir, 'watched'), say }));
  }
  const profile = join(resolve(dataDir ?? assemblyDir), 'aws-config');
  await writeProfile(profile, cloud);
  closing.push(() => rm(profile, { force: true }));
  for (const part of parts) part.meet(cloud.outputs);
  const standIns: StandIns = Object.assign({}, ...parts.map((part) => part.standIns));
  const consolePort = port === undefined ? 0 : port + 4;
  const console = await startLocalConsole({ port: consolePort, config, cloud, standIns, logs, files });
  closing.push(() => console.close());
  const noted = {
    name: cloud.name,
    profile: PROFILE,
    configFile: profile,
    console: console.url,
    config: options.configPath,
  };
  // Everything runs without it, only --local does not find the bridge.
  const forget = await noteHome(noted, Date.now).catch((error: unknown) =>
    logs.tell({ kind: 'event', text: `posture-bridge --local does not find this bridge: ${String(error)}` }),
  );
  if (forget) closing.push(forget);
  // A world that ends meanwhile begins nothing.
  void firstLook.done.then(() => Promise.all(parts.map((part) => part.begin?.()))).catch(() => {});
  // Done when the poller has looked at every list once, or could not. What comes later is new.
  return { config, parts, cloud, profile, console, firstLook: firstLook.done };
}

/** A network disk that is gone would block for ever. */
async function inTime<T>(work: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StartError(problem)), FOLDER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export type RunningBridge = Awaited<ReturnType<typeof runBridge>>;

async function startParts(options: RunOptions): Promise<Part[]> {
  const { config, realApi, port, dataDir, logs, closing } = options;
  const parts: Part[] = [];
  const say = (text: string) => logs.tell({ kind: 'event', text });
  const add = (part: Part) => {
    parts.push(part);
    closing.push(() => part.stop());
  };
  /** What the other systems store, next to what the bridge remembers about them. */
  const notebookOf = (name: string) =>
    dataDir === undefined ? undefined : openNotebook(join(dataDir, 'world', `${name}.jsonl`));
  const names = Object.keys(config.domains);
  const standInFor = realApi ? names.slice(1) : names;
  if (realApi) add(realPostureApi(config, realApi));
  if (standInFor.length > 0) {
    const notebook = notebookOf('posture-api');
    add(await startReferenceApi({ config, names: standInFor, port: port ?? 0, notebook }));
  }
  const chats = postedTo(config);
  if (chats.includes('slack')) {
    const at = { config, port: port === undefined ? 0 : port + 3, say };
    add(
      options.realSlack
        ? realSlack(config, options.realSlack)
        : await startSlackStandIn({ ...at, realApi: realApi !== undefined, notebook: notebookOf('slack') }),
    );
  }
  if (chats.includes('teams')) {
    const at = { config, port: port === undefined ? 0 : port + 5, say };
    add(
      options.realTeams
        ? realTeams(config, options.realTeams)
        : await startTeamsStandIn({ ...at, notebook: notebookOf('teams') }),
    );
  }
  const webhooks = webhookPart(config);
  if (webhooks) add(webhooks);
  return parts;
}
