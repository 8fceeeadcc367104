import * as z from 'zod/mini';
import { valueAt } from '../../base/describe-issues.ts';

/** Where a payload comes from, and where the person is at home. Null where it does not say. */
export interface Workspace {
  /** The workspace of `team`: of a form it may be that of the person. */
  readonly teamId: string | null;
  /** The organization of that workspace, or the one that installed the app for all of its workspaces. */
  readonly enterpriseId: string | null;
  /** The organization installed the app for all of its workspaces: then `team` is empty. */
  readonly isOrgWide: boolean;
  /** Of a form: where the app is installed that opened it. */
  readonly installedIn: string | null;
  readonly userTeamId: string | null;
}

const name = z.optional(z.nullable(z.string()));
const part = <T extends z.core.$ZodShape>(shape: T) => z.optional(z.nullable(z.object(shape)));

/** Interactions name the workspace in objects, commands and events in plain fields. */
const Placed = z.object({
  type: z.optional(z.unknown()),
  team: part({ id: name, enterprise_id: name }),
  team_id: name,
  enterprise: part({ id: name }),
  enterprise_id: name,
  is_enterprise_install: z.optional(z.nullable(z.union([z.boolean(), z.enum(['true', 'false'])]))),
  view: part({ app_installed_team_id: name }),
});

/** Null when two fields name different places, or one is not what Slack puts there: nobody could say whose it is. */
export function workspaceOf(payload: unknown): Workspace | null {
  const { success, data } = Placed.safeParse(payload);
  if (!success) return null;
  const workspaces = namesIn(data.team?.id, data.team_id);
  const enterprises = namesIn(data.enterprise?.id, data.team?.enterprise_id, data.enterprise_id);
  const saysNoneAndOne = data.team === null && workspaces.size > 0;
  if (saysNoneAndOne || workspaces.size > 1 || enterprises.size > 1) return null;
  const [teamId = null] = workspaces;
  const [enterpriseId = null] = enterprises;
  const [userTeamId = null] = namesIn(valueAt(payload, ['user', 'team_id']));
  return {
    teamId,
    enterpriseId,
    isOrgWide: data.is_enterprise_install === true || data.is_enterprise_install === 'true',
    // A press belongs to the workspace of its message, also when it was made in a form.
    installedIn: (isForm(data.type) && data.view?.app_installed_team_id) || null,
    userTeamId,
  };
}

const isForm = (type: unknown): boolean => type === 'view_submission' || type === 'view_closed';

const namesIn = (...values: readonly unknown[]): ReadonlySet<string> =>
  new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''));

/** Whether the app is installed there, as far as the configuration names workspaces (`T...`) and organizations (`E...`). */
export function isFrom(
  { teamId, enterpriseId, isOrgWide, installedIn }: Workspace,
  configured: readonly string[] | undefined,
): boolean {
  if (configured === undefined) return true;
  const isOurs = (id: string | null): boolean => id !== null && configured.includes(id);
  // A form from elsewhere names the workspace and the organization of the person who filled it in, who may be a stranger:
  // then only the installation counts.
  if (installedIn !== null && teamId !== null && installedIn !== teamId) return isOurs(installedIn);
  // The id of an organization stands for what it installed itself. What one of its workspaces installed has forms that
  // name nothing but that workspace: who may press must also be able to send the form.
  return isOurs(teamId) || (isOrgWide && isOurs(enterpriseId));
}

/**
 * Whether the person certainly belongs to another company, whose people can click too through a shared channel. Of an
 * organization the payload does not say which workspaces are its own: there Slack has to be asked about the person.
 */
export const isForeign = ({ teamId, enterpriseId, installedIn, userTeamId }: Workspace): boolean =>
  userTeamId !== null && enterpriseId === null && userTeamId !== (installedIn ?? teamId);
