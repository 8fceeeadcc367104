import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, press } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailOf, trailShowing, waitedLonger } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BO, DUTY } from '../support/bridge/people.ts';
import {
  caseIn,
  inTeams,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  replySaying,
  SLACK,
  TEAMS,
  threadOf,
} from '../support/bridge/posted-case.ts';
import { pressCard } from '../support/bridge/teams-analyst.ts';

const WHY = 'Sent here because it was unacknowledged for 2 hours.';
const HOUR_MS = 3_600_000;
const RECONCILE = /ReconcileFunction/;

describe('a case that nobody answers', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { both: ['alone', 'claimed', 'decided', 'lead'] },
      {
        escalation: [
          { after: { critical: '1h' }, mention: [DUTY, { id: ADA, name: 'Ada' }] },
          {
            after: { critical: '2h' },
            to: ['lead-slack', 'lead-teams'],
            mention: [DUTY, { id: BO, name: 'Bo' }],
          },
        ],
      },
    );
  });
  afterAll(() => closeAtRest(world));

  const postInBoth = async (lane: string): Promise<PostedCase> => {
    const posted = await postCase(world, lane, { events: [{ severity: 'critical' }] });
    await messageOf(world, inTeams(posted));
    return posted;
  };
  const anHourLater = async (posted: PostedCase) => {
    await waitedLonger(world, posted, HOUR_MS);
    const { logicalId } = world.cloud.template
      .of('AWS::Lambda::Function')
      .find((one) => RECONCILE.test(one.logicalId)) as { logicalId: string };
    await world.cloud.invoke(logicalId, {});
  };
  const escalation = async (posted: PostedCase) =>
    (await trailOf(world, posted)).filter(({ what }) => what === 'escalation');

  it('calls people again in both chats, goes to another channel in both, and is decided there', async () => {
    const posted = await postInBoth('alone');
    await anHourLater(posted);
    await Promise.all([
      replySaying(world, posted, 'Unacknowledged for 1 hour: '),
      replySaying(world, inTeams(posted), 'Unacknowledged for 1 hour: '),
    ]);
    expect(await replySaying(world, posted, 'Unacknowledged')).toContain(DUTY);
    expect(await replySaying(world, inTeams(posted), 'Unacknowledged')).toContain('Ada');
    await anHourLater(posted);
    const [slack, teams] = [caseIn(SLACK, 'lead', posted.id), caseIn(TEAMS, 'lead', posted.id)];
    const [inSlack, inTheirTeams] = await Promise.all([messageOf(world, slack), messageOf(world, teams)]);
    expect(new Set(inSlack.mentions.map(({ who }) => who))).toEqual(new Set([DUTY]));
    expect(inTheirTeams.mentions.map(({ who }) => who)).toEqual([BO]);
    await Promise.all([messageSaying(world, slack, WHY), messageSaying(world, teams, WHY)]);
    await replySaying(world, posted, 'Also sent to lead-slack, lead-teams');
    const trail = await trailShowing(world, posted, ['escalation', 'escalation']);
    expect(trail.map(({ answer }) => answer)).toEqual([
      'after 1h: step 1 of the route alone',
      'after 2h: step 2 of the route alone, sent to lead-slack, lead-teams',
    ]);
    await decide(world, slack, 'TRUE_POSITIVE', ANNA);
    await Promise.all([
      messageSaying(world, posted, 'Anna Berg: true positive, recorded'),
      messageSaying(world, teams, 'Anna Berg: true positive, recorded'),
    ]);
    // Each once, however often the reconciler looks.
    await anHourLater(posted);
    const notes = (await threadOf(world, posted)).filter((text) => text.includes('Unacknowledged'));
    expect(notes).toHaveLength(2);
  });

  it('waits no longer while somebody is on it, and anew once it was handed back', async () => {
    const posted = await postInBoth('claimed');
    await pressCard(world, inTeams(posted), 'claim:claim', ADA);
    await messageSaying(world, posted, 'Ada Winter has had this since');
    await anHourLater(posted);
    expect(await escalation(posted)).toEqual([]);
    await press(world, posted, 'claim:hand-back', ANNA);
    await trailShowing(world, posted, ['claimed', 'handed-back']);
    await anHourLater(posted);
    expect(await escalation(posted)).toEqual([]);
    // The trail says it before the thread does.
    await replySaying(world, posted, 'Anna Berg handed it back');
    expect(await threadOf(world, posted)).toHaveLength(1);
  });

  it('is left alone once it was decided', async () => {
    const posted = await postInBoth('decided');
    await decide(world, posted, 'SAFE', ANNA);
    await messageSaying(world, posted, 'Anna Berg: safe, recorded');
    await anHourLater(posted);
    expect(await escalation(posted)).toEqual([]);
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
