import { ours, rich } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';

/** What the bot says where it was added: the one thing that its operator needs to know. */
export const renderHello = (channel: string): TeamsMessage => ({
  summary: 'Posture Bridge can post here',
  card: createCard([
    ...heading('👋', 'Posture Bridge can post here', ''),
    ...rich([ours('For cases to come to this channel, put its id into bridge.config.ts:')]),
    ...rich([ours(`{ type: 'teams', channel: '${channel}' }`, { fontType: 'monospace' })]),
    ...rich([
      ours('To ask about cases and people, write to the bot in a chat of your own: it begins with help.', {
        isSubtle: true,
      }),
    ]),
    ...rich([
      ours('In another channel of this team, mention the bot and it says the id of that one.', {
        isSubtle: true,
      }),
    ]),
  ]),
});
