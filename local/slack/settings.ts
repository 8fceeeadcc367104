import type { ChatOptions } from '../stand-in-kit/chat-core.ts';
import type { NewChannel, NewGroup, NewPerson } from './state/directory.ts';

export type RequestUrls = { interactivity?: string; commands?: string; events?: string };

/** An Enterprise Grid organization, which the workspace belongs to. */
export type Organization = {
  readonly id?: string;
  /** Its other workspaces. */
  readonly workspaces?: readonly string[];
  /** It installed the app for all of its workspaces; otherwise the one workspace did. */
  readonly orgWide?: boolean;
};

export type SlackOptions = ChatOptions & {
  /** Where clicks, commands and Slack's own checks go: one address for all, or one for each. */
  readonly requestUrl?: string | RequestUrls;
  readonly botToken?: string;
  readonly signingSecret?: string;
  readonly scopes?: readonly string[];
  readonly organization?: Organization;
  /** Instead of the small default workspace. */
  readonly users?: readonly NewPerson[];
  readonly groups?: readonly NewGroup[];
  readonly channels?: readonly NewChannel[];
};

export const urlsOf = (requestUrl: string | RequestUrls | undefined): RequestUrls =>
  typeof requestUrl === 'string'
    ? { interactivity: requestUrl, commands: requestUrl, events: requestUrl }
    : { ...requestUrl };

export const DEFAULT_USERS: readonly NewPerson[] = [
  { name: 'ada', realName: 'Ada Winter', email: 'ada.winter@acme.example', tz: 'Europe/London' },
  { name: 'bo', realName: 'Bo Larsen', email: 'bo.larsen@acme.example', tz: 'Europe/Copenhagen' },
  { name: 'cleo', realName: 'Cleo Marsh', email: 'cleo.marsh@acme.example', tz: 'America/New_York' },
];

export const DEFAULT_CHANNELS: readonly NewChannel[] = [{ name: 'sec-cases' }, { name: 'sec-threats' }];
