import { FIELDS } from '../../lib/chats/document/read-form.ts';
import { writeMetadata } from '../../lib/chats/slack/form-metadata.ts';
import { CALLBACKS } from '../../lib/chats/slack/write-form.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { SEAL } from '../support/sealed.ts';
import { FOREIGN, GENUINE, ORG, OTHER, SIBLING } from '../support/slack-grid.ts';
import { arrive, interactionOf, TEAM } from '../support/slack-requests.ts';
import { createDice, type Dice } from '../unit/chats/slack/forgeries.ts';
import { ADA, CONFIG, createDoor, type Happened, type Knocked, SHOWN } from './door.ts';
import type { AttackGroup } from './group.ts';
import { sealedValue } from './presses.ts';

type Fields = Readonly<Record<string, unknown>>;

const CONFIGURED = { workspace: [TEAM], organization: [ORG], both: [ORG, TEAM], several: [SIBLING, TEAM] };
const SOC = SHOWN.acme.channel;

/** One that would count, were it of our installation: the buttons and forms are those of the bridge, and Ada may decide. */
function counting(payload: Fields, who: string = ADA.slack): Fields {
  const user = { ...(payload.user as Fields), id: who };
  if (payload.type !== 'view_submission') {
    const action = {
      type: 'button',
      action_id: 'verdict:SAFE',
      action_ts: '3.4',
      value: sealedValue(SHOWN.acme),
    };
    return { ...payload, user, channel: { id: SOC, name: 'soc' }, actions: [action] };
  }
  const metadata = {
    about: { mode: 'comment' as const, target: SHOWN.acme.target },
    ...{ channel: SOC, messageTs: '1.2', threadTs: null, responseUrl: null },
  };
  const values = {
    [FIELDS.outcome]: { [FIELDS.outcome]: { type: 'radio_buttons', selected_option: { value: 'SAFE' } } },
    [FIELDS.comment]: { [FIELDS.comment]: { type: 'plain_text_input', value: 'because' } },
  };
  const view = {
    ...(payload.view as Fields),
    ...{
      callback_id: CALLBACKS.verdict,
      private_metadata: writeMetadata(metadata, SEAL.of),
      state: { values },
    },
  };
  return { ...payload, user, view };
}

const signed = (payload: unknown): Knocked => arrive(interactionOf(payload));

/** Our own ids, in every place that does not say whose installation it is. */
const SPRINKLED: readonly ((payload: Fields, id: string) => Fields)[] = [
  (payload, id) => ({ ...payload, user: { ...(payload.user as Fields), team_id: id } }),
  (payload, id) => ({ ...payload, user: { ...(payload.user as Fields), enterprise_id: id, team: { id } } }),
  (payload, id) => ({ ...payload, team_id: id }),
  (payload, id) => ({ ...payload, view: { ...(payload.view as Fields | undefined), team_id: id } }),
  (payload, id) => ({ ...payload, channel: { ...(payload.channel as Fields | undefined), team_id: id } }),
  (payload, id) => ({ ...payload, message: { ...(payload.message as Fields | undefined), team: id } }),
  (payload, id) => ({ ...payload, authorizations: [{ team_id: id, enterprise_id: id }] }),
  (payload, id) => ({ ...payload, context_team_id: id, context_enterprise_id: id, api_app_id: id }),
  (payload, id) => ({ ...payload, ...JSON.parse(`{"__proto__":{"team":{"id":"${id}"}}}`) }),
  (payload, id) =>
    payload.team ? { ...payload, team: { ...payload.team, team_id: id, name: id } } : payload,
  (payload, id) => ({ ...payload, enterprise: payload.enterprise && { ...payload.enterprise, name: id } }),
  // A press is not where a view is.
  (payload, id) =>
    payload.type === 'block_actions'
      ? { ...payload, view: { id: 'V1', app_installed_team_id: id } }
      : payload,
  (payload) => ({ ...payload, is_enterprise_install: String(payload.is_enterprise_install) }),
];

function sprinkled(payload: Fields, dice: Dice): Fields {
  const ours = [TEAM, ORG];
  const some = SPRINKLED.filter(() => dice(3) === 0);
  return some.reduce((mixed, sprinkle) => sprinkle(mixed, ours[dice(2)] as string), payload);
}

/** Refused, whole: not taken for a click of ours that means nothing. */
const letIn = ({ status, queued, forms, wroteTo }: Happened): string | null => {
  if (status !== 401 && status !== 400) return `answered with ${status}`;
  return queued.length + forms.length + wroteTo.length > 0 ? 'something came of it' : null;
};

const decided = ({ queued }: Happened): boolean => queued.some(({ kind }) => kind === 'decide');

const GUEST = 'W0PARTNER1';
const COLLEAGUE = 'W0SIBLING1';
const inOrg = (team: string, org: string, more: object = {}) => ({
  ...{ team_id: team, enterprise_user: { enterprise_id: org } },
  ...{ is_restricted: false, is_ultra_restricted: false, ...more },
});
/** As Slack says of them; of people elsewhere it leaves out whether they are guests. */
const USERS = {
  [COLLEAGUE]: inOrg(SIBLING, ORG),
  [GUEST]: inOrg(OTHER.team, OTHER.org),
};

/** A bridge where everybody in the channel may decide, but no stranger. */
const openDoor = (
  teamIds: readonly string[],
  orgWide: boolean,
  users: Readonly<Record<string, object>> = USERS,
) =>
  createDoor({
    config: defineBridge({
      ...{
        domains: CONFIG.domains,
        slack: CONFIG.slack,
        destinations: { soc: { type: 'slack', channel: SOC } },
      },
      ...{ routes: [{ to: 'soc' }], verdicts: { allow: 'anyone-in-channel' } },
    } as Parameters<typeof defineBridge>[0]),
    teamIds,
    slackUsers: users,
    home: { team_id: orgWide ? ORG : TEAM, enterprise_id: ORG, is_enterprise_install: orgWide },
  });

const WORKSPACE = 'lib/chats/slack/interaction-workspace.ts';
const OURS = 'return isOurs(teamId) || (isOrgWide && isOurs(enterpriseId));';

export const otherInstallations: AttackGroup = {
  name: 'Slack apps installed elsewhere',
  attacks: 'whose installation of the app sends a click, and where the person is at home',
  share: 0.05,
  checks: [
    {
      name: 'every workspace is ours',
      file: WORKSPACE,
      right: OURS,
      wrong: 'return teamId !== null || (isOrgWide && isOurs(enterpriseId));',
    },
    {
      name: 'a form is of the workspace of the person',
      file: WORKSPACE,
      right:
        'if (installedIn !== null && teamId !== null && installedIn !== teamId) return isOurs(installedIn);',
      wrong: '',
    },
    {
      name: 'an organization has installed whatever names it',
      file: WORKSPACE,
      right: OURS,
      wrong: 'return isOurs(teamId) || isOurs(enterpriseId);',
    },
    {
      name: 'every organization is ours',
      file: WORKSPACE,
      right: OURS,
      wrong: 'return isOurs(teamId) || isOrgWide;',
    },
    {
      name: 'no workspace and one are that one',
      file: WORKSPACE,
      right: 'const saysNoneAndOne = data.team === null && workspaces.size > 0;',
      wrong: 'const saysNoneAndOne = false;',
    },
    {
      name: 'a press is where a view is',
      file: WORKSPACE,
      right: "type === 'view_submission' || type === 'view_closed'",
      wrong: 'type !== undefined',
    },
    {
      name: 'whoever is in some organization is at home',
      file: 'lib/chats/slack/outsiders.ts',
      right: 'user.enterprise_user?.enterprise_id === enterprise_id',
      wrong: 'user.enterprise_user?.enterprise_id !== undefined',
    },
    {
      name: 'nobody asks Slack about people of an organization',
      file: 'lib/chats/slack/directory.ts',
      right: '...createOutsiders(parts) }',
      wrong: "...createOutsiders(parts), isOutsider: async () => 'no' }",
    },
  ],

  async control() {
    for (const { name, installed, payload } of GENUINE) {
      for (const teamIds of [CONFIGURED[installed], CONFIGURED.both]) {
        if (!decided(await createDoor({ teamIds }).slack(signed(counting(payload)))))
          return `${name}, by a person who is named, did not count`;
        const door = openDoor(teamIds, installed === 'organization');
        const isStranger = name.includes('another company') || name.includes('another organization');
        if (!isStranger && !decided(await door.slack(signed(counting(payload, COLLEAGUE)))))
          return `${name}, by a colleague, did not count`;
      }
    }
    return null;
  },

  *tries({ seed, fuzzed }) {
    const dice = createDice(seed);
    const doors = Object.entries(CONFIGURED).map(([how, teamIds]) => [how, createDoor({ teamIds })] as const);
    const foreign = Object.entries(FOREIGN);
    const rounds = Math.max(1, Math.ceil(fuzzed / (foreign.length * doors.length)));
    for (const [name, payload] of foreign)
      for (const [how, door] of doors) {
        yield {
          name: `${name} (configured: ${how})`,
          run: async () => letIn(await door.slack(signed(counting(payload)))),
        };
        for (let round = 0; round < rounds; round++)
          yield {
            name: `${name}, with our ids in it (configured: ${how})`,
            run: async () => letIn(await door.slack(signed(sprinkled(counting(payload), dice)))),
          };
      }
    // Taken, since the installation is ours; but a stranger decides nothing.
    for (const { name, installed, payload } of GENUINE) {
      const [known, unknown] = [USERS, {}].map((users) =>
        openDoor(CONFIGURED[installed], installed === 'organization', users),
      );
      for (const home of [TEAM, SIBLING, ORG, OTHER.team, OTHER.org])
        for (const [whom, door] of [
          ['a stranger', known],
          ['somebody whom Slack does not know', unknown],
        ] as const)
          yield {
            name: `${name}, by ${whom}`,
            async run() {
              const press = counting(payload, GUEST);
              const user = { ...(press.user as Fields), team_id: home };
              const happened = await door?.slack(signed({ ...press, user }));
              return happened && decided(happened) ? `counted, with the home ${home}` : null;
            },
          };
    }
  },
};
