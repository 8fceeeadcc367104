// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text, in which mistakes are planted
import { createPrivateKey, sign } from 'node:crypto';
import { EVENT_TYPES } from '../../lib/config/event-types.ts';
import { exampleOf } from '../../lib/endpoints/event-examples.ts';
import { OUTCOMES } from '../../lib/posture/schemas/verdict-schema.ts';
import {
  CASE_ID,
  SECRETS,
  type StageRequest,
  type SystemStage,
  secretOf,
  signedRequest,
  submittedBody,
} from '../support/system-stage.ts';
import type { Attack, AttackGroup } from './group.ts';
import { newStage, through } from './system-tries.ts';

type Signed = ReturnType<typeof signedRequest>;
const withHeader = (request: Signed, name: string, value: string): Signed => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
const flipped = (text: string, at: number, bit: number): string => {
  const bytes = Buffer.from(text);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes.toString('latin1');
};

/** Every way to change one thing about a signed request. */
function* changed(genuine: Signed): Generator<[string, StageRequest]> {
  const { 'webhook-signature': signature = '', 'webhook-timestamp': time = '' } = genuine.headers;
  const bytes = Buffer.from(signature.slice(3), 'base64');
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ (1 << bit);
      yield [
        'a bit of the signature',
        withHeader(genuine, 'webhook-signature', `v1,${other.toString('base64')}`),
      ];
    }
  for (let at = 0; at < genuine.body.length; at++)
    for (let bit = 0; bit < 7; bit++)
      yield [
        'a bit of the body',
        {
          ...genuine,
          body: Buffer.from(flipped(genuine.body, at, bit), 'latin1').toString('base64'),
          isBase64Encoded: true,
        },
      ];
  for (let seconds = 1; seconds <= 300; seconds++)
    for (const sign of [-1, 1])
      yield ['the time', withHeader(genuine, 'webhook-timestamp', String(Number(time) + sign * seconds))];
  const id = genuine.headers['webhook-id'] ?? '';
  for (let n = 0; n < 100; n++) yield ['the id', withHeader(genuine, 'webhook-id', `${id}${n}`)];
  for (let length = 0; length < signature.length; length++)
    yield ['a signature that is cut', withHeader(genuine, 'webhook-signature', signature.slice(0, length))];
  for (const version of ['v0', 'v1a', 'V1', 'v2', '', 'v1 ', 'v11'])
    yield ['the version', withHeader(genuine, 'webhook-signature', signature.replace('v1', version))];
  for (const other of [
    `${signature}=`,
    `${signature},${signature}`,
    signature.replace('=', ''),
    `${signature}\n`,
  ])
    yield ['how the signature is written', withHeader(genuine, 'webhook-signature', other)];
  for (const other of [`0${time}`, `+${time}`, `${time}.0`, `${time} `, `1e9`, '-1', '', 'now', `${time}000`])
    yield ['how the time is written', withHeader(genuine, 'webhook-timestamp', other)];
  for (const missing of Object.keys(genuine.headers)) {
    const { [missing]: _, ...headers } = genuine.headers;
    yield ['a header is missing', { ...genuine, headers }];
    yield [
      'a header is there twice',
      withHeader(genuine, missing.toUpperCase(), genuine.headers[missing] ?? ''),
    ];
  }
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
    yield ['the method', { ...genuine, method }];
  for (const path of [
    'siem',
    'log',
    'SOAR',
    'soar/',
    'soar%2f',
    '..',
    '',
    'constructor',
    '__proto__',
    'soar/x',
  ])
    yield ['the destination', { ...genuine, path: `/anything/verdicts/${path}` }];
  yield ['without the part that nobody can guess', { ...genuine, path: '/verdicts/soar' }];
}

const BODIES: Readonly<Record<string, string>> = {
  'no JSON': 'outcome=SAFE',
  'an empty body': '',
  'a list': `[${submittedBody()}]`,
  'two values': `${submittedBody()}${submittedBody()}`,
  'a field more': submittedBody({ decision_id: 'x' }),
  'a system that is another': submittedBody({ destination: 'siem' }),
  'an outcome that is none': submittedBody({ outcome: 'safe' }),
  'another case': submittedBody({ case_id: '00000000-0000-4000-8000-000000000000' }),
  'a domain that is none': submittedBody({ domain: '__proto__' }),
  'a case as a list': submittedBody({ case_id: [CASE_ID] }),
  'no comment where one is needed': submittedBody({ outcome: 'DUPLICATE', comment: ' ' }),
  'a comment that nobody can see where one is needed': submittedBody({
    outcome: 'DUPLICATE',
    comment: '\u200b\u2060\u00ad',
  }),
  'a comment that is too long': submittedBody({ comment: 'x'.repeat(2_001) }),
  'a body that is too large': submittedBody({ comment: 'x'.repeat(70_000) }),
  'an override of nothing': submittedBody({ overrides: 'decision-1' }),
};

const VERIFY = 'lib/features/systems/verify-request.ts';
const APP = 'lib/features/systems/verdicts-app.ts';

export const forgedVerdicts: AttackGroup = {
  name: 'forged and replayed verdicts of systems',
  attacks: 'the signature of a system, the key of a request, and what a system may decide',
  share: 0,
  checks: [
    {
      name: 'a comment that nobody can see is one',
      file: 'lib/verdict/needs-comment.ts',
      right: "comment === null || clean(comment) === ''",
      wrong: "comment === null || comment.trim() === ''",
    },
    {
      name: 'the signature is not compared',
      file: VERIFY,
      right: 'expected.some((right) => timingSafeEqual(right, one))',
      wrong: 'expected.some((right) => timingSafeEqual(right, one) || one.length > 0)',
    },
    {
      name: 'the body is not signed',
      file: VERIFY,
      right: '.`), rawBody]), signatures };',
      wrong: '.`), rawBody.subarray(0, 20)]), signatures };',
    },
    {
      name: 'old requests count',
      file: VERIFY,
      right: 'if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MOST_AGE_MS))',
      wrong: 'if (!(Number(timestamp) * 1000 - nowMs <= MOST_AGE_MS))',
    },
    {
      name: 'requests dated ahead count',
      file: VERIFY,
      right: 'if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MOST_AGE_MS))',
      wrong: 'if (!(nowMs - Number(timestamp) * 1000 <= MOST_AGE_MS))',
    },
    {
      name: 'one signature can be written in two ways',
      file: VERIFY,
      right: "decoded.length === bytes && decoded.toString('base64') === text",
      wrong: 'decoded.length === bytes',
    },
    {
      name: 'an id may hold dots',
      file: VERIFY,
      right: 'const ID = /^[A-Za-z0-9_:-]{1,100}$/;',
      wrong: 'const ID = /^[A-Za-z0-9_.:-]{1,100}$/;',
    },
    {
      name: 'whatever else is signed is a verdict',
      file: 'lib/features/systems/read-submitted.ts',
      right: 'const Submitted = z.strictObject({',
      wrong: 'const Submitted = z.object({',
    },
    {
      name: 'another body under a used key counts',
      file: APP,
      right: 'if (before && before.hash !== hash) return problem(409, otherBody(key));',
      wrong: '',
    },
    {
      name: 'a case counts that was never sent',
      file: 'lib/features/systems/take-verdict.ts',
      right: "if (!sent) return { is: 'not-sent' };",
      wrong: "if (!sent) return { is: 'allowed', found: { groups: [], outsider: null }, createdAtMs: null };",
    },
    {
      name: 'nobody judges who may',
      file: 'lib/features/systems/take-verdict.ts',
      right: "if (allowed.is !== 'allowed') return deny(decision, allowed);",
      wrong:
        "if (allowed.is !== 'allowed') return { is: 'allowed', found: { groups: [], outsider: null }, createdAtMs: null };",
    },
  ],

  async control() {
    const stage = newStage();
    const atMs = stage.clock.now();
    const { statusCode } = await stage.send(signedRequest({ body: submittedBody(), atMs }));
    return statusCode === 202 && stage.decisions().length === 1
      ? null
      : `a genuine verdict was answered with ${statusCode}`;
  },

  *tries(): Generator<Attack> {
    const stage = newStage();
    const atMs = stage.clock.now();
    const body = submittedBody();
    const genuine = signedRequest({ body, atMs });
    for (const [what, request] of changed(genuine))
      yield { name: `a signed verdict with one change: ${what}`, run: () => through(stage, request) };
    for (const [what, text] of Object.entries(BODIES))
      yield {
        name: `a signed body: ${what}`,
        run: () => through(stage, signedRequest({ body: text, key: 'b', atMs })),
      };
    const secrets = { ...SECRETS, none: secretOf(0), drawn: secretOf(77), '/soar': '' };
    for (const [name, secret] of Object.entries(secrets))
      for (const to of ['soar', 'siem', 'log'])
        if (secret !== '' && name !== `/${to}`)
          yield {
            name: `a verdict to ${to}, signed with the secret of ${name}`,
            run: () => through(stage, signedRequest({ to, body, secret, atMs })),
          };
    for (const minutes of [-1_000, -60, -10, -6, 6, 10, 60, 1_000])
      yield {
        name: 'a verdict signed at another time',
        run: () => through(stage, signedRequest({ body, atMs: atMs + minutes * 60_000 })),
      };
    yield* reflected(stage, atMs);
    yield* replayed();
    yield* notPermitted();
  },
};

/** The bridge signs its own events with the same secret. */
function* reflected(stage: SystemStage, atMs: number): Generator<Attack> {
  for (const type of EVENT_TYPES)
    for (const more of [{}, JSON.parse(submittedBody())])
      yield {
        name: 'an event of the bridge, sent back to it',
        run: () =>
          through(
            stage,
            signedRequest({ body: JSON.stringify({ ...exampleOf(type), ...more }), atMs, key: 'evt_1' }),
          ),
      };
  // What is signed as one thing must not be read as two.
  const time = String(Math.floor(atMs / 1000));
  const two = signedRequest({ key: 'k', body: `${time}.${submittedBody()}`, atMs });
  yield {
    name: 'a content that is cut at another dot',
    run: () => through(stage, { ...withHeader(two, 'webhook-id', `k.${time}`), body: submittedBody() }),
  };
  const pair = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)]),
    format: 'der',
    type: 'pkcs8',
  });
  const asym = sign(null, Buffer.from(`k1.${time}.${submittedBody()}`), pair).toString('base64');
  const genuine = signedRequest({ body: submittedBody(), atMs });
  yield {
    name: 'a signature by a key pair that nobody configured',
    run: () => through(stage, withHeader(genuine, 'webhook-signature', `v1a,${asym}`)),
  };
}

/** A request that was taken decides nothing more, whoever sends it again, and however often. */
function* replayed(): Generator<Attack> {
  for (let minutes = 0; minutes < 30; minutes++)
    yield {
      name: minutes <= 5 ? 'a verdict that is sent again' : 'a verdict that is sent again later',
      async run() {
        const stage = newStage();
        const atMs = stage.clock.now();
        const genuine = signedRequest({ body: submittedBody(), atMs });
        await stage.send(genuine);
        stage.clock.advance(minutes * 60_000 + 1);
        for (const request of [
          genuine,
          { ...genuine, method: 'GET' },
          { ...genuine, path: '/a/verdicts/siem' },
        ])
          await stage.send(request);
        const ids = new Set(stage.decisions().map((one) => one.kind === 'decide' && one.request.id));
        if (ids.size !== 1) return `${ids.size} decisions came of it`;
        if (minutes >= 5 && stage.decisions().length > 1) return 'it was taken again';
        const other = signedRequest({
          body: submittedBody({ outcome: 'TRUE_POSITIVE' }),
          atMs: stage.clock.now(),
        });
        return through(stage, other);
      },
    };
}

function* notPermitted(): Generator<Attack> {
  const stage = newStage();
  for (const domain of ['acme', 'zeta', 'nowhere'])
    for (const to of ['soar', 'siem', 'log', 'duty'])
      for (const outcome of OUTCOMES) {
        if (to === 'soar' && domain !== 'nowhere') continue;
        if (to === 'siem' && domain === 'acme') continue;
        yield {
          name: `${to} decides a case of ${domain} that it was not sent, or may not`,
          run: () =>
            through(
              stage,
              signedRequest({
                to,
                body: submittedBody({ domain, outcome }),
                atMs: stage.clock.now(),
                key: `n-${to}`,
              }),
            ),
        };
      }
}
