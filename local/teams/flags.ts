import { parseArgs } from 'node:util';
import type { TeamsOptions } from './settings.ts';

export const HELP = `Usage: node --import tsx local/teams/main.ts [flags]

A strict Teams of our own, on 127.0.0.1 only: login, keys, connector, clicks and workflows.

  --port N            port to listen on, 0 picks a free one (0)
  --request-url URL   where clicks and other activities are sent (nowhere)
  --app-id GUID       the bot (one is invented)
  --tenant-id GUID    the organisation (one is invented)
  --password TEXT     the secret of the bot (one is invented)
  --no-rates          nobody is told to slow down
  --speed N           rate limits pass N times faster (1)
  --control           offer /control
  --help              this text
`;

export type Flags =
  | { readonly kind: 'help' }
  | { readonly kind: 'bad'; readonly problems: readonly string[] }
  | { readonly kind: 'run'; readonly options: TeamsOptions & { readonly port?: number } };

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Values = { -readonly [Key in keyof TeamsOptions]: TeamsOptions[Key] } & { port?: number };

/** Takes one value; the answer is a problem, or nothing. Secrets are never repeated. */
const TAKE: Record<string, (options: Values, text: string) => string | undefined> = {
  port: (options, text) => {
    options.port = Number(text);
    return /^\d+$/.test(text) && options.port <= 65_535
      ? undefined
      : `--port is a whole number from 0 to 65535, not "${text}".`;
  },
  'request-url': (options, text) => {
    options.requestUrl = text;
    return isWebAddress(text) ? undefined : '--request-url is an http or https address.';
  },
  'app-id': (options, text) => {
    options.appId = text;
    return GUID.test(text) ? undefined : '--app-id is a GUID.';
  },
  'tenant-id': (options, text) => {
    options.tenantId = text;
    return GUID.test(text) ? undefined : '--tenant-id is a GUID.';
  },
  password: (options, text) => {
    options.password = text;
    return text === '' ? '--password is empty.' : undefined;
  },
  speed: (options, text) => {
    options.speed = Number(text);
    return options.speed > 0 ? undefined : `--speed is a number above 0, not "${text}".`;
  },
};

/** Reads the command line; all problems are collected, so that one run names them all. */
export const readFlags = (args: readonly string[]): Flags => {
  const text = { type: 'string' as const };
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(Object.keys(TAKE).map((name) => [name, text])),
      'no-rates': { type: 'boolean' },
      control: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const problems: string[] = [];
  const options: Values = {};
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`"${token.value}" is not a flag.`);
    if (token.kind !== 'option') continue;
    const { name, value, rawName } = token;
    const take = Object.hasOwn(TAKE, name) ? TAKE[name] : undefined;
    if (name === 'help') return { kind: 'help' };
    if (name === 'control') options.control = true;
    else if (name === 'no-rates') options.rates = false;
    else if (take === undefined) problems.push(`${rawName} is not a flag of this server.`);
    else if (value === undefined) problems.push(`--${name} needs a value.`);
    else problems.push(...[take(options, value)].filter((problem) => problem !== undefined));
  }
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'run', options };
};
