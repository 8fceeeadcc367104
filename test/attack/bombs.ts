import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { createSignedAws } from '../../lib/base/aws/signed-aws.ts';
import { systemClock as clock } from '../../lib/base/clock.ts';
import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import { createSlackApi } from '../../lib/chats/slack/api.ts';
import { createResponder } from '../../lib/chats/slack/respond.ts';
import { createTeamsToken } from '../../lib/chats/teams/bot-token.ts';
import { createTeamsKeys } from '../../lib/chats/teams/signing-keys.ts';
import { createWorkflowChat } from '../../lib/chats/teams/workflow-chat.ts';
import { createPostureClient } from '../../lib/posture/client.ts';
import { startHugeApi } from '../support/huge/huge-api.ts';
import {
  arrive,
  blockActions,
  FORM,
  interactionOf,
  jsonOf,
  type Unsigned,
} from '../support/slack-requests.ts';
import { createDice, type Dice } from '../unit/chats/slack/forgeries.ts';
import { createDoor, type Door, type Happened, type Knocked, SHOWN } from './door.ts';
import type { Attack, AttackGroup } from './group.ts';
import { pressSlack, published, sealedValue, sentByTeams } from './presses.ts';

const MB = 1024 * 1024;
/** Slack waits for three seconds. One of these on a busy machine must leave most of that. */
const PATIENCE_MS = 2_000;

/** No effect, no error of ours, and no time. */
async function defused(
  send: () => Promise<Happened>,
  statuses: readonly number[],
  most = PATIENCE_MS,
): Promise<string | null> {
  const startedAt = performance.now();
  const { status, queued, forms } = await send();
  const ms = performance.now() - startedAt;
  if (!statuses.includes(status)) return `answered with ${status}`;
  if (queued.some(({ kind }) => kind !== 'denied') || forms.length > 0) return 'something came of it';
  return ms > most ? `it took ${Math.round(ms)} ms` : null;
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const payloadOf = (text: string): Unsigned => ({
  body: Buffer.from(`payload=${encodeURIComponent(text)}`),
  contentType: FORM,
});
const clickWith = (more: string): string => `${JSON.stringify(blockActions()).slice(0, -1)},"more":${more}}`;

/** Larger than anybody may send, on every path, signed or not. */
const OVERSIZED: Readonly<Record<string, Buffer>> = {
  'a byte more than a megabyte': Buffer.alloc(MB + 1, 'x'),
  'six megabytes': Buffer.alloc(6 * MB, 'payload=x'),
  'six megabytes of brackets': Buffer.alloc(6 * MB, '['),
  'six megabytes of nothing': Buffer.alloc(6 * MB),
};

/** As large as may be, signed by Slack, and made to take long. */
const SIGNED: Readonly<Record<string, () => Unsigned>> = {
  'brackets in brackets': () => payloadOf(clickWith(nested(5_000))),
  'a megabyte of brackets': () => ({ body: Buffer.alloc(MB - 20, '['), contentType: 'application/json' }),
  'objects in objects': () => payloadOf(clickWith(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`)),
  'nothing but percent signs': () => ({ body: Buffer.alloc(MB - 1, '%'), contentType: FORM }),
  'gzip, as it says': () => ({ body: gzipSync(Buffer.alloc(8 * MB)), contentType: FORM }),
  'gzip, as JSON': () => ({ body: gzipSync(Buffer.alloc(8 * MB)), contentType: 'application/json' }),
  'no UTF-8': () => ({ body: Buffer.alloc(1_000, 0xff), contentType: FORM }),
  'a content type of half a megabyte': () => ({ ...interactionOf({}), contentType: 'x'.repeat(500_000) }),
};

/** Signed, and so answered: it must not take long, and nothing comes of it. */
const TAKEN: Readonly<Record<string, () => Unsigned>> = {
  'a hundred thousand fields': () => ({
    body: Buffer.from(Array.from({ length: 100_000 }, (_, n) => `f${n}=1`).join('&')),
    contentType: FORM,
  }),
  'nothing but separators': () => ({ body: Buffer.alloc(MB - 1, '&'), contentType: FORM }),
  'a number of half a megabyte': () => payloadOf(clickWith('1'.repeat(500_000))),
  'two hundred thousand fields in an object': () => jsonOf(manyFields(60_000)),
  'a list of two hundred thousand': () =>
    jsonOf({ type: 'x', team_id: 'T0ACME0001', list: Array(200_000).fill(0) }),
  'a text that regular expressions mind': () =>
    jsonOf({ type: `${'a-'.repeat(100_000)}!`, team_id: 'T0ACME0001' }),
};
const manyFields = (count: number): object => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n])),
  ...{ type: 'x', team_id: 'T0ACME0001' },
});

function* atTheDoor(door: Door): Generator<Attack> {
  for (const [name, body] of Object.entries(OVERSIZED))
    for (const path of ['/x/slack/interactions', '/x/teams/messages', '/none'])
      for (const isBase64Encoded of [true, false])
        yield {
          name: `a body of ${name}`,
          run: () => {
            const event = { headers: {}, body: body.toString(isBase64Encoded ? 'base64' : 'latin1') };
            return defused(() => door.at(path, { ...event, isBase64Encoded }), [413]);
          },
        };
  for (const [name, make] of Object.entries(SIGNED))
    yield { name: `signed: ${name}`, run: () => defused(() => door.slack(arrive(make())), [400, 413]) };
  for (const [name, make] of Object.entries(TAKEN))
    yield { name: `signed: ${name}`, run: () => defused(() => door.slack(arrive(make())), [200, 400]) };
  const zipped = arrive({ body: gzipSync(interactionOf(blockActions()).body), contentType: FORM });
  yield {
    name: 'signed: a click that is compressed',
    run: () =>
      defused(
        () => door.slack({ ...zipped, headers: { ...zipped.headers, 'content-encoding': 'gzip' } }),
        [400],
      ),
  };
  yield {
    name: 'ten thousand headers',
    run: () => defused(() => door.slack({ ...empty(), headers: manyHeaders() }), [400, 401]),
  };
  yield {
    name: 'a token of four megabytes',
    run: () =>
      defused(
        () => door.teams({ ...empty(), headers: { authorization: `Bearer ${'A'.repeat(4 * MB)}` } }),
        [401],
      ),
  };
  yield {
    name: 'an activity of brackets in brackets',
    run: () => defused(() => door.teams(sentByTeams(JSON.parse(`{"a":${nested(2_000)}}`))), [400]),
  };
  yield {
    name: 'a path of a megabyte',
    run: () => defused(() => door.at(`/${'x'.repeat(MB)}`, empty()), [400, 404]),
  };
}

const empty = (): Knocked => ({ headers: {}, body: '', isBase64Encoded: false });
const manyHeaders = () =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x-header-${n}`, 'x'.repeat(50)]));

type Answer = 'gzip' | 'br' | 'identity' | 'gzip in gzip' | 'deflate' | 'an error, in gzip';
const BOMB_BYTES = 24 * MB;
const made = new Map<Answer, Buffer>();

/** A few kilobytes that become 24 MB. */
function bombOf(answer: Answer): Buffer {
  const plain = () =>
    Buffer.concat([
      Buffer.from('{"items":[],"ok":true,"x":"'),
      Buffer.alloc(BOMB_BYTES, 'a'),
      Buffer.from('"}'),
    ]);
  const make: Readonly<Record<Answer, () => Buffer>> = {
    gzip: () => gzipSync(plain(), { level: 1 }),
    br: () => brotliCompressSync(plain(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    identity: plain,
    'gzip in gzip': () => gzipSync(gzipSync(plain(), { level: 1 })),
    deflate: () => deflateSync(plain(), { level: 1 }),
    'an error, in gzip': () => gzipSync(plain(), { level: 1 }),
  };
  const bomb = made.get(answer) ?? make[answer]();
  made.set(answer, bomb);
  return bomb;
}

const ENCODING: Readonly<Record<Answer, string>> = {
  ...{ gzip: 'gzip', br: 'br', identity: '', 'gzip in gzip': 'gzip', deflate: 'deflate' },
  'an error, in gzip': 'gzip',
};

const EXPANDS: ReadonlySet<Answer> = new Set(['gzip', 'br', 'identity', 'an error, in gzip']);

/** Who reads answers of others, and what they say when one is too large or no answer at all. */
const READERS: Readonly<Record<string, (url: string) => Promise<boolean>>> = {
  async 'the posture API'(url) {
    const client = createPostureClient({ baseUrl: url, apiKey: 'k', retries: 0, timeoutMs: 20_000 });
    const taken = await client.drift('d').then(
      () => true,
      () => false,
    );
    client.close();
    return taken;
  },
  'the API of Slack': async (url) =>
    (await createSlackApi({ token: 'xoxb-1', baseUrl: url, timeoutMs: 20_000 }).call('auth.test')).is ===
    'ok',
  'an answer to a click': async (url) =>
    (await createResponder({ allowedOrigins: [url], timeoutMs: 20_000 }).tell(`${url}/1`, { text: 'x' }))
      .is === 'ok',
  async 'the keys of Microsoft'(url) {
    const transport = createHttpTransport();
    const keys = createTeamsKeys({
      cloud: { openIdUrl: url, issuer: 'x' },
      transport,
      clock,
      timeoutMs: 20_000,
    });
    const found = await keys.find('k');
    transport.close();
    return found.is !== 'unavailable';
  },
  async 'the login of Microsoft'(url) {
    const transport = createHttpTransport();
    const login = { loginUrl: url, scope: 's', tenant: 't', appId: 'a', secret: 'hush' };
    const token = await createTeamsToken({ ...login, transport, clock, timeoutMs: 20_000 }).get();
    transport.close();
    return token.is !== 'failed';
  },
  async 'a Workflow'(url) {
    const transport = createHttpTransport();
    const card = { type: 'AdaptiveCard', version: '1.5', body: [] } as never;
    const posted = await createWorkflowChat(url, { transport, clock, timeoutMs: 20_000 }).post(
      'c',
      { summary: 's', card },
      { mark: 'm' },
    );
    transport.close();
    return posted.is === 'ok';
  },
  async AWS(url) {
    const call = createSignedAws({
      ...{ region: 'eu-west-1', endpoint: url, clock, random: Math.random, timeoutMs: 20_000 },
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const operation = {
      service: 'ssm',
      name: 'GetParameter',
      target: 'AmazonSSM',
      contentType: 'x',
    } as const;
    return call(operation, {}).then(
      () => true,
      () => false,
    );
  },
};

function* inAnswers(): Generator<Attack> {
  const answers = Object.keys(ENCODING) as Answer[];
  for (const [reader, read] of Object.entries(READERS))
    for (const answer of answers)
      yield {
        name: `an answer of ${BOMB_BYTES / MB} MB for ${reader}: ${answer}`,
        run: () => readBomb(read, answer),
      };
}

async function readBomb(read: (url: string) => Promise<boolean>, answer: Answer): Promise<string | null> {
  const bomb = bombOf(answer);
  const encoding = ENCODING[answer];
  const server = await startHugeApi({
    answer(response) {
      const headers = {
        'content-type': 'application/json',
        ...(encoding && { 'content-encoding': encoding }),
      };
      response.writeHead(answer === 'an error, in gzip' ? 400 : 200, headers);
      response.end(bomb);
    },
  });
  const before = process.memoryUsage().rss;
  try {
    const taken = await read(server.url);
    const grown = (process.memoryUsage().rss - before) / MB;
    // The others become no larger than they came, unless somebody unpacks them twice or without having asked for it.
    if (taken && EXPANDS.has(answer)) return 'it was read to the end';
    return grown > MOST_GROWN_MB ? `it took ${Math.round(grown)} MB` : null;
  } finally {
    await server.close();
  }
}
/** What is sent and what is kept of it, with room for what else this process does. */
const MOST_GROWN_MB = 300;

const WORDS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\0',
  'payload=',
  '&',
  '%',
  'type',
  'é',
  '1e999',
  'null',
];

/** Anything at all, signed: whatever people can make Slack send. */
const junk = (dice: Dice): Unsigned => {
  const some = Array.from({ length: 1 + dice(40) }, () => WORDS[dice(WORDS.length)] as string).join('');
  const click = JSON.stringify(blockActions());
  const at = dice(click.length);
  const ways = [
    () => payloadOf(some),
    () => jsonOf(some),
    () => ({ body: Buffer.from(some), contentType: FORM }),
    () => payloadOf(click.slice(0, at) + some + click.slice(at)),
    () => payloadOf(click.slice(0, at) + click.slice(at + dice(50))),
    () => ({ body: Buffer.from(Array.from({ length: dice(300) }, () => dice(256))), contentType: FORM }),
  ];
  return (ways[dice(ways.length)] as () => Unsigned)();
};

const EVENT = 'lib/base/http/http-event.ts';

export const bombs: AttackGroup = {
  name: 'oversized and compressed',
  attacks: 'time and memory: bodies that are too large, too deep, compressed; answers that become larger',
  share: 0.04,
  checks: [
    {
      name: 'a body may have any size',
      file: EVENT,
      right: 'if (Buffer.byteLength(text, encoding) > MAX_BODY_BYTES) return 413;',
      wrong: '',
    },
    {
      name: 'JSON may be nested as deeply as anybody likes',
      file: 'lib/base/http/json-body.ts',
      right: "if (levelsOf(text) > MOST_LEVELS) throw new BrokenBodyError('the JSON is nested too deeply');",
      wrong: '',
    },
    {
      name: 'an answer may have any size',
      file: 'lib/base/http/http-transport.ts',
      right: 'if (read <= mostRead && kept <= mostBytes) continue;',
      wrong: 'if (read >= 0) continue;',
    },
    {
      name: 'an answer of AWS may have any size',
      file: 'lib/base/aws/signed-exchange.ts',
      right: 'if (text.length > MOST_CHARACTERS)',
      wrong: 'if (text.length < 0)',
    },
    {
      name: 'what is no UTF-8 is read all the same',
      file: 'lib/base/http/json-body.ts',
      right: 'fatal: true',
      wrong: 'fatal: false',
    },
  ],

  async control() {
    const door = createDoor({ teamsKeys: published() });
    const { queued } = await door.slack(pressSlack(sealedValue(SHOWN.acme), SHOWN.acme.channel));
    if (queued.length !== 1) return 'a click of an ordinary size is not taken';
    const small = await startHugeApi({
      answer(response) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(gzipSync('{"ok":true}'));
      },
    });
    const read = await READERS['the API of Slack']?.(small.url);
    await small.close();
    return read ? null : 'an answer of an ordinary size, compressed, is not read';
  },

  *tries({ seed, fuzzed }) {
    const door = createDoor({ teamsKeys: published() });
    yield* atTheDoor(door);
    const dice = createDice(seed);
    for (let round = 0; round < fuzzed; round++)
      yield {
        name: 'signed: anything at all',
        run: () => defused(() => door.slack(arrive(junk(dice))), [200, 400, 401]),
      };
    yield* inAnswers();
  },
};
