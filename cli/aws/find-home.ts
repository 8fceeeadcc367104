import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { homesFolder, LocalHome } from '../../lib/config/file/local-home.ts';
import { CommandError } from '../frame/errors.ts';

const NOT_RUNNING =
  'No bridge runs on this machine, or it was started by another user. Start one with npm start, and try again.';

/** The bridges that npm start runs here, the most recently started first. */
export function runningHomes(temporary: string, user = process.getuid?.()): LocalHome[] {
  const folder = homesFolder(temporary, user);
  let names: string[];
  try {
    // The owner of the folder decides where the keys are.
    if (user !== undefined && statSync(folder).uid !== user) return [];
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names
    .flatMap((name) => readHome(join(folder, name)) ?? [])
    .filter(({ pid }) => isAlive(pid))
    .toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** A person at a terminal. */
export interface Asks {
  say(...lines: string[]): void;
  ask(question: string): Promise<string>;
}

/** The bridge that runs here. Among several it does not guess: the next command might change the wrong one. */
export async function chooseHome(homes: readonly LocalHome[], person: Asks | null): Promise<LocalHome> {
  const [home] = homes;
  if (!home) throw new CommandError(NOT_RUNNING);
  if (homes.length === 1) return home;
  if (!person) throw new CommandError(severalRun(homes));
  person.say(
    `${homes.length} bridges run on this machine:`,
    ...homes.map(
      ({ startedAt, console, config }, n) =>
        `  ${n + 1}  started ${startedAt}, console ${new URL(console).origin}${config ? `, ${config}` : ''}`,
    ),
  );
  for (;;) {
    const answer = (await person.ask(`Which one? Type 1 to ${homes.length}: `)).trim();
    const chosen = /^\d+$/.test(answer) ? homes[Number(answer) - 1] : undefined;
    if (chosen) return chosen;
  }
}

function severalRun(homes: readonly LocalHome[]): string {
  const how = homes.map(
    ({ startedAt, name, profile, configFile }) =>
      `  started ${startedAt}: AWS_PROFILE=${profile} AWS_CONFIG_FILE=${configFile} ... --name ${name}`,
  );
  return `${homes.length} bridges run on this machine, and nobody is here to ask which. Stop the others, or name one instead of --local:\n${how.join('\n')}`;
}

function readHome(file: string): LocalHome | null {
  try {
    return LocalHome.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** A killed process could not remove its file. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
