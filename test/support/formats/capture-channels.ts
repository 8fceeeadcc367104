import { discoverChannel } from '../../../lib/chats/teams/channel-discovery.ts';
import { readChannelMessage, writeChannelMessage } from '../../../lib/chats/teams/channel-message.ts';
import type { ChannelActivity } from '../../../lib/chats/teams/channel-news.ts';
import { createChannelRegistry, type KnownChannel } from '../../../lib/chats/teams/channel-registry.ts';
import { CLOUDS } from '../../../lib/chats/teams/clouds.ts';
import { createChannelRows } from '../../../lib/dynamo/channel-rows.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

const CHANNEL = '19:duty@thread.tacv2';
const TEAM = { id: '19:general@thread.tacv2', group: '33333333-0000-4000-8000-000000000000' };
const origin = {
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  channelId: 'msteams',
  tenantIds: ['22222222-0000-4000-8000-000000000000'],
};

/** Teams says what it says of a channel, and the notifier remembers it. */
export async function captureChannels(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const rows = createDynamoVersionedRows({ client, tableName: 'ledger', clock, random: Math.random });
  const registry = createChannelRegistry({
    memory: createChannelRows<KnownChannel>('teams', rows, clock.now),
    chat: { post: async () => ({ is: 'ok', value: { conversation: CHANNEL, activity: '1' } }) },
    turn: async () => 'now',
    channels: [CHANNEL],
    doors: { gone: async () => undefined, back: async () => undefined },
    clock,
    log: () => undefined,
  });
  const thread = `${CHANNEL};messageid=1770112800000`;
  for (const news of ['seen', 'added', 'mentioned', 'gone', 'back'] as const) {
    const conversation = news === 'mentioned' ? thread : CHANNEL;
    const activity: ChannelActivity = {
      ...{ kind: 'channel-news', origin, activityId: news, news },
      ...{ channel: CHANNEL, conversation, team: TEAM, wholeTeam: news === 'gone' },
    };
    const found = discoverChannel(activity, { cloud: CLOUDS.public });
    if (!found) throw new Error(`nothing to learn from ${news}`);
    const body = writeChannelMessage(found);
    notes.message('teams', body);
    const read = readChannelMessage(body);
    if (!read?.ok) throw new Error(`${news} cannot be read`);
    await registry.handle(read.message);
    for (const row of table.rows.values()) notes.row(structuredClone(row));
  }
}
