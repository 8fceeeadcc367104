import { describe, expect, it } from 'vitest';
import type { CommandAnswer } from '../../../lib/chats/document/command-answer.ts';
import { plainBlocks } from '../../../lib/chats/slack/message.ts';
import { renderAnswer as inSlack } from '../../../lib/chats/slack/renderer.ts';
import { renderAnswer as inTeams } from '../../../lib/chats/teams/renderer.ts';
import { helpAnswer } from '../../../lib/features/commands/help-answer.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { SEAL } from '../../support/sealed.ts';
import { differencesOf } from '../../unit/chats/parity/differences.ts';
import { messageProblems as slackProblems } from '../../unit/chats/slack/check-limits.ts';
import { harms } from '../../unit/chats/slack/harms.ts';
import { messageProblems as teamsProblems } from '../../unit/chats/teams/check-card.ts';
import { seenInSlack, seenInTeams } from './as-seen.ts';
import { ADA, askPlatform, BO, type HowAsked, muteActions, NOW_MS, WORDS } from './ask-platform.ts';
import { aCase, aThreat, IDS, KINDS, platform } from './platform.ts';

const COMMANDS = [
  `case ${IDS.case}`,
  'cases investigating data_exfiltration anna.berg@acme.example',
  'threats Initial access source:SigninLogs',
  'who anna.berg@acme.example',
  'nhi payroll',
  `nhi ${IDS.nhi}`,
  'integration okta',
  `drift ${IDS.drift}`,
  `hunt ${IDS.event}`,
  'mute type data_exfiltration 2h because a test runs',
  'decide anna.berg@acme.example',
];

/** Each answer as people see it, and fine in both chats. */
async function goldenOf(named: readonly (readonly [string, CommandAnswer])[]) {
  const [slack, teams]: [string[], string[]] = [[], []];
  for (const [name, answer] of named) {
    const [message, card] = [inSlack(answer, SEAL.of), inTeams(answer, SEAL.of)];
    expect(slackProblems(message), name).toEqual([]);
    for (const blocks of [message.blocks, plainBlocks(message)])
      expect(checkMessageBlocks(blocks), name).toMatchObject({ ok: true });
    expect(harms(message), name).toEqual([]);
    expect(teamsProblems(card), name).toEqual([]);
    // A line that only one chat shows needs a reason.
    expect(differencesOf({ slack: [message], teams: [card] }), name).toEqual([]);
    slack.push(`## ${name}\n\n${seenInSlack(message)}\n`);
    teams.push(`## ${name}\n\n${seenInTeams(card)}\n`);
  }
  return { slack: slack.join('\n'), teams: teams.join('\n') };
}

async function expectGolden(file: string, named: readonly (readonly [string, CommandAnswer])[]) {
  const { slack, teams } = await goldenOf(named);
  await expect(slack).toMatchFileSnapshot(`golden/${file}.slack.txt`);
  await expect(teams).toMatchFileSnapshot(`golden/${file}.teams.txt`);
}

describe('the answer to each command, for each kind of answer of the platform', () => {
  it.each(COMMANDS)('%s', async (command) => {
    const answers = [];
    for (const kind of KINDS) {
      answers.push([`${command} (${kind})`, await askPlatform(command, platform(kind))] as const);
    }
    const [name = '', what = ''] = command.split(' ');
    await expectGolden(name === 'nhi' && what === IDS.nhi ? 'nhi-by-id' : name, answers);
  });
});

/** As notes, forms and the console show them. */
const SHORT = { case: IDS.case.slice(0, 8), event: IDS.event.slice(0, 8) };

const decision = {
  id: 'd1',
  outcome: 'TRUE_POSITIVE',
  comment: 'Seen the drive.',
  eventIds: [],
  by: ADA,
  place: 'soc',
  clickedAtMs: NOW_MS,
  overrides: null,
  approvedBy: null,
  state: { is: 'recorded', atMs: NOW_MS, resolved: true },
  episode: 0,
} as const;
const verdict = { domain: 'acme', caseId: IDS.case, version: 1, decision, trail: [] } as never;

it('finds all events of a case in the logs: those in the ledger, and those that the platform lists', async () => {
  const event = (n: number) => ({ event_id: aThreat(n).event_id });
  const item = { ...aCase(), events: [event(1), event(2), event(3), event(9)] } as never;
  const ledger = {
    caseOf: async () => ({ item, answer: null, record: null, places: [] }),
    threatOf: async (_: string, id: string) =>
      ([1, 2].some((n) => event(n).event_id === id)
        ? aThreat(id === event(1).event_id ? 1 : 2)
        : null) as never,
  };
  await expectGolden('hunt-case', [
    ['hunt of a case', await askPlatform(`hunt ${IDS.case}`, platform('many'), { ledger })],
    [
      'hunt of a case, and the platform is down',
      await askPlatform(`hunt ${IDS.case}`, platform('503'), { ledger }),
    ],
  ]);
});

it('offers the cases of a person that can be decided together', async () => {
  const ask = (places: readonly string[], decided: boolean) =>
    askPlatform('decide anna.berg@acme.example', platform('many'), {
      ledger: {
        caseOf: async () => ({
          item: null,
          answer: decided ? verdict : null,
          record: null,
          places,
        }),
      },
    });
  await expectGolden('decide-bulk', [
    ['in this chat', await ask(['soc', 'teams-soc'], false)],
    ['never came to this chat', await ask([], false)],
    ['all are decided', await ask(['soc'], true)],
  ]);
});

it('tells what is proposed to be muted, and answers it', async () => {
  const mutes = muteActions({
    atMs: NOW_MS,
    told: true,
    all: [
      {
        id: '0123abcd',
        field: 'user',
        value: 'anna.<!channel>@acme.example',
        by: { SAFE: 9, TRUE_POSITIVE: 1 },
        lately: 3,
        atMs: NOW_MS,
      },
      {
        id: 'ffff0000',
        field: 'threatType',
        value: 'sabotage',
        by: { FALSE_POSITIVE: 8 },
        lately: 0,
        atMs: NOW_MS,
      },
    ],
  });
  const ask = (text: string, how: HowAsked = {}) => askPlatform(text, platform('found'), { mutes, ...how });
  await expectGolden('proposals', [
    ['nothing is proposed', await ask('proposals', { mutes: muteActions() })],
    ['proposals', await ask('proposals')],
    ['where people are not shown', await ask('proposals', { domains: [{ name: 'acme', show: 'minimal' }] })],
    ['half of an answer', await ask('proposals 0123abcd')],
    ['mute', await ask('proposals 0123abcd mute')],
    ['mute once more', await ask('proposals 0123abcd mute')],
    ['no, too late', await ask('proposals 0123abcd no')],
    ['no', await ask('proposals ffff0000 no')],
    ['mute, too late', await ask('proposals ffff0000 mute')],
    ['of another week', await ask('proposals 11112222 mute')],
  ]);
});

describe('what is muted', () => {
  it('is told, and ended, in both chats', async () => {
    const mutes = muteActions();
    const ask = (text: string, how: HowAsked = {}) => askPlatform(text, platform('found'), { mutes, ...how });
    const begun = await ask('mute person anna.berg@acme.example critical 2h because she <!channel> travels');
    const [{ id } = { id: '' }] = (await mutes.load('acme')).waiting;
    await expectGolden('mutes', [
      ['mute without a reason', await ask('mute person anna.berg@acme.example 2h')],
      ['mute', begun],
      ['mutes before a second person', await ask('mutes')],
      ['approved by the same', await ask(`mutes ${id} approve`)],
      ['declined what does not wait', await ask('mutes nope decline')],
      ['approved by a second person', await ask(`mutes ${id} approve`, { by: BO })],
      ['mutes', await ask('mutes')],
      [
        'mutes where people are not shown',
        await ask('mutes', { domains: [{ name: 'acme', show: 'pseudonym' }] }),
      ],
      ['mutes of one', await ask(`mutes ${id}`)],
      [
        'mute of a person who is not shown',
        await ask('mute person a@b.c 2h', { domains: [{ name: 'acme', show: 'minimal' }] }),
      ],
      [
        'mute in two domains',
        await ask('mute type sabotage 2h because x', {
          domains: [
            { name: 'acme', show: 'full' },
            { name: 'globex', show: 'full' },
          ],
        }),
      ],
      ['mute for too long', await ask('mute type sabotage 90d because x', { askId: 'ask-2' })],
      ['unmute', await ask(`unmute ${id}`)],
      ['unmute what is not there', await ask('unmute nope')],
      ['nothing muted', await ask('mutes')],
    ]);
  });
});

describe('what the bridge itself knows', () => {
  const known: HowAsked = {
    ledger: {
      caseOf: async () => ({ item: aCase() as never, answer: verdict, record: null, places: [] }),
    },
  };
  const entry = { domain: 'acme', caseId: IDS.case, atMs: NOW_MS, what: 'recorded', by: ADA } as never;

  it('stands in the answers', async () => {
    const mine = {
      ...known.ledger,
      trailOf: async function* () {
        yield [entry];
      },
    };
    const seen = { sinceMs: NOW_MS, note: null };
    const problems = [
      { heading: 'Key refused', of: 'acme/cases', ...seen },
      { heading: 'Deliveries gave up', of: 'verdicts', sinceMs: null, note: 'seems to be over' as const },
      { heading: 'Feed is behind', of: 'globex/cases', ...seen },
    ];
    const two = [
      { name: 'acme', show: 'full' },
      { name: 'globex', show: 'full' },
    ] as const;
    await expectGolden('bridge', [
      ['case, decided here', await askPlatform(`case ${IDS.case}`, platform('found'), known)],
      ['case, while the platform is down', await askPlatform(`case ${IDS.case}`, platform('503'), known)],
      ['case, by 8 characters of its id', await askPlatform(`case ${SHORT.case}`, platform('found'), known)],
      [
        'case, by 8 that several begin with',
        await askPlatform(`case ${SHORT.case}`, platform('many'), known),
      ],
      ['case, by 8 that none begins with', await askPlatform('case 0badcafe', platform('found'), known)],
      ['case, by too few', await askPlatform('case ca5e', platform('found'))],
      [
        'case, by 8, while the platform is down',
        await askPlatform(`case ${SHORT.case}`, platform('503'), { ledger: mine }),
      ],
      ['hunt, by 8 characters', await askPlatform(`hunt ${SHORT.event}`, platform('found'))],
      ['hunt, by 8 that several begin with', await askPlatform(`hunt ${SHORT.event}`, platform('many'))],
      [
        'case, that the platform lists no more',
        await askPlatform(`case ${IDS.case}`, platform('none'), known),
      ],
      ['mine', await askPlatform('mine', platform('none'), { ledger: mine })],
      ['mine, of nobody', await askPlatform('mine', platform('none'))],
      ['status', await askPlatform('status', platform('none'))],
      ['status, with problems', await askPlatform('status', platform('none'), { problems })],
      ['help', helpAnswer([{ name: 'acme' }], WORDS)],
      ['help, of two domains', helpAnswer(two, WORDS)],
      ['cases of two domains', await askPlatform('cases', platform('many'), { domains: two })],
      ['cases of two domains, none', await askPlatform('cases', platform('none'), { domains: two })],
      ['cases in one of them', await askPlatform('cases in globex', platform('found'), { domains: two })],
    ]);
  });

  it('is redacted as its destinations are', async () => {
    const shown = (show: 'pseudonym' | 'minimal'): HowAsked => ({
      ...known,
      domains: [{ name: 'acme', show }],
    });
    const answers = [];
    for (const show of ['pseudonym', 'minimal'] as const) {
      for (const command of [...COMMANDS, 'cases', 'threats 0e500000-0000-4000-8000-000000000001']) {
        answers.push([
          `${command} (${show})`,
          await askPlatform(command, platform('found'), shown(show)),
        ] as const);
      }
    }
    const { slack, teams } = await goldenOf(answers);
    // The title repeats what the person themselves typed.
    const told = [slack, teams].join('\n').replace(/^##.*$|^\*(?:Who is|Cases|Threats).*$/gm, '');
    expect(told).not.toMatch(/Anna|Berg|anna@|mia\.roth|Mia Roth/);
    await expectGolden('redacted', answers);
  });
});
