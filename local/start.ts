/** `npm start`: the whole bridge on this machine. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onStop } from './on-stop.ts';
import { readEnv } from './start/env-file.ts';
import { HELP, readFlags, type StartOptions } from './start/flags.ts';
import type { Happening } from './start/happenings.ts';

const EXAMPLE = fileURLToPath(new URL('../bridge.config.ts', import.meta.url));
/** What belongs together arrives within a few milliseconds. */
const SOON_MS = 200;

const flags = readFlags(process.argv.slice(2));
if (flags.kind === 'help') {
  process.stdout.write(HELP);
} else if (flags.kind === 'bad') {
  process.stderr.write(`${flags.problems.join('\n')}\n`);
  process.exitCode = 2;
} else {
  await main(flags.options);
}

async function main(options: StartOptions): Promise<void> {
  const { json, dataDir, configFile = relative('.', EXAMPLE) } = options;
  // It would be the first thing that people see.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const closing: (() => unknown)[] = [];
  let ending = false;
  const end = async (exitCode: number) => {
    ending = true;
    for (const close of closing.splice(0).reverse()) await close();
    process.exit(exitCode);
  };
  onStop(() => void end(0));
  // A reader that went away, as `| head` does, ends it as well.
  process.stdout.on('error', () => void end(0));
  const write = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`);

  // Loaded only now, so that a wrong flag is told at once.
  const { explain } = await import('./start/explain.ts');
  try {
    const { loadConfig } = await import('./start/load-config.ts');
    const { readRealApi } = await import('./start/real-api.ts');
    const { readRealSlack } = await import('./start/real-slack.ts');
    const { readRealTeams } = await import('./start/real-teams.ts');
    const env = readEnv('.env', process.env);
    const realApi = readRealApi(env);
    const realSlack = readRealSlack(env);
    const realTeams = readRealTeams(env);
    const config = await loadConfig(configFile);
    if (!json) write('Starting the bridge on this machine ...\n');
    const { runBridge } = await import('./start/run-bridge.ts');
    const { createNarrator } = await import('./start/narrator.ts');
    const { createEars } = await import('./console/ears.ts');
    const { describeForPeople, describeForPrograms } = await import('./start/addresses.ts');
    const secrets = [realApi?.key, realSlack?.botToken, realSlack?.signingSecret, realTeams?.password].filter(
      (one) => one !== undefined,
    );
    const soon = (then: () => void) => void setTimeout(then, SOON_MS).unref();
    const narrator = createNarrator({ write, now: () => new Date(), secrets, soon });
    const ears = createEars({ now: Date.now, secrets, soon });
    const tell = (happening: Happening) => {
      narrator.tell(happening);
      ears.happening(happening);
    };
    const running = await runBridge({
      ...options,
      config,
      realApi,
      realSlack,
      realTeams,
      closing,
      tell,
      ears,
    });
    if (json) {
      await running.firstLook;
      process.stdout.write(`${JSON.stringify(describeForPrograms(running))}\n`);
    } else {
      write(`${describeForPeople(running, dataDir)}\n\nIt runs. Ctrl-C ends it.\n`);
    }
  } catch (error) {
    // Told to stop while it started, it fails in ways that are of no interest.
    if (ending) return;
    process.stderr.write(`${explain(error, { configFile, dataDir })}\n`);
    await end(1);
  }
}
