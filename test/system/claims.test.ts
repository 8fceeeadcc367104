import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, press } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailOf, trailShowing } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO, CLEO, DUTY } from '../support/bridge/people.ts';
import { verdictsAt } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  inTeams,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  says,
} from '../support/bridge/posted-case.ts';
import { answerTo, pressCard } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

const TAG = 'MjQzMmI1N2ItMGFiZC00M2RiLWFhN2ItMTZlYWRkMTE1ZDM0IyMxODBlM2Y2Yw==';

describe('a case that somebody has to see to', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { both: ['calls', 'quiet', 'onit', 'race'] },
      {
        mention: {
          critical: [DUTY, { id: TAG, name: 'SOC on call' }],
          high: ['here', { id: ADA, name: 'Ada' }],
        },
      },
    );
  });
  afterAll(() => closeAtRest(world));

  const postInBoth = async (lane: string, severity: string): Promise<PostedCase> => {
    const posted = await postCase(world, lane, { events: [{ severity }] });
    await messageOf(world, inTeams(posted));
    return posted;
  };
  const both = async (posted: PostedCase, words: string) => {
    await Promise.all([messageSaying(world, posted, words), messageSaying(world, inTeams(posted), words)]);
  };
  const calledIn = async (posted: PostedCase) => {
    const [slack, teams] = [await messageOf(world, posted), await messageOf(world, inTeams(posted))];
    return { slack: slack.mentions.map(({ who }) => who), teams: teams.mentions.map(({ who }) => who) };
  };

  it('calls whom its route names for its severity, in both chats, and nobody for another', async () => {
    const severe = await postInBoth('calls', 'critical');
    const called = await calledIn(severe);
    expect(new Set(called.slack)).toEqual(new Set([DUTY]));
    expect(called.teams).toEqual([TAG]);
    const mild = await postInBoth('quiet', 'low');
    expect(await calledIn(mild)).toEqual({ slack: [], teams: [] });
  });

  it('is claimed in Slack, shown in Teams, taken over there, handed back, and decided', async () => {
    const posted = await postInBoth('onit', 'medium');
    await press(world, posted, 'claim:claim', ANNA);
    await both(posted, 'Anna Berg has had this since');
    const answer = await pressCard(world, inTeams(posted), 'claim:take-over', CLEO);
    expect(answerTo(world, answer)).toContain("can't decide");
    await pressCard(world, inTeams(posted), 'claim:take-over', BO);
    await both(posted, 'Bo Larsen has had this since');
    await press(world, posted, 'claim:hand-back', BEN);
    await trailShowing(world, posted, ['claimed', 'denied', 'taken-over', 'handed-back']);
    await waitFor(async () => expect(buttonsOf(await messageOf(world, posted))).toContain('claim:claim'));
    expect(await verdictsAt(world, posted)).toEqual([]);
    await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    await both(posted, 'Anna Berg: true positive, recorded');
    expect(says(await messageOf(world, inTeams(posted)))).not.toContain('has had this');
    expect(await verdictsAt(world, posted)).toHaveLength(1);
    // Who decided stands there by their real name, and is not called.
    expect(await calledIn(posted)).toEqual({ slack: [], teams: [] });
  });

  it('has one of two who claim it in the same moment on it, and both chats say who', async () => {
    const posted = await postInBoth('race', 'medium');
    await Promise.all([
      press(world, posted, 'claim:claim', ANNA),
      pressCard(world, inTeams(posted), 'claim:claim', ADA),
    ]);
    await both(posted, ' has had this since');
    const trail = await waitFor(async () => {
      const entries = await trailOf(world, posted);
      expect(entries.map(({ what }) => what).toSorted()).toEqual(['claimed', 'refused']);
      return entries;
    });
    const winner = trail.find(({ what }) => what === 'claimed')?.by?.name ?? '';
    await both(posted, `${winner} has had this since`);
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
