import { CHAT_FLAGS, CHAT_SWITCHES, createFlagReader, text } from '../stand-in-kit/command-line/flags.ts';
import type { TeamsOptions } from './settings.ts';

export const HELP = `Usage: node --import tsx local/teams/main.ts [flags]

A strict Teams of our own, on 127.0.0.1 only: login, keys, connector, clicks and workflows.

  --port N            port to listen on, 0 picks a free one (0)
  --request-url URL   where clicks and other activities are sent (nowhere)
  --app-id GUID       the bot (one is invented)
  --tenant-id GUID    the organisation (one is invented)
  --password TEXT     the secret of the bot (one is invented)
  --no-rates          no caller is told to slow down
  --speed N           rate limits pass N times faster (1)
  --control           offer the control surface, and print its address
  --help              this text
`;

const isGuid = (value: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

export const readFlags = createFlagReader<TeamsOptions & { readonly port?: number }>(
  {
    ...CHAT_FLAGS,
    'app-id': text('appId', isGuid, 'is a GUID'),
    'tenant-id': text('tenantId', isGuid, 'is a GUID'),
    password: text('password', (value) => value !== '', 'is empty'),
  },
  CHAT_SWITCHES,
);
