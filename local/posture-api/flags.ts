import { parseArgs } from 'node:util';
import {
  type ApiKey,
  CREATED_AFTER_EDGES,
  CURSOR_POLICIES,
  LIST_ORDERS,
  MOST_IDENTITIES,
  MOST_ITEMS,
  type PostureApiOptions,
  RETRY_AFTER_STYLES,
} from './settings.ts';

type Range = { readonly kind: 'number'; readonly option: string; readonly min: number; readonly max: number };
type Choice = { readonly kind: 'choice'; readonly option: string; readonly values: readonly string[] };

const number = (option: string, min: number, max: number): Range => ({ kind: 'number', option, min, max });
const choice = (option: string, values: readonly string[]): Choice => ({ kind: 'choice', option, values });

const FLAGS: Record<string, Range | Choice> = {
  port: number('port', 0, 65_535),
  seed: number('seed', 0, 2 ** 31 - 1),
  cases: number('cases', 0, MOST_ITEMS),
  threats: number('threats', 0, MOST_ITEMS),
  users: number('users', 4, MOST_IDENTITIES),
  nhi: number('nhi', 0, MOST_IDENTITIES),
  order: choice('order', LIST_ORDERS),
  cursor: choice('cursor', CURSOR_POLICIES),
  'clock-offset-ms': number('clockOffsetMs', -1e13, 1e13),
  'created-after': choice('createdAfter', CREATED_AFTER_EDGES),
  'read-limit': number('readLimit', 0, 1e9),
  'write-limit': number('writeLimit', 0, 1e9),
  'retry-after': choice('retryAfter', RETRY_AFTER_STYLES),
  'arrive-every': number('arriveEverySeconds', 1, 86_400),
  now: number('now', 0, 4e12),
};

export const HELP = `Usage: npm run posture-api -- [flags]

A stand-alone reference server of the Security Posture API, on 127.0.0.1 only.

  --port N              port to listen on, 0 picks a free one (0)
  --key [DOMAIN=]KEY    API key, may repeat; without a domain it belongs to acme (one is invented)
  --seed N              the invented world (1)
  --cases N             cases per domain, up to 1000000 (500)
  --threats N           threats per domain, up to 1000000 (5000)
  --users N             users per domain, 4 to 100000 (250)
  --nhi N               non-human identities per domain, up to 100000 (120)
  --order ORDER         newest-first, oldest-first, by-id or shuffled (newest-first)
  --cursor POLICY       what an unknown cursor gets: resume, error, empty or restart (resume)
  --created-after EDGE  inclusive or exclusive (inclusive)
  --read-limit N        reads per sliding minute and key, 0 is no limit (1000)
  --write-limit N       writes per sliding minute and key, 0 is no limit (200)
  --retry-after STYLE   seconds, date or none (seconds)
  --clock-offset-ms N   the server's clock is this far ahead (0)
  --now EPOCH_MS        the server's clock stands still at this time
  --arrive-every N      a new case appears every N seconds (off)
  --control             offer /_control
  --help                this text
`;

export type Flags =
  | { readonly kind: 'help' }
  | { readonly kind: 'bad'; readonly problems: readonly string[] }
  | { readonly kind: 'run'; readonly options: PostureApiOptions & { readonly port?: number } };

const checkValue = (
  name: string,
  rule: Range | Choice,
  text: string,
): number | string | { problem: string } => {
  if (rule.kind === 'choice') {
    return rule.values.includes(text)
      ? text
      : { problem: `--${name} is one of ${rule.values.join(', ')}, not "${text}".` };
  }
  const value = Number(text);
  return /^-?\d+$/.test(text) && value >= rule.min && value <= rule.max
    ? value
    : { problem: `--${name} is a whole number from ${rule.min} to ${rule.max}, not "${text}".` };
};

const readKeys = (texts: readonly string[], problems: string[]): ApiKey[] => {
  const keys: ApiKey[] = [];
  for (const text of texts) {
    const [, domain = 'acme', key = ''] = /^(?:([A-Za-z0-9_-]+)=)?(\S+)$/.exec(text) ?? [];
    // The text itself is not repeated: what looks like a domain may be a key that ends in "=".
    if (/^[A-Za-z0-9_-]+=+$/.test(text))
      problems.push('--key has nothing behind the "=", where the key belongs.');
    else if (key === '' || text.startsWith('='))
      problems.push('--key is KEY or DOMAIN=KEY, with letters, digits, - and _ in the domain.');
    else if (keys.some((known) => known.key === key)) problems.push('--key names the same key twice.');
    else keys.push({ domain, key });
  }
  return keys;
};

/** Reads the command line; all problems are collected, so that one run names them all. */
export const readFlags = (args: readonly string[]): Flags => {
  const strings = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      ...strings,
      key: { type: 'string', multiple: true },
      control: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const problems: string[] = [];
  const options: Record<string, unknown> & { control?: boolean } = {};
  const keyTexts: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`"${token.value}" is not a flag.`);
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const rule = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
    if (name === 'help') return { kind: 'help' };
    if (name === 'control') {
      if (value === undefined) options.control = true;
      else problems.push('--control takes no value.');
    } else if (rule === undefined && name !== 'key') {
      problems.push(`${token.rawName} is not a flag of this server.`);
    } else if (value === undefined) {
      problems.push(`--${name} needs a value.`);
    } else if (rule === undefined) {
      keyTexts.push(value);
    } else {
      const checked = checkValue(name, rule, value);
      if (typeof checked === 'object') problems.push(checked.problem);
      else options[rule.option] = checked;
    }
  }
  const keys = readKeys(keyTexts, problems);
  if (problems.length > 0) return { kind: 'bad', problems };
  // Each value was checked against the table above, which names the option it belongs to.
  return { kind: 'run', options: { ...(options as PostureApiOptions), keys } };
};
