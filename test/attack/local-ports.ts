/** What a web page, and a process of somebody else, try on the ports of a bridge on this machine. */
import { createHash } from 'node:crypto';
import type { AwsCredentials } from '../../lib/base/aws/signed-request.ts';
import { signedHeaders } from '../support/aws/signed-fetch.ts';
import type { Attempt } from './attempt.ts';
import { type Answered, type Knock, knock, knocksSoFar } from './knock.ts';
import { type Listener, nameOf } from './listeners.ts';

/** What the attacker knows, and what must not be in any answer. */
export interface Prey {
  readonly tableName: string;
  /** Of the verdict queue, at the AWS endpoint. */
  readonly verdictQueueUrl: string;
  /** The names of the API key, the bot token and the signing secret. */
  readonly parameters: readonly string[];
  /** Their values, and the keys of this run. */
  readonly secrets: readonly string[];
  /** Keys that are good, to alter what was signed with them. */
  readonly operator: AwsCredentials;
  readonly session?: AwsCredentials | undefined;
  /** Where a page tries to get in; everywhere unless told. */
  readonly paths?: readonly string[];
}

export interface Try {
  readonly name: string;
  /** What got through; nothing when all of it was refused. */
  run(at: Listener, prey: Prey): Promise<string | undefined>;
}

const EVIL = 'http://evil.example';
/** What can be asked for somewhere: pages, streams, control surfaces as they were, the APIs. */
const PATHS = [
  '/',
  '/docs',
  '/openapi.json',
  '/events',
  '/api/config',
  '/api/verdicts',
  '/api/v1/external/cases',
  '/api/conversations.history',
  '/control/users',
  '/control/faults',
  '/_control/keys',
  '/_control/verdicts',
  '/v1/.well-known/keys',
  '/slack/interactions',
  '/teams/messages',
];

const hostOf = (at: Listener): string => (at.kind === 'tcp' ? `127.0.0.1:${at.port}` : 'localhost');

/** What nobody may get, whatever was asked. */
function leakIn({ headers, body }: Answered, { secrets }: Prey): string | undefined {
  if (/^access-control-allow-origin:/im.test(headers)) return 'pages elsewhere may read the answer';
  return secrets.some((secret) => body.includes(secret)) ? 'a secret is in the answer' : undefined;
}

/** The guard must have refused it, on whatever path. */
const guarded =
  (what: (at: Listener) => Knock) =>
  async (at: Listener, prey: Prey): Promise<string | undefined> => {
    for (const path of prey.paths ?? PATHS) {
      const asked = { path, ...what(at) };
      const answer = await knock(at, asked);
      const leak = leakIn(answer, prey);
      const refused = answer.status === 403 || answer.status === 400 || answer.status === 0;
      if (leak ?? !refused) return `${asked.method ?? 'GET'} ${path}: ${leak ?? answer.status}`;
    }
    return undefined;
  };

/** Without the key that it takes: a status of success and no refusal in the body is a success. */
const keyless =
  (all: (prey: Prey) => readonly Knock[]) =>
  async (at: Listener, prey: Prey): Promise<string | undefined> => {
    for (const one of all(prey)) {
      const host = hostOf(at);
      const answer = await knock(at, { ...one, headers: { Host: host, ...one.headers } });
      const leak = leakIn(answer, prey);
      const taken = answer.status >= 200 && answer.status < 300 && !/"ok":\s*false/.test(answer.body);
      if (leak ?? taken) return `${one.method ?? 'GET'} ${one.path ?? '/'}: ${leak ?? answer.status}`;
    }
    return undefined;
  };

interface AwsCall {
  readonly service: string;
  readonly target: string;
  readonly input: object;
}

const scan = ({ tableName }: Prey): AwsCall => ({
  service: 'dynamodb',
  target: 'DynamoDB_20120810.Scan',
  input: { TableName: tableName },
});
const queueVerdict = ({ verdictQueueUrl }: Prey): AwsCall => ({
  service: 'sqs',
  target: 'AmazonSQS.SendMessage',
  input: { QueueUrl: verdictQueueUrl, MessageBody: '{"v":1,"kind":"decide","forged":true}' },
});
const readSecret = (name: string): AwsCall => ({
  service: 'ssm',
  target: 'AmazonSSM.GetParameter',
  input: { Name: name, WithDecryption: true },
});
const awsCalls = (prey: Prey): AwsCall[] => [
  scan(prey),
  queueVerdict(prey),
  ...prey.parameters.map(readSecret),
];

const bare = ({ target, input }: AwsCall, more: Record<string, string> = {}): Knock => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': target, ...more },
  body: JSON.stringify(input),
});

interface Signing {
  readonly credentials?: AwsCredentials;
  readonly nowMs?: number;
  /** Signed instead of the target, which is put beside it. */
  readonly withoutTarget?: boolean;
}

function signed(
  at: Listener,
  call: AwsCall,
  prey: Prey,
  more: Signing & { headers?: Record<string, string> } = {},
): Knock {
  const { credentials = prey.operator, nowMs = Date.now(), withoutTarget = false, headers = {} } = more;
  const target = { 'x-amz-target': call.target };
  const body = JSON.stringify(call.input);
  return {
    method: 'POST',
    headers: {
      ...signedHeaders(`http://${hostOf(at)}`, {
        service: call.service,
        credentials,
        nowMs,
        body,
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          ...headers,
          ...(withoutTarget ? {} : target),
        },
      }),
      ...target,
    },
    body,
  };
}

/** Each call that an attacker wants, as it comes out of this. */
const forged =
  (forge: (at: Listener, call: AwsCall, prey: Prey) => Knock | undefined) =>
  async (at: Listener, prey: Prey): Promise<string | undefined> => {
    for (const call of awsCalls(prey)) {
      const asked = forge(at, call, prey);
      const answer = asked && (await knock(at, asked));
      if (answer && answer.status >= 200 && answer.status < 300 && !/"ok":\s*false/.test(answer.body))
        return `${call.target}: ${answer.status}`;
      const leak = answer && leakIn(answer, prey);
      if (leak) return `${call.target}: ${leak}`;
    }
    return undefined;
  };

const SIX_MINUTES = 6 * 60_000;
const made = (accessKeyId: string): AwsCredentials => ({
  accessKeyId,
  secretAccessKey: 'local',
  sessionToken: 'local',
});

export const LOCAL_PORT_TRIES: readonly Try[] = [
  {
    name: 'a caller from another machine',
    run: async (at) =>
      at.kind === 'tcp' && !['127.0.0.1', '::1'].includes(at.host) ? `it listens on ${at.host}` : undefined,
  },
  ...[
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
    '[::]',
    '169.254.169.254',
  ].map(
    (host): Try => ({
      name: `a page under a name that was pointed here, ${host}`,
      run: guarded((at) => ({ headers: { Host: at.kind === 'tcp' ? `${host}:${at.port}` : host } })),
    }),
  ),
  {
    name: 'a page under such a name, that says its own origin',
    run: guarded(() => ({ method: 'POST', headers: { Host: 'evil.example', Origin: EVIL }, body: '{}' })),
  },
  { name: 'no Host', run: guarded(() => ({})) },
  { name: 'no Host, in HTTP 1.0', run: guarded(() => ({ version: '1.0' })) },
  { name: 'an empty Host', run: guarded(() => ({ headers: { Host: '' } })) },
  ...[EVIL, 'null', 'http://127.0.0.1:1', 'https://127.0.0.1', 'file://'].flatMap((origin) =>
    ['GET', 'POST', 'DELETE'].map(
      (method): Try => ({
        name: `a page of the origin ${origin}, by ${method}`,
        run: guarded((at) => ({ method, headers: { Host: hostOf(at), Origin: origin } })),
      }),
    ),
  ),
  {
    name: 'a page that asks before it posts (OPTIONS)',
    run: guarded((at) => ({
      method: 'OPTIONS',
      headers: {
        Host: hostOf(at),
        Origin: EVIL,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-amz-target,authorization',
        'Access-Control-Request-Private-Network': 'true',
      },
    })),
  },
  ...(['cross-site', 'same-site'] as const).flatMap((site) =>
    (['image', 'script', 'iframe', 'empty'] as const).map(
      (dest): Try => ({
        name: `an ${dest} of a page, ${site}`,
        run: guarded((at) => ({
          headers: {
            Host: hostOf(at),
            'Sec-Fetch-Site': site,
            'Sec-Fetch-Mode': 'no-cors',
            'Sec-Fetch-Dest': dest,
          },
        })),
      }),
    ),
  ),
  {
    name: 'a form of a page',
    run: guarded((at) => ({
      method: 'POST',
      headers: { Host: hostOf(at), 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' },
      body: '{"kind":"down"}',
    })),
  },
  {
    name: 'a control surface without its address',
    run: keyless(() => [
      ...[
        '/control/users',
        '/control/channels',
        '/control/requests',
        '/control/settings',
        '/_control/keys',
      ].map((path) => ({ path })),
      { path: '/_control/verdicts' },
      { path: '/control//users' },
      { path: '/control/undefined/users' },
      { method: 'POST', path: '/control/faults', body: '{"kind":"down"}' },
      { method: 'POST', path: '/control/click', body: '{}' },
      { method: 'POST', path: '/_control/cases', body: '{}' },
      { method: 'DELETE', path: '/_control/verdicts' },
    ]),
  },
  {
    name: 'the console without its address',
    run: async (at, prey) =>
      keyless(() => [
        ...['/api/config', '/api/verdicts', '/api/verdicts.csv', '/events', '/console.js'].flatMap((path) =>
          ['', '/console', '/console/x'].map((before) => ({ path: before + path })),
        ),
        ...['/api/slack/click', '/console/api/slack/click'].map((path) => ({
          method: 'POST',
          path,
          headers: { Origin: `http://${hostOf(at)}`, 'Content-Type': 'application/json' },
          body: '{"person":"ada-winter","channel":"C0SOC0CASES","ts":"1.1","actionId":"verdict:SAFE"}',
        })),
      ])(at, prey),
  },
  {
    name: 'the APIs of the stand-ins without a key or token',
    run: keyless(() => [
      { path: '/api/v1/external/cases' },
      { path: '/api/v1/external/cases', headers: { 'X-API-Key': 'local' } },
      { method: 'POST', path: '/api/auth.test' },
      { method: 'POST', path: '/api/chat.postMessage', body: 'channel=C0SOC0CASES&text=x' },
      { method: 'POST', path: '/teams/v3/conversations', body: '{}' },
    ]),
  },
  {
    name: 'a click that nobody signed',
    run: keyless(() => [
      {
        method: 'POST',
        path: '/slack/interactions',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'payload=%7B%7D',
      },
      {
        method: 'POST',
        path: '/teams/messages',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      },
    ]),
  },
  { name: 'AWS, unsigned', run: keyless((prey) => awsCalls(prey).map((call) => bare(call))) },
  {
    name: 'AWS, with a key id and no signature',
    run: keyless((prey) =>
      awsCalls(prey).map((call) =>
        bare(call, {
          Authorization: `AWS4-HMAC-SHA256 Credential=${prey.operator.accessKeyId}/20260101/eu-west-1/${call.service}/aws4_request, Signature=x`,
        }),
      ),
    ),
  },
  ...['OPERATOR', 'local', 'ASIALOCAL'].map(
    (id): Try => ({
      name: `AWS, with the key ${id}`,
      run: forged((at, call, prey) => signed(at, call, prey, { credentials: made(id) })),
    }),
  ),
  {
    name: 'AWS, with a good key id and another secret',
    run: forged((at, call, prey) =>
      signed(at, call, prey, {
        credentials: { accessKeyId: prey.operator.accessKeyId, secretAccessKey: 'local' },
      }),
    ),
  },
  {
    name: 'AWS, signed six minutes ago',
    run: forged((at, call, prey) => signed(at, call, prey, { nowMs: Date.now() - SIX_MINUTES })),
  },
  {
    name: 'AWS, signed for in six minutes',
    run: forged((at, call, prey) => signed(at, call, prey, { nowMs: Date.now() + SIX_MINUTES })),
  },
  {
    name: 'AWS, what was signed for another operation',
    run: forged((at, call, prey) => signed(at, call, prey, { withoutTarget: true })),
  },
  {
    name: 'AWS, with another body than was signed',
    run: forged((at, call, prey) => ({
      ...signed(at, { ...call, input: {} }, prey),
      body: JSON.stringify(call.input),
    })),
  },
  {
    name: 'AWS, with another body than the one whose hash was signed',
    run: forged((at, call, prey) => {
      const hash = createHash('sha256').update('{}').digest('hex');
      const asked = signed(at, { ...call, input: {} }, prey, { headers: { 'x-amz-content-sha256': hash } });
      return { ...asked, body: JSON.stringify(call.input) };
    }),
  },
  {
    name: 'AWS, with an unsigned payload',
    run: forged((at, call, prey) => ({
      ...signed(at, { ...call, input: {} }, prey, {
        headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      }),
      body: JSON.stringify(call.input),
    })),
  },
  {
    name: 'AWS, signed for another host',
    run: forged((at, call, prey) => {
      const { headers, ...rest } = signed({ kind: 'tcp', host: '127.0.0.1', port: 1 }, call, prey);
      return { ...rest, headers: { ...headers, host: hostOf(at) } };
    }),
  },
  {
    name: 'AWS, with the key of a session and without its token',
    run: forged((at, call, prey) => {
      if (!prey.session) return undefined;
      const { sessionToken: _, ...credentials } = prey.session;
      return signed(at, call, prey, { credentials });
    }),
  },
  {
    name: 'AWS, with the key of a session and the token of another',
    run: forged(
      (at, call, prey) =>
        prey.session && signed(at, call, prey, { credentials: { ...prey.session, sessionToken: 'another' } }),
    ),
  },
];

/** The same as attempts, for what tries attacks of every kind. */
export const portAttempts = (listeners: readonly Listener[], prey: Prey): readonly Attempt[] =>
  listeners.flatMap((at) =>
    LOCAL_PORT_TRIES.map(({ name, run }) => ({
      name: `${nameOf(at)}: ${name}`,
      run: async () => (await run(at, prey)) ?? null,
    })),
  );

export interface Through {
  readonly try: string;
  readonly at: string;
  readonly what: string;
}

/** All tries at all listeners: how many there were, the requests that they took, and what got through. */
export async function attackPorts(
  listeners: readonly Listener[],
  prey: Prey,
  tries: readonly Try[] = LOCAL_PORT_TRIES,
): Promise<{ tried: number; requests: number; through: Through[] }> {
  const before = knocksSoFar();
  const found = await Promise.all(
    listeners.map(async (at) => {
      const through: Through[] = [];
      for (const one of tries) {
        const what = await one.run(at, prey);
        if (what !== undefined) through.push({ try: one.name, at: nameOf(at), what });
      }
      return through;
    }),
  );
  return {
    tried: listeners.length * tries.length,
    requests: knocksSoFar() - before,
    through: found.flat(),
  };
}
