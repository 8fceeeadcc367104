import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { placesOf } from '../../../lib/config/route-places.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';
import { complaints, sample } from './sample.ts';

const destinations = {
  ...sample.destinations,
  lead: { type: 'slack', channel: 'C0123LEAD' },
} as const;
const told = (escalation: unknown, more: object = {}) =>
  complaints({ destinations, routes: [{ name: 'severe', to: 'soc-slack', escalation }], ...more });

const NAMED = ' (the route "severe")';

describe('what a route does when nobody answers', () => {
  it('is steps, each after a time by severity, with people, another channel, or both', () => {
    const config = defineBridge({
      ...sample,
      destinations,
      routes: [
        {
          name: 'severe',
          to: 'soc-slack',
          escalation: [
            { after: { critical: '10m', high: '1h' }, mention: ['S0123ABCD'] },
            { after: { critical: '30m' }, to: 'lead', mention: ['here'] },
          ],
        },
      ],
    });
    const [route] = config.routes;
    expect(route?.escalation).toEqual([
      { after: { critical: 600_000, high: 3_600_000 }, mention: ['S0123ABCD'] },
      { after: { critical: 1_800_000 }, to: ['lead'], mention: ['here'] },
    ]);
    expect(route && placesOf(route)).toEqual(['soc-slack', 'lead']);
    expect(findWarnings(config, 0).map(({ path }) => path)).toEqual(['destinations.lake']);
    // As it travels: read again, it says the same.
    expect(defineBridge(config as never)).toEqual(config);
  });

  it.each([
    [[], 'routes[0].escalation: is empty'],
    [
      [{ after: { critical: '10m' } }],
      'routes[0].escalation[0]: does nothing: name whom to call (mention), where else it goes (to), or both',
    ],
    [
      [{ after: {}, to: 'lead' }],
      "routes[0].escalation[0].after: is empty: say how long, by severity: { critical: '10m' }",
    ],
    [
      [{ after: { critical: '10s' }, to: 'lead' }],
      'routes[0].escalation[0].after.critical: must be between 1m and 30d, not 10s',
    ],
    [
      [{ after: { critical: 'soon' }, to: 'lead' }],
      "routes[0].escalation[0].after.critical: is not a duration: write it like '30s', '15m', '24h' or '2d'",
    ],
    [
      [
        { after: { critical: '10m' }, to: 'lead' },
        { after: { critical: '10m' }, mention: ['S0123ABCD'] },
      ],
      'routes[0].escalation[1].after.critical: must be longer than that of the step before',
    ],
    [
      [{ after: { critical: '10m' }, to: 'lake' }],
      'routes[0].escalation[0].to[0]: must be a channel of a chat, and no Workflow: only there somebody can answer',
    ],
    [
      [{ after: { critical: '10m' }, mention: ['here'] }],
      'routes[0].escalation[0].mention[0]: calls nobody from a thread: name a group or a person, or another channel in to',
    ],
    [
      [{ after: { critical: '10m' }, mention: ['@soc'] }],
      'routes[0].escalation[0].mention[0]: must be the id of a Slack user group, like S0123ABCD, or of a user, like U0123ABCD, or here or channel',
    ],
  ])('is told what is wrong with %j', (escalation, problem) => {
    expect(told(escalation)).toEqual([`${problem}${NAMED}`]);
  });

  it('needs a name of the route: its number changes with others', () => {
    const escalation = [{ after: { critical: '10m' }, to: 'lead' }];
    expect(complaints({ destinations, routes: [{ to: 'soc-slack', escalation }] })).toEqual([
      'routes[0].escalation: needs a name of the route: cases wait by it, and its number may change',
    ]);
  });

  it('does not lead to a Workflow, which has no buttons', () => {
    const flow = { type: 'teams', workflowUrl: '/bridge/teams/workflow' } as const;
    const found = told([{ after: { critical: '10m' }, to: 'flow' }], {
      destinations: { ...destinations, flow },
      domains: { acme: { ...sample.domains.acme, consoleUrl: 'https://console.example' } },
    });
    expect(found).toEqual([
      'routes[0].escalation[0].to[0]: must be a channel of a chat, and no Workflow: only there somebody can answer (the route "severe")',
    ]);
  });

  it('is told of unknown places and severities, of a route without a chat, and where nobody may decide', () => {
    expect(told([{ after: { critical: '10m' }, to: 'laed' }])[0]).toContain('routes[0].escalation[0].to');
    expect(told([{ after: { urgent: '10m' }, to: 'lead' }])[0]).toContain('after.urgent');
    const steps = [{ after: { critical: '10m' }, to: 'lead' }];
    expect(told(steps, { verdicts: undefined })).toContain(
      'routes[0].escalation: needs verdicts: where nobody may decide, nobody can answer (the route "severe")',
    );
    expect(complaints({ destinations, routes: [{ name: 'severe', to: 'lake', escalation: steps }] })).toEqual(
      ['routes[0].escalation: the route sends to no chat, where somebody could answer (the route "severe")'],
    );
    const six = [1, 2, 3, 4, 5, 6].map((n) => ({ after: { low: `${n}h` }, to: 'lead' }));
    expect(told(six)).toEqual([`routes[0].escalation: has more than 5 steps${NAMED}`]);
  });
});
