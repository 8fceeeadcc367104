import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, press, privateWord } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailOf, trailShowing } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO, CARA, CLEO, DUTY } from '../support/bridge/people.ts';
import { channelOf, TEAM } from '../support/bridge/places.ts';
import { verdictsAt } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  inTeams,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  postInTeams,
  verbsOf,
} from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, pressCard } from '../support/bridge/teams-analyst.ts';

const GUS = 'U0GUS00000';
const PAT = 'U0PAT00000';
const PARTNER = 'T0PARTNER1';
const FAY = 'aad00000-0000-4000-8000-000000000fa0';
const GIL = 'aad00000-0000-4000-8000-000000000610';
const PARTNER_TENANT = '99990000-0000-4000-8000-000000000001';
const GROUP = '94090000-0000-4000-8000-000000000001';
const GUESTS = "people from other organizations can't decide";

describe('authority that is scoped', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    const verdicts = {
      // Anna is Ada, and Ben is Bo.
      allow: { people: ['anna', 'ben'], slackGroups: [DUTY], teamsGroups: [GROUP] },
      undoSeconds: 0,
      outcomes: { ESCALATED: { approval: true } },
    };
    const people = { anna: { slack: ANNA, teams: ADA }, ben: { slack: BEN, teams: BO } };
    world = await startBridgeWorld(
      {
        slack: ['group', 'open', 'partner', 'lead', 'strict'],
        teams: ['tgroup', 'topen', 'tpartner'],
        both: ['other', 'unknown'],
      },
      {
        config: { verdicts, people },
        scopes: {
          open: { allow: 'anyone-in-channel' },
          topen: { allow: 'anyone-in-channel' },
          partner: { allow: 'anyone-in-channel', guests: 'may' },
          tpartner: { allow: 'anyone-in-channel', guests: 'may' },
          lead: { allow: { slackUsers: [BEN] } },
          'route strict': { allow: { people: ['ben'] } },
        },
      },
    );
    const { slack, teams } = world;
    slack.addUser({ id: GUS, name: 'gus', realName: 'Gus Guest', guest: 'multi-channel' });
    slack.addUser({ id: PAT, name: 'pat', realName: 'Pat Partner', teamId: PARTNER });
    slack.setGroupUsers(DUTY, [CARA, GUS, PAT]);
    for (const lane of ['group', 'open', 'partner']) {
      for (const who of [GUS, PAT]) slack.join(channelOf(lane), who);
    }
    teams.addUser({ name: 'Gil Guest', aadObjectId: GIL, userRole: 'guest' });
    teams.addUser({ name: 'Fay Partner', aadObjectId: FAY, tenantId: PARTNER_TENANT });
    for (const who of [GIL, FAY]) teams.join(TEAM, who);
    teams.addGroup({ id: GROUP, name: 'duty', members: [CLEO, GIL] });
  });
  afterAll(() => closeAtRest(world));

  it.each([
    ['group', GUS],
    ['group', PAT],
    ['open', GUS],
    ['open', PAT],
  ])('refuses guests and people of other workspaces in Slack: %s %s', async (lane, who) => {
    const posted = await postCase(world, lane);
    await decide(world, posted, 'TRUE_POSITIVE', who);
    await privateWord(world, posted, who, GUESTS);
    await trailShowing(world, posted, ['denied']);
    expect(await verdictsAt(world, posted)).toEqual([]);
  });

  it.each([
    ['tgroup', GIL],
    ['topen', GIL],
    ['topen', FAY],
  ])('refuses guests and people of other tenants in Teams: %s %s', async (lane, who) => {
    const posted = await postInTeams(world, lane);
    expect(answerTo(world, await decideInTeams(world, posted, 'TRUE_POSITIVE', who))).toContain(GUESTS);
    await trailShowing(world, posted, ['denied']);
    expect(await verdictsAt(world, posted)).toEqual([]);
  });

  it('takes them where a destination says so, and members of a group as before', async () => {
    const inSlack: [string, string, string][] = [
      ['partner', GUS, 'Gus Guest'],
      ['partner', PAT, 'Pat Partner'],
      ['group', CARA, 'Cara Lind'],
      ['open', CARA, 'Cara Lind'],
    ];
    for (const [lane, who, name] of inSlack) {
      const posted = await postCase(world, lane);
      await decide(world, posted, 'TRUE_POSITIVE', who);
      await messageSaying(world, posted, `${name}: true positive, recorded`);
    }
    const inIt: [string, string, string][] = [
      ['tpartner', FAY, 'Fay Partner'],
      ['tgroup', CLEO, 'Cleo Marsh'],
    ];
    for (const [lane, who, name] of inIt) {
      const posted = await postInTeams(world, lane);
      await decideInTeams(world, posted, 'TRUE_POSITIVE', who);
      await messageSaying(world, posted, `${name}: true positive, recorded`);
    }
  });

  it('lets a destination and a route say who may, instead of the default', async () => {
    const told: [string, string][] = [
      ['lead', 'cases in lead'],
      ['strict', 'cases from the route strict'],
    ];
    for (const [lane, words] of told) {
      const posted = await postCase(world, lane);
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await privateWord(world, posted, ANNA, `You can't decide ${words}.`);
      await decide(world, posted, 'TRUE_POSITIVE', BEN);
      await messageSaying(world, posted, 'Ben Okoro: true positive, recorded');
      expect((await trailOf(world, posted)).map(({ what }) => what)).toContain('denied');
    }
  });

  it('counts an approval in the other chat by another known person, and not by the same', async () => {
    const posted = await awaiting(world, 'other', ANNA);
    const waiting = await messageSaying(world, inTeams(posted), 'Needs a second approver in Slack or Teams');
    expect(verbsOf(waiting)).toContain('decision:approve');
    const own = await pressCard(world, inTeams(posted), 'decision:approve', ADA);
    expect(answerTo(world, own)).toContain("You can't approve your own decision");
    await pressCard(world, inTeams(posted), 'decision:approve', BO);
    await messageSaying(world, posted, 'Anna Berg: escalated, approved by Bo Larsen, recorded');
    const trail = await trailOf(world, posted);
    expect(trail.find(({ what }) => what === 'refused')?.by).toMatchObject({ surface: 'teams', id: ADA });
  });

  it('counts none by somebody whom nobody can tell apart', async () => {
    // Cara is in no list of people: she may be anybody in Teams.
    const posted = await awaiting(world, 'unknown', CARA);
    const waiting = await messageSaying(world, inTeams(posted), 'Needs a second approver in Slack');
    expect(verbsOf(waiting)).toEqual(['decision:decline', 'decision:undo']);
    const forged = await pressCard(world, inTeams(posted), 'decision:decline', BO, {
      forging: { activity: { value: { action: { verb: 'decision:approve' } } } },
    });
    expect(answerTo(world, forged)).toContain('unless `people` in the configuration names you both');
    expect(await verdictsAt(world, posted)).toEqual([]);
    await press(world, posted, 'decision:approve', BEN);
    await messageSaying(world, posted, 'Cara Lind: escalated, approved by Ben Okoro, recorded');
  });

  it('says what to do when the app lacks the right to ask', async () => {
    const posted = await postCase(world, 'open');
    const scopes = ['chat:write', 'channels:history', 'groups:history', 'usergroups:read'];
    world.slack.setScopes(scopes);
    const DORA = 'U0DORA0000';
    await decide(world, posted, 'TRUE_POSITIVE', DORA);
    await privateWord(world, posted, DORA, 'An operator has to grant it the scope users:read.');
    world.slack.setScopes([...scopes, 'users:read']);
    expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE');
    expect(await verdictsAt(world, posted)).toEqual([]);
  });

  it('asked for nothing that it may not have', () => expectNothingAmiss(world));
});

async function awaiting(world: BridgeWorld, lane: string, who: string): Promise<PostedCase> {
  const posted = await postCase(world, lane);
  await messageOf(world, inTeams(posted));
  await decide(world, posted, 'ESCALATED', who, { confirm: true });
  await messageSaying(world, posted, 'Needs a second approver in Slack');
  return posted;
}
