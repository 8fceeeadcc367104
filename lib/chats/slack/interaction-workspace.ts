import { valueAt } from '../../platform/describe-issues.ts';

/** Which workspace a payload speaks of, and which one the person belongs to. Null where it does not say. */
export interface Workspace {
  readonly teamId: string | null;
  readonly enterpriseId: string | null;
  readonly userTeamId: string | null;
}

/** Interactions say it in objects, commands and events in fields. */
export function workspaceOf(payload: unknown): Workspace {
  const first = (...paths: readonly string[][]): string | null =>
    paths.map((path) => valueAt(payload, path)).find(isName) ?? null;
  return {
    teamId: first(['team', 'id'], ['team_id']),
    enterpriseId: first(['enterprise', 'id'], ['team', 'enterprise_id'], ['enterprise_id']),
    userTeamId: first(['user', 'team_id']),
  };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether it is from the configured workspace (`T...`) or organization (`E...`). */
export const isFrom = ({ teamId, enterpriseId }: Workspace, configured: string | undefined): boolean =>
  configured === undefined || (configured.startsWith('E') ? enterpriseId : teamId) === configured;

/**
 * Whether the person belongs elsewhere: through a channel shared with another company, people of that company can click
 * too. Whether they may decide is for the rules to say.
 */
export const isForeign = ({ teamId, enterpriseId, userTeamId }: Workspace): boolean =>
  userTeamId !== null && userTeamId !== teamId && userTeamId !== enterpriseId;
