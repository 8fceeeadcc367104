/** `npm start`: the whole bridge on this machine. */
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonLine, linesOf, print, printAside } from '../lib/base/terminal.ts';
import { onStop } from './on-stop.ts';
import { readEnv } from './start/env-file.ts';
import { HELP, readFlags, type StartOptions } from './start/flags.ts';

const EXAMPLE = fileURLToPath(new URL('../bridge.config.ts', import.meta.url));
/** The lines of one poll arrive within a few milliseconds. */
const SOON_MS = 200;

const flags = readFlags(process.argv.slice(2));
if (flags.kind === 'help') {
  print(...linesOf(HELP));
} else if (flags.kind === 'bad') {
  printAside(...flags.problems);
  process.exitCode = 2;
} else {
  await main(flags.options);
}

async function main(options: StartOptions): Promise<void> {
  // Whatever this process and its functions write is for this user only.
  process.umask(0o077);
  const { json, dataDir, configFile = relative('.', EXAMPLE) } = options;
  // Otherwise it would be the first thing that people see.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const closing: (() => unknown)[] = [];
  let ending = false;
  const end = async (exitCode: number) => {
    ending = true;
    for (const close of closing.splice(0).reverse()) await close();
    process.exit(exitCode);
  };
  onStop(() => void end(0));
  // A reader that went away, like `| head`, ends it too.
  process.stdout.on('error', () => void end(0));
  const write = json ? printAside : print;

  // Loaded only now, so that a wrong flag is reported at once.
  const { explainFailure } = await import('./start/explain-failure.ts');
  try {
    const { describeWarnings, loadConfig } = await import('../lib/config/file/load-config.ts');
    const { readRealSystems, secretsIn } = await import('./start/real-systems.ts');
    const realSystems = readRealSystems(readEnv('.env', process.env));
    const { config, warnings } = await loadConfig(configFile, { now: Date.now });
    const advice = describeWarnings(configFile, warnings);
    if (advice) printAside(...linesOf(advice));
    if (!json) write('Starting the bridge on this machine ...', '');
    const { runBridge } = await import('./start/run-bridge.ts');
    const { createFunctionLogs } = await import('../console/local-home/logs/function-logs.ts');
    const { describeForPeople, describeForPrograms } = await import('./start/addresses.ts');
    const logs = createFunctionLogs({
      write,
      now: Date.now,
      secrets: secretsIn(realSystems),
      chatOf: (destination) => config.destinations[destination]?.type,
      soon: (then) => void setTimeout(then, SOON_MS).unref(),
    });
    const configPath = resolve(configFile);
    const running = await runBridge({ ...options, ...realSystems, config, configPath, closing, logs });
    if (json) {
      await running.firstLook;
      print(jsonLine(describeForPrograms(running)));
    } else {
      write(...linesOf(describeForPeople(running, dataDir)), '', 'It runs. Ctrl-C ends it.', '');
    }
  } catch (error) {
    // If it was stopped during startup, its failures are of no interest.
    if (ending) return;
    printAside(...linesOf(explainFailure(error, dataDir)));
    await end(1);
  }
}
