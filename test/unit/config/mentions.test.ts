import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { mentionsIn } from '../../../lib/config/mentions.ts';
import { complaints, sample } from './sample.ts';

const ANNA = '5f9d1a2b-0c3d-4e5f-8a9b-0c1d2e3f4a5b';
const TAG = 'MjQzMmI1N2ItMGFiZC00M2RiLWFhN2ItMTZlYWRkMTE1ZDM0IyMxODBlM2Y2Yw==';
const destinations = {
  ...sample.destinations,
  'soc-teams': { type: 'teams', channel: '19:soc@thread.tacv2' },
};
const teams = {
  appId: '6aebbad0-e5a5-424a-834a-20fb051f3c1a',
  tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  password: '/posture-bridge/teams/password',
};
const called = (critical: unknown, to: unknown = 'soc-slack', people = {}) =>
  complaints({ destinations, teams, people, routes: [{ to, mention: { critical } }] });

describe('whom a route calls', () => {
  it.each([
    [['S0123ABCD'], 'soc-slack'],
    [['U0123ABCD', 'here', 'channel'], 'soc-slack'],
    [[{ id: ANNA, name: 'Anna Berg' }], 'soc-teams'],
    [[{ id: TAG, name: 'SOC on call' }], 'soc-teams'],
    [
      ['S0123ABCD', { id: TAG, name: 'SOC on call' }],
      ['soc-slack', 'soc-teams'],
    ],
  ])('may be %j for %j', (named, to) => {
    expect(called(named, to)).toEqual([]);
  });

  it('may be a person whom both chats know', () => {
    const people = { anna: { slack: 'U0123ABCD', teams: ANNA } };
    expect(called(['anna'], ['soc-slack', 'soc-teams'], people)).toEqual([]);
    expect(mentionsIn('slack', ['anna'], people)).toEqual([{ id: 'U0123ABCD', name: 'anna' }]);
    expect(mentionsIn('teams', ['anna'], people)).toEqual([{ id: ANNA, name: 'anna' }]);
  });

  it('is told when an id cannot be of the chat that the route sends to', () => {
    expect(called(['S0123ABCD'], 'soc-teams')).toEqual([
      'routes[0].mention.critical[0]: is of Slack, and the route sends to Teams only',
    ]);
    expect(called([{ id: ANNA, name: 'Anna' }])).toEqual([
      'routes[0].mention.critical[0]: is of Teams, and the route sends to Slack only',
    ]);
    expect(called(['@soc'])).toEqual([
      'routes[0].mention.critical[0]: must be the id of a Slack user group, like S0123ABCD, or of a user, like U0123ABCD, or here or channel',
    ]);
    expect(called(['S0123ABCD'], 'lake')).toEqual([
      'routes[0].mention.critical[0]: calls nobody: the route sends to no chat',
    ]);
  });

  it('is told of a name that Teams needs, of a person whom the chat does not know, and of a typo', () => {
    expect(called([TAG], 'soc-teams')).toEqual([
      "routes[0].mention.critical[0]: needs a name, which Teams shows: { id: '...', name: 'SOC on call' }",
    ]);
    const people = { anna: { slack: 'U0123ABCD' } };
    expect(called(['anna'], 'soc-teams', people)).toEqual([
      'routes[0].mention.critical[0]: people.anna has no id in Teams, where the route sends to',
    ]);
    expect(called(['ana'], 'soc-slack', people)).toEqual([
      'routes[0].mention.critical[0]: unknown person "ana", did you mean "anna"?',
    ]);
  });

  it('has no severity that there is not, no empty list, and no name with markup', () => {
    expect(complaints({ routes: [{ to: 'soc-slack', mention: { sever: ['here'] } }] })).toHaveLength(1);
    expect(called([])).toEqual(['routes[0].mention.critical: is empty']);
    expect(called([{ id: TAG, name: '</at>' }], 'soc-teams')).toHaveLength(1);
  });

  it('counts each once, and for its own chat only', () => {
    const named = ['S0123ABCD', { id: TAG, name: 'SOC' }, 'S0123ABCD', 'here'];
    expect(mentionsIn('slack', named, {}).map(({ id }) => id)).toEqual(['S0123ABCD', 'here']);
    expect(mentionsIn('teams', named, {}).map(({ id }) => id)).toEqual([TAG]);
    expect(mentionsIn('pigeon', named, {})).toEqual([]);
  });

  it('stays as it was written', () => {
    const routes = [{ to: 'soc-slack', mention: { critical: ['S0123ABCD'] } }];
    expect(defineBridge({ ...sample, routes }).routes[0]?.mention).toEqual({ critical: ['S0123ABCD'] });
  });
});
