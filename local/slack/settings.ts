import type { NewChannel, NewGroup, NewPerson } from './state/directory.ts';

export type RequestUrls = { interactivity?: string; commands?: string; events?: string };

export type SlackOptions = {
  /** Offer `/control`. */
  readonly control?: boolean;
  /** Epoch milliseconds; real time when left out. */
  readonly now?: () => number;
  /** One line for each call and each delivery, without texts or secrets. */
  readonly log?: (line: string) => void;
  /** Where clicks, commands and events go: one address for all, or one for each. */
  readonly requestUrl?: string | RequestUrls;
  readonly botToken?: string;
  readonly signingSecret?: string;
  readonly scopes?: readonly string[];
  /** Off: nobody is ever told to slow down, except by a fault. */
  readonly rates?: boolean;
  /** Rate limits pass this many times faster. */
  readonly speed?: number;
  /** How long a person waits for the app; Slack gives it three seconds. */
  readonly answerTimeoutMs?: number;
  readonly eventRetryDelaysMs?: readonly number[];
  /** Instead of the small workspace that is there at first. */
  readonly users?: readonly NewPerson[];
  readonly groups?: readonly NewGroup[];
  readonly channels?: readonly NewChannel[];
  /** How deliveries reach the app, for tests without a socket. */
  readonly deliver?: (url: string, init: RequestInit) => Promise<Response>;
};

/** What may change while it runs. */
export type Settings = {
  requestUrls: RequestUrls;
  rates: boolean;
  speed: number;
  /** Deliveries signed wrongly on purpose: with another secret, or at another time. */
  signing: { wrongSecret: boolean; skewSeconds: number };
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
