import { parseArgs } from 'node:util';
import { nearest } from '../../lib/config/schema/nearest.ts';

export interface StartOptions {
  /** One line of JSON instead of words. */
  readonly json: boolean;
  /** Of the posture API; the others have the next ones, see PORTS. Free ports without it. */
  readonly port?: number;
  readonly dataDir?: string;
  readonly speed?: number;
  readonly configFile?: string;
}

export type Flags =
  | { readonly kind: 'help' }
  | { readonly kind: 'bad'; readonly problems: readonly string[] }
  | { readonly kind: 'run'; readonly options: StartOptions };

/** From the first port on: the posture API, the AWS endpoint, the HTTP API, Slack, the console, Teams. */
const PORTS = 6;
const NUMBERS = { port: [1, 65_536 - PORTS], speed: [1, 1_000] } as const;
const PATHS = { data: 'dataDir', config: 'configFile' } as const;
const NAMES = ['port', 'data', 'speed', 'config', 'json', 'help'];

export const HELP = `Usage: npm start -- [flags]

Runs the whole bridge on this machine, between a reference server of the Security Posture API, with invented
people and cases, and a Slack and a Teams of its own. Open the console that it prints first, to see and to click.
To poll the real API, set POSTURE_BASE_URL and POSTURE_API_KEY; to use your Slack app, SLACK_BOT_TOKEN and
SLACK_SIGNING_SECRET; to use your Teams bot, TEAMS_PASSWORD. In the environment or in a file .env in the current
folder.

  --port N       the first of six ports: posture API, AWS endpoint, HTTP API, Slack, console, Teams (free ones)
  --data DIR     keep in this folder what the bridge remembers (in memory)
  --speed N      run schedules N times as fast, up to ${NUMBERS.speed[1]} (1)
  --config FILE  another configuration than bridge.config.ts, .ts or .json
  --json         print all addresses as one line of JSON, once everything runs; what happens goes to stderr
  --help         this text
`;

/** Reads the command line. Problems are collected, so that one run names them all. */
export function readFlags(args: readonly string[]): Flags {
  const text = { type: 'string' } as const;
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      port: text,
      data: text,
      speed: text,
      config: text,
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const problems: string[] = [];
  const options: Record<string, unknown> = { json: false };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'positional' && !isUnknown(tokens[at - 1])) problems.push(strayWord(token.value));
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    if (name === 'help') return { kind: 'help' };
    if (!NAMES.includes(name)) problems.push(unknownFlag(token.rawName, name));
    else if (name === 'json') {
      if (value === undefined) options.json = true;
      else problems.push('--json takes no value.');
    } else if (value === undefined || value === '') problems.push(`--${name} needs a value.`);
    else if (isKeyOf(NUMBERS, name)) {
      const [least, most] = NUMBERS[name];
      options[name] = Number(value);
      if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most) {
        problems.push(`--${name} is a whole number from ${least} to ${most}, not "${value}".`);
      }
    } else if (isKeyOf(PATHS, name)) options[PATHS[name]] = value;
  }
  if (problems.length > 0) return { kind: 'bad', problems };
  // Each value was checked above.
  return { kind: 'run', options: options as unknown as StartOptions };
}

const isKeyOf = <T extends object>(table: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(table, name);

/** What stands behind a flag that we do not know was meant for it. */
const isUnknown = (token: { kind: string; name?: string } | undefined): boolean =>
  token?.kind === 'option' && !NAMES.includes(token.name ?? '');

function unknownFlag(rawName: string, name: string): string {
  const meant = nearest(name, NAMES);
  return `${rawName} is not a flag of npm start${meant ? `, did you mean --${meant}?` : '.'} --help lists them.`;
}

// npm takes flags for its own and leaves us the bare value, unless they stand behind "--".
const strayWord = (word: string): string =>
  `"${word}" is not a flag. Flags stand behind "--", as in npm start -- --port 4000.`;
