import { group } from '../document/document.ts';
import type { TeamsMessage } from './message.ts';
import { writeDocument } from './write-document.ts';

const TITLE = 'Posture Bridge can post here';

/** What the bot says where it was added: the one thing that its operator needs to know. */
export const renderHello = (channel: string): TeamsMessage =>
  writeDocument(
    {
      summary: [[TITLE]],
      groups: [
        group(
          { is: 'head', sign: 'hello', title: [TITLE] },
          {
            is: 'line',
            parts: [['For cases to come to this channel, put its id into bridge.config.ts:']],
          },
          { is: 'line', parts: [[{ ours: `{ type: 'teams', channel: '${channel}' }`, style: 'code' }]] },
          ...[
            'To ask about cases and people, write to the bot in a chat of your own: it begins with help.',
            'In another channel of this team, mention the bot and it says the id of that one.',
          ].map((ours) => ({ is: 'line', parts: [[{ ours, style: 'subtle' }]] }) as const),
        ),
      ],
    },
    0,
  );
