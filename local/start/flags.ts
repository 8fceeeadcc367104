import { nearest } from '../../lib/config/schema/nearest.ts';
import { createFlagReader, type Flags, text, wholeNumber } from '../stand-in-kit/command-line/flags.ts';

export interface StartOptions {
  /** One line of JSON instead of words. */
  readonly json: boolean;
  /** The port of the posture API; the others use the next ones, see PORTS. Free ports without it. */
  readonly port?: number;
  readonly dataDir?: string;
  readonly speed?: number;
  readonly configFile?: string;
  /** Takes up changes of the functions' sources while it runs. */
  readonly watch?: boolean;
}

/** From the first port on: the posture API, the AWS endpoint, the HTTP API, Slack, the console, Teams. */
const PORTS = 6;
const MOST_SPEED = 1_000;

export const HELP = `Usage: npm start -- [flags]

Runs the whole bridge on this machine, between a reference server of the Security Posture API, with invented
people and cases, and a Slack and a Teams of its own. Open the console that it prints first, to see and to click.
To poll the real API, set POSTURE_BASE_URL and POSTURE_API_KEY; to use your Slack app, SLACK_BOT_TOKEN and
SLACK_SIGNING_SECRET; to use your Teams bot, TEAMS_PASSWORD. In the environment or in a file .env in the current
folder.

  --port N       the first of six ports: posture API, AWS endpoint, HTTP API, Slack, console, Teams; 0 for free ones (0)
  --data DIR     keep in this folder what the bridge, its chats and the reference server remember (in memory)
  --speed N      run schedules N times as fast, up to ${MOST_SPEED} (1)
  --config FILE  another configuration than bridge.config.ts, .ts or .json
  --watch        reload a function when one of its sources changes, and keep everything that has happened
  --json         print all addresses as one line of JSON, once everything runs; what happens goes to stderr.
                 npm says what it runs before that: npm start --silent -- --json does not
  --help         this text
`;

const path = (option: string) => text(option, (value) => value !== '', 'needs a value');

const FLAGS = {
  port: wholeNumber('port', 0, 65_536 - PORTS),
  data: path('dataDir'),
  speed: wholeNumber('speed', 1, MOST_SPEED),
  config: path('configFile'),
};
const SWITCHES = { json: { json: true }, watch: { watch: true } };

const read = createFlagReader<Partial<StartOptions>>(FLAGS, SWITCHES, {
  unknown(rawName, name) {
    const meant = nearest(name, [...Object.keys(FLAGS), ...Object.keys(SWITCHES), 'help']);
    return `${rawName} is not a flag of npm start${meant ? `, did you mean --${meant}?` : '.'} --help lists them.`;
  },
  // npm takes flags as its own and leaves us only the value, unless they come after "--".
  stray: (word, isBehindUnknown) =>
    isBehindUnknown
      ? undefined
      : `"${word}" is not a flag. Flags stand behind "--", as in npm start -- --port 4000.`,
});

export function readFlags(args: readonly string[]): Flags<StartOptions> {
  const flags = read(args);
  if (flags.kind !== 'run') return flags;
  const { port, ...options } = flags.options;
  // As everywhere, 0 means any free port.
  return { ...flags, options: { json: false, ...options, ...(port && { port }) } };
}
