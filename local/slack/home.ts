import type { Fields } from '../stand-in-kit/fields.ts';
import type { Service } from './service.ts';
import type { Person } from './state/directory.ts';

export type Enterprise = { readonly id: string; readonly name: string };

/** Where a person belongs. */
export type Home = {
  readonly teamId: string;
  readonly enterprise: Enterprise | undefined;
  /** In the workspace of the app, or in another one of its organization. */
  readonly isOurs: boolean;
};

export const homeOf = ({ identity, grid }: Service, { teamId, enterpriseId }: Person): Home => {
  const home = teamId ?? identity.teamId;
  if (grid.workspaces.includes(home)) return { teamId: home, enterprise: grid.enterprise, isOurs: true };
  const enterprise = enterpriseId === undefined ? undefined : { id: enterpriseId, name: 'Another group' };
  return { teamId: home, enterprise, isOurs: false };
};

const teamFields = (id: string, domain: string, enterprise: Enterprise | undefined): Fields => ({
  id,
  domain,
  ...(enterprise && { enterprise_id: enterprise.id, enterprise_name: enterprise.name }),
});

/** Where the app is installed, as in click payloads: no workspace if the organization installed it. */
export const installation = ({ identity, grid }: Service): Fields => ({
  team: grid.orgWide ? null : teamFields(identity.teamId, identity.teamDomain, grid.enterprise),
  enterprise: grid.enterprise ?? null,
  is_enterprise_install: grid.orgWide,
});

/** The same in form payloads: for a person from elsewhere they name that place, and the installation only in the view. */
export const formOrigin = (service: Service, person: Person): Fields => {
  const { teamId, enterprise, isOurs } = homeOf(service, person);
  if (teamId === service.identity.teamId || (isOurs && service.grid.orgWide)) return installation(service);
  return {
    team: teamFields(teamId, isOurs ? 'acme-too' : 'another', enterprise),
    enterprise: enterprise ?? null,
    is_enterprise_install: false,
  };
};
