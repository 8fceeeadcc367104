import { choice, createFlagReader, wholeNumber } from '../stand-in-kit/command-line/flags.ts';
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
  --control             offer the control surface, and print its address
  --help                this text
`;

/** Adds a key. The text itself is not repeated: what looks like a domain may be a key that ends in "=". */
const readKey = (text: string, held: readonly ApiKey[] = []) => {
  const [, domain = 'acme', key = ''] = /^(?:([A-Za-z0-9_-]+)=)?(\S+)$/.exec(text) ?? [];
  if (/^[A-Za-z0-9_-]+=+$/.test(text))
    return { problem: 'has nothing behind the "=", where the key belongs' };
  if (key === '' || text.startsWith('='))
    return { problem: 'is KEY or DOMAIN=KEY, with letters, digits, - and _ in the domain' };
  if (held.some((known) => known.key === key)) return { problem: 'names the same key twice' };
  return { value: [...held, { domain, key }] };
};

export const readFlags = createFlagReader<PostureApiOptions & { readonly port?: number }>(
  {
    port: wholeNumber('port', 0, 65_535),
    seed: wholeNumber('seed', 0, 2 ** 31 - 1),
    cases: wholeNumber('cases', 0, MOST_ITEMS),
    threats: wholeNumber('threats', 0, MOST_ITEMS),
    users: wholeNumber('users', 4, MOST_IDENTITIES),
    nhi: wholeNumber('nhi', 0, MOST_IDENTITIES),
    order: choice('order', LIST_ORDERS),
    cursor: choice('cursor', CURSOR_POLICIES),
    'clock-offset-ms': wholeNumber('clockOffsetMs', -1e13, 1e13),
    'created-after': choice('createdAfter', CREATED_AFTER_EDGES),
    'read-limit': wholeNumber('readLimit', 0, 1e9),
    'write-limit': wholeNumber('writeLimit', 0, 1e9),
    'retry-after': choice('retryAfter', RETRY_AFTER_STYLES),
    'arrive-every': wholeNumber('arriveEverySeconds', 1, 86_400),
    now: wholeNumber('now', 0, 4e12),
    key: { option: 'keys', read: (text, held) => readKey(text, held as ApiKey[] | undefined) },
  },
  { control: { control: true } },
);
