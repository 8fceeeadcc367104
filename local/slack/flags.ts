import { CHAT_FLAGS, CHAT_SWITCHES, createFlagReader, text } from '../stand-in-kit/command-line/flags.ts';
import type { SlackOptions } from './settings.ts';

export const HELP = `Usage: node --import tsx local/slack/main.ts [flags]

A strict Slack of our own, on 127.0.0.1 only: Web API, clicks, views and commands.

  --port N            port to listen on, 0 picks a free one (0)
  --request-url URL   where clicks and commands are sent (nowhere)
  --bot-token TOKEN   the token of the app (one is invented)
  --signing-secret S  the secret requests are signed with (one is invented)
  --no-rates          no caller is told to slow down
  --speed N           rate limits pass N times faster (1)
  --control           offer the control surface, and print its address
  --help              this text
`;

export const readFlags = createFlagReader<SlackOptions & { readonly port?: number }>(
  {
    ...CHAT_FLAGS,
    'bot-token': text('botToken', (value) => /^xoxb-\S+$/.test(value), 'begins with xoxb-'),
    'signing-secret': text('signingSecret', (value) => value !== '', 'is empty'),
  },
  CHAT_SWITCHES,
);
