import { blockActions, TEAM, viewSubmission } from './slack-requests.ts';

/** Enterprise Grid and Slack Connect, in the shapes that Slack's own SDKs keep in their tests. */
export const ORG = 'E0ACME0001';
/** Another workspace of the same organization. */
export const SIBLING = 'T0ACME0002';
/** Another company. */
export const OTHER = { team: 'T0OTHER001', org: 'E0OTHER001' } as const;

type Fields = Readonly<Record<string, unknown>>;

/** Where a payload says that it comes from. */
export interface Origin {
  readonly team: string | null;
  readonly org: string | null;
  readonly orgWide?: boolean;
  /** Where the person is at home. */
  readonly user: string;
  /** Of a form: where the app is installed. */
  readonly installedIn?: string;
}

const enterprise = (id: string | null) => (id === null ? null : { id, name: 'An organization' });
const team = (id: string, org: string | null) => ({
  id,
  domain: 'somewhere',
  ...(org !== null && { enterprise_id: org, enterprise_name: 'An organization' }),
});

export function placed(payload: Fields, { team: teamId, org, orgWide, user, installedIn }: Origin): Fields {
  const view = payload.view as Fields | undefined;
  return {
    ...payload,
    team: teamId === null ? null : team(teamId, org),
    enterprise: enterprise(org),
    is_enterprise_install: orgWide ?? false,
    user: { ...(payload.user as Fields), team_id: user },
    ...(view && { view: { ...view, team_id: user, app_installed_team_id: installedIn } }),
  };
}

export const press = (origin: Origin): Fields => placed(blockActions(), origin);
export const form = (origin: Origin): Fields => placed(viewSubmission(), origin);

const ORG_WIDE = { team: null, org: ORG, orgWide: true } as const;

/** What Slack sends of our app, by how it is installed. `foreign`: the payload alone says that the person is a stranger. */
export const GENUINE: readonly {
  readonly name: string;
  readonly installed: 'workspace' | 'organization';
  readonly payload: Fields;
  readonly foreign?: true;
}[] = [
  {
    name: 'a press in a workspace of an organization',
    installed: 'workspace',
    payload: press({ team: TEAM, org: ORG, user: TEAM }),
  },
  {
    name: 'a press by a person of another workspace of it',
    installed: 'workspace',
    payload: press({ team: TEAM, org: ORG, user: SIBLING }),
  },
  {
    name: 'a press by a person who is of the organization itself',
    installed: 'workspace',
    payload: press({ team: TEAM, org: ORG, user: ORG }),
  },
  {
    name: 'a form in a workspace of an organization',
    installed: 'workspace',
    payload: form({ team: TEAM, org: ORG, user: TEAM, installedIn: TEAM }),
  },
  {
    name: 'a form of a person of another workspace, who is named as `team`',
    installed: 'workspace',
    payload: form({ team: SIBLING, org: ORG, user: SIBLING, installedIn: TEAM }),
  },
  {
    name: 'a press of another company, through a shared channel',
    installed: 'workspace',
    payload: press({ team: TEAM, org: null, user: OTHER.team }),
    foreign: true,
  },
  {
    name: 'a form of another company, through a shared channel',
    installed: 'workspace',
    payload: form({ team: OTHER.team, org: null, user: OTHER.team, installedIn: TEAM }),
    foreign: true,
  },
  {
    name: 'a form of another organization, through a shared channel',
    installed: 'workspace',
    payload: form({ team: OTHER.team, org: OTHER.org, user: OTHER.team, installedIn: TEAM }),
  },
  {
    name: 'a press where the organization installed the app',
    installed: 'organization',
    payload: press({ ...ORG_WIDE, user: TEAM }),
  },
  {
    name: 'a press there, by a person of another workspace',
    installed: 'organization',
    payload: press({ ...ORG_WIDE, user: SIBLING }),
  },
  {
    name: 'a form there, by a person of another workspace',
    installed: 'organization',
    payload: form({ ...ORG_WIDE, user: SIBLING, installedIn: TEAM }),
  },
  {
    name: 'a form there of another company, which names the organization as the installation',
    installed: 'organization',
    payload: form({ team: OTHER.team, org: OTHER.org, user: OTHER.team, installedIn: ORG }),
  },
];

/** What no installation of ours sends: another workspace, organization or company has the same app. */
export const FOREIGN: Readonly<Record<string, Fields>> = {
  'a press in another workspace': press({ team: OTHER.team, org: null, user: OTHER.team }),
  'a press in a workspace of another organization': press({
    ...{ team: OTHER.team, org: OTHER.org, user: OTHER.team },
  }),
  'a press where another organization installed the app': press({
    ...{ team: null, org: OTHER.org, orgWide: true, user: OTHER.team },
  }),
  'our person presses where another organization installed the app': press({
    ...{ team: null, org: OTHER.org, orgWide: true, user: TEAM },
  }),
  'our person presses in another workspace': press({ team: OTHER.team, org: OTHER.org, user: TEAM }),
  'a form of another workspace': form({
    ...{ team: OTHER.team, org: null, user: OTHER.team, installedIn: OTHER.team },
  }),
  'a form where another organization installed the app': form({
    ...{ team: null, org: OTHER.org, orgWide: true, user: OTHER.team, installedIn: OTHER.team },
  }),
  'our person fills in a form of another workspace': form({
    ...{ team: TEAM, org: ORG, user: TEAM, installedIn: OTHER.team },
  }),
  'our person fills in a form of another organization': form({
    ...{ team: TEAM, org: ORG, user: TEAM, installedIn: OTHER.org },
  }),
  'a press of no workspace': press({ team: null, org: null, user: TEAM }),
  'a press of no workspace, in our organization, which did not install it': press({
    ...{ team: null, org: ORG, orgWide: false, user: TEAM },
  }),
  'a press of no organization that says it is installed for one': press({
    ...{ team: null, org: null, orgWide: true, user: TEAM },
  }),
};
