import { randomBytes } from 'node:crypto';
import { arrive, blockActions, interactionOf, NOW_MS } from '../support/slack-requests.ts';
import { renamed, tokenOf } from '../unit/chats/teams/requests.ts';
import { createDoor, type Door, type Happened, type Knocked, SHOWN } from './door.ts';
import type { Attack, AttackGroup } from './group.ts';
import { keysOfMicrosoft, pressSlack, published, sealedValue } from './presses.ts';

const COUNT = 500;
/** Of 500 requests in half a minute. Each chat tells five refusals at once, and then what gathered. */
const MOST_LINES = 40;
const MOST_SECRETS = 2;
const MOST_KEY_REQUESTS = 4;

interface Cost {
  secrets: number;
  lines: number;
  calls: number;
}

const CLICK = interactionOf(blockActions());
const form = (headers: Record<string, string>): Knocked => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: CLICK.body.toString('base64'),
  isBase64Encoded: true,
});
const inTime = (): Record<string, string> => ({ 'x-slack-request-timestamp': String(NOW_MS / 1000) });
const token = (kid: string): string => renamed(tokenOf(keysOfMicrosoft().other), kid);
const bearing = (authorization: string): Knocked => ({ ...form({ authorization }) });

/** From nothing at all to what is missing only the right key. */
const DISGUISES: Readonly<Record<string, readonly ['slack' | 'teams', (n: number) => Knocked]>> = {
  'no signature': ['slack', () => form({})],
  'a signature in no form': ['slack', () => form({ ...inTime(), 'x-slack-signature': 'v0=1' })],
  'a signature of long ago': [
    'slack',
    () => form({ 'x-slack-request-timestamp': '1', 'x-slack-signature': `v0=${'0'.repeat(64)}` }),
  ],
  'a signature that is drawn': [
    'slack',
    () => form({ ...inTime(), 'x-slack-signature': `v0=${randomBytes(32).toString('hex')}` }),
  ],
  'the signature of another app': [
    'slack',
    () => arrive(CLICK, { secret: '0123456789abcdef0123456789abcdef' }),
  ],
  'no token': ['teams', () => form({})],
  'a token in no form': ['teams', () => bearing('Bearer x.y.z')],
  'a token of a key that is not known': ['teams', (n) => bearing(`Bearer ${token(`k${n}`)}`)],
  'a token of a known name': ['teams', () => bearing(`Bearer ${token('k1')}`)],
};

async function flood(door: Door, send: (n: number) => Promise<Happened>): Promise<string | null> {
  const before = door.keyServer.requests.length;
  const cost: Cost = { secrets: 0, lines: 0, calls: 0 };
  for (let n = 0; n < COUNT; n++) {
    const { status, queued, wroteTo, lines, secretsRead } = await send(n);
    if (![400, 401].includes(status)) return `answered with ${status}`;
    cost.secrets += secretsRead;
    cost.lines += lines;
    cost.calls += queued.length + wroteTo.length;
  }
  const asked = door.keyServer.requests.length - before;
  if (cost.secrets > MOST_SECRETS) return `secrets were read ${cost.secrets} times`;
  if (cost.lines > MOST_LINES) return `${cost.lines} lines were written`;
  if (asked > MOST_KEY_REQUESTS) return `Microsoft was asked ${asked} times`;
  return cost.calls > 0 ? 'something came of it' : null;
}

/** Whoever floods, a genuine click counts. */
async function stillTaken(door: Door): Promise<string | null> {
  const { status, queued } = await door.slack(pressSlack(sealedValue(SHOWN.acme), SHOWN.acme.channel));
  return status === 200 && queued.length === 1 ? null : `a genuine click was answered with ${status}`;
}

const APP = 'lib/chats/slack/app.ts';

export const strangers: AttackGroup = {
  name: 'strangers at the door',
  attacks:
    'what a flood of unsigned requests costs: secrets, log lines, calls; and whether clicks still count',
  share: 0,
  checks: [
    {
      name: 'the secret is read before the form is looked at',
      file: APP,
      right: 'if (!formed.ok) return formed;\n    const first',
      wrong: 'if (!formed.ok) { await verifier(true); return formed; }\n    const first',
    },
    {
      name: 'the secret is read again for every wrong signature',
      file: APP,
      right: 'const LOOK_AGAIN_MS = 60_000;',
      wrong: 'const LOOK_AGAIN_MS = -1;',
    },
    {
      name: 'every refusal has a line',
      file: 'lib/verdict/log-refused-requests.ts',
      right: 'if (!mayTell()) return;',
      wrong: 'mayTell();',
    },
    {
      name: 'Microsoft is asked for every unknown name',
      file: 'lib/chats/teams/signing-keys.ts',
      right: 'unknown: 5 * MINUTE_MS',
      wrong: 'unknown: 0',
    },
  ],

  control: () => stillTaken(createDoor()),

  *tries(): Generator<Attack> {
    for (const [name, [chat, disguise]] of Object.entries(DISGUISES)) {
      yield {
        name: `${COUNT} requests with ${name}`,
        times: () => COUNT,
        async run() {
          const door = createDoor({ teamsKeys: published() });
          // In half a minute: what may happen once a minute happens once.
          const at = (n: number) => ({ ...disguise(n), nowMs: NOW_MS + Math.floor((n * 30_000) / COUNT) });
          return (await flood(door, (n) => door[chat](at(n)))) ?? stillTaken(door);
        },
      };
    }
  },
};
