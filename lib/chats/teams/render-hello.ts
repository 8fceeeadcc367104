import { group } from '../document/document.ts';
import type { TeamsMessage } from './message.ts';
import { writeDocument } from './write-document.ts';

/** What the bot says where it was added or mentioned: the one thing that its operator needs to know. */
export const renderHello = (channel: string, isConfigured = false): TeamsMessage => {
  const title = isConfigured ? 'Posture Bridge posts here' : 'Posture Bridge can post here';
  return writeDocument(
    {
      summary: [[title]],
      groups: [
        group(
          { is: 'head', sign: 'hello', title: [title] },
          { is: 'line', parts: [[isConfigured ? CONFIGURED : TO_CONFIGURE]] },
          { is: 'line', parts: [[{ ours: `{ type: 'teams', channel: '${channel}' }`, style: 'code' }]] },
          ...[
            'To ask about cases and people, message the bot directly; start with help.',
            'In another channel of this team, mention the bot and it says the id of that one.',
          ].map((ours) => ({ is: 'line', parts: [[{ ours, style: 'subtle' }]] }) as const),
        ),
      ],
    },
    0,
  );
};

const CONFIGURED = 'The configuration has this channel as:';
const TO_CONFIGURE = 'For cases to come to this channel, put its id into bridge.config.ts:';
