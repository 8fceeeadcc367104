import { vi } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { type Listed, runProgram } from '../../cli/frame/run-program.ts';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs what would be typed behind `posture-bridge` in this process, with no other variables than these: a process of
 * its own takes a second. `test/system/wrong-flags.test.ts` starts each as `npm run` does.
 */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  commands: readonly Listed[] = COMMANDS,
): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  const before = { ...process.env };
  setVariables(env);
  try {
    return { status: await runProgram(args, commands, process.env), ...said };
  } finally {
    setVariables(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** In place: what is not JavaScript, as the folder for temporary files, reads them too. */
function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}
