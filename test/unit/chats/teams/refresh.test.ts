import { describe, expect, it } from 'vitest';
import { createTeamsChat } from '../../../../lib/chats/teams/chat.ts';
import type { Connector } from '../../../../lib/chats/teams/connector.ts';
import { bytesOf, MOST_BYTES, type TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { refreshedFor, withRefresh } from '../../../../lib/chats/teams/refresh.ts';
import { createRosters, type Roster } from '../../../../lib/chats/teams/roster.ts';
import { checkCard } from '../../../../local/teams/cards/check-card.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { renderCase } from '../../../support/written-teams.ts';
import { NOW_MS, rules, story, uuid, verdict } from '../document/stories.ts';

const CHANNEL = '19:soc@thread.tacv2';
const member = (at: number, name = `Person ${at}`) => ({ id: `29:${at}`, aadObjectId: uuid(at), name });
const rosterOf = (count: number): Roster =>
  new Map(Array.from({ length: count }, (_, at) => [uuid(at), { id: `29:${at}`, name: `Person ${at}` }]));
const configOf = (allow: unknown) =>
  ({
    verdicts: { ...rules(), allow },
    domains: {},
    routes: [],
    destinations: {},
    people: { bo: { teams: uuid(2) } },
  }) as never;
const named = (teamsUsers: string[], more: object = {}) => ({
  ...{ slackUsers: [], slackGroups: [], teamsGroups: [], people: [], teamsUsers },
  ...more,
});

describe('for whom a card is refreshed', () => {
  it('are those who may decide and are in the channel', () => {
    const of = (allow: unknown, roster = rosterOf(4)) => refreshedFor(configOf(allow))?.(roster);
    expect(of(named([uuid(3).toUpperCase(), uuid(99)], { people: ['bo'] }))).toEqual(['29:3', '29:2']);
    expect(of('anyone-in-channel')).toEqual(['29:0', '29:1', '29:2', '29:3']);
    // Who is in a group only Graph knows; who is named comes first.
    expect(of(named([uuid(3)], { teamsGroups: [uuid(50)] }))).toEqual(['29:3', '29:0', '29:1', '29:2']);
    expect(of(named([]))).toEqual([]);
    expect(refreshedFor({ ...(configOf(null) as object), verdicts: undefined } as never)).toBeNull();
  });

  it('are sixty at the most, as Teams takes them', () => {
    const ids = refreshedFor(configOf(named([uuid(80)], { teamsGroups: [uuid(1)] })))?.(rosterOf(90)) ?? [];
    expect([ids.length, ids[0], new Set(ids).size]).toEqual([60, '29:80', 60]);
    expect(checkCard(withRefresh(renderCase(story()), ids).card)).toEqual([]);
  });

  it('is nobody once only an override is left, where nobody is named, and on a card that they make too large', () => {
    const recorded = renderCase(story({ answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) }));
    expect(withRefresh(recorded, ['29:1']).card).not.toHaveProperty('refresh');
    expect(withRefresh(renderCase(story()), []).card).not.toHaveProperty('refresh');
    const { card, summary } = renderCase(story());
    const room = (MOST_BYTES - bytesOf({ card, summary })) / 2;
    const large = { summary, card: { ...card, fallbackText: `${card.fallbackText}${'x'.repeat(room)}` } };
    expect(withRefresh(large, ['29:1']).card).not.toHaveProperty('refresh');
  });
});

function createChat(pages: readonly unknown[], allow: unknown = 'anyone-in-channel') {
  const sent: TeamsMessage[] = [];
  const asked: unknown[] = [];
  const clock = createManualClock();
  const connector = {
    async post(_url: unknown, _channel: unknown, message: TeamsMessage) {
      sent.push(message);
      return { is: 'ok', value: { id: `${CHANNEL};messageid=1`, activityId: '1' } };
    },
    async update(_url: unknown, _place: unknown, _id: unknown, message: TeamsMessage) {
      sent.push(message);
      return { is: 'ok', value: {} };
    },
    async members(_url: unknown, _channel: unknown, from: string | null) {
      asked.push(from);
      const page = pages[from === null ? 0 : Number(from)];
      return page === undefined ? { is: 'unknown', reason: '504' } : { is: 'ok', value: page };
    },
  } as unknown as Connector;
  const chat = createTeamsChat(connector, {
    serviceUrlOf: async () => null,
    rosterOf: createRosters(connector, clock),
    refreshedFor: refreshedFor(configOf(allow)),
  });
  return { chat, clock, sent, asked };
}

describe('a card on its way to Teams', () => {
  it('names those for whom it is refreshed, in a post and in an update, and asks once an hour who is there', async () => {
    const pages = [{ members: [member(1)], continuationToken: '1' }, { members: [member(2)] }];
    const { chat, clock, sent, asked } = createChat(pages);
    await chat.post(CHANNEL, renderCase(story()), { mark: 'm' });
    await chat.update({ conversation: `${CHANNEL};messageid=1`, activity: '1' }, renderCase(story()));
    expect(sent.map(({ card }) => card.refresh?.userIds)).toEqual([
      ['29:1', '29:2'],
      ['29:1', '29:2'],
    ]);
    expect(asked).toEqual([null, '1']);
    clock.advance(3_600_000);
    await chat.post(CHANNEL, renderCase(story()), { mark: 'n' });
    expect(asked).toHaveLength(4);
  });

  it('goes without a refresh where Teams does not say who is there, and does not ask again at once', async () => {
    const { chat, sent, asked } = createChat([]);
    for (const mark of ['a', 'b', 'c']) await chat.post(CHANNEL, renderCase(story()), { mark });
    expect(sent).toHaveLength(3);
    for (const { card } of sent) expect(card).not.toHaveProperty('refresh');
    expect(asked).toHaveLength(1);
  });

  it('asks nobody who is there when it speaks of nobody', async () => {
    const { chat, asked } = createChat([{ members: [member(1)] }]);
    const recorded = renderCase(story({ answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) }));
    await chat.post(CHANNEL, recorded, { mark: 'm', mentions: [{ id: 'TAG'.repeat(20), name: 'On call' }] });
    expect(asked).toEqual([]);
  });

  it('calls people by their names and not by a word of the configuration', async () => {
    const { chat, sent } = createChat([
      { members: [member(1, 'Ada Winter'), member(3, '{{DATE(x)}} <at>*Eve*')] },
    ]);
    const mentions = [1, 2, 3].map((at) => ({ id: uuid(at), name: `key-${at}` }));
    await chat.post(CHANNEL, renderCase(story()), { mark: 'm', mentions });
    const [{ card }] = sent as [TeamsMessage];
    const names = card.msteams.entities?.map(
      (one) => (one as { mentioned: { name: string } }).mentioned.name,
    );
    expect(names?.slice(0, 2)).toEqual(['Ada Winter', 'key-2']);
    // Their names come from outside: nothing in them means anything.
    expect(names?.[2]).not.toMatch(/[{}<>*]/);
    expect(checkCard(card)).toEqual([]);
  });
});
