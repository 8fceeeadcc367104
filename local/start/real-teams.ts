import { StartError } from './start-error.ts';

/** A real Teams bot instead of the stand-in: the one whose ids are in the configuration. */
export interface RealTeams {
  readonly password: string;
}

/** What the environment says about a real bot; nothing when it says nothing. No sentence repeats the value. */
export function readRealTeams(env: Readonly<Record<string, string | undefined>>): RealTeams | undefined {
  const password = env.TEAMS_PASSWORD?.trim() ?? '';
  if (!password) return undefined;
  if (!/^[\x21-\x7e]+$/.test(password)) {
    throw new StartError('TEAMS_PASSWORD holds characters that no client secret has, such as blanks.');
  }
  return { password };
}
