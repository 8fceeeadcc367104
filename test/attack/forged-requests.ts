import { arrive, blockActions, interactionOf, KINDS } from '../support/slack-requests.ts';
import { createDice, FORGERIES as SLACK_FORGERIES } from '../unit/chats/slack/forgeries.ts';
import { changedToken, FORGERIES as TEAMS_FORGERIES } from '../unit/chats/teams/forgeries.ts';
import { claims, NOW_MS, arrive as tokenArrives, tokenOf } from '../unit/chats/teams/requests.ts';
import { createDoor, type Happened, SHOWN } from './door.ts';
import type { AttackGroup } from './group.ts';
import { allPublished, keysOfMicrosoft, knocked, pressCard, pressSlack, sealedValue } from './presses.ts';

/** A forged request is refused, leaves nothing behind, and nothing that it held is repeated. */
function letThrough({ status, queued, forms, wroteTo, told }: Happened, secret: RegExp): string | null {
  if (![400, 401, 413].includes(status)) return `answered with ${status}`;
  if (queued.length + forms.length + wroteTo.length > 0) return 'something came of it';
  return secret.test(told) ? 'what it held was told' : null;
}

const VERIFY_SLACK = 'lib/chats/slack/verify.ts';
const EVENT = 'lib/base/http/http-event.ts';

export const slackForgeries: AttackGroup = {
  name: 'forged Slack requests',
  attacks: 'the signature of Slack: requests that it did not send, or not now, or not to us',
  share: 0.3,
  checks: [
    {
      name: 'the signature is not compared',
      file: VERIFY_SLACK,
      right: "return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))",
      wrong: 'return expected.length > 0 && timingSafeEqual !== undefined',
    },
    {
      name: 'the body is not signed',
      file: VERIFY_SLACK,
      right: '.update(request.rawBody)',
      wrong: ".update('')",
    },
    {
      name: 'old requests count',
      file: VERIFY_SLACK,
      right: 'if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MAX_AGE_MS))',
      wrong: 'if (!(Number(timestamp) * 1000 - nowMs <= MAX_AGE_MS))',
    },
    {
      name: 'requests dated ahead count',
      file: VERIFY_SLACK,
      right: 'if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MAX_AGE_MS))',
      wrong: 'if (!(nowMs - Number(timestamp) * 1000 <= MAX_AGE_MS))',
    },
    {
      name: 'a timestamp may be written in any way',
      file: VERIFY_SLACK,
      right: 'const TIMESTAMP = /^[1-9]\\d{0,11}$/;',
      wrong: 'const TIMESTAMP = /\\d/;',
    },
    {
      name: 'a signature may be written in any way',
      file: VERIFY_SLACK,
      right: 'const SIGNATURE = /^v0=[0-9a-f]{64}$/;',
      wrong: 'const SIGNATURE = /^v0=[0-9a-fA-F]{64}/;',
    },
    {
      name: 'the first of two headers counts',
      file: EVENT,
      right: 'return values.length === 1 ? values[0] : undefined;',
      wrong: 'return values[0];',
    },
    {
      name: 'broken base64 is read as far as it goes',
      file: EVENT,
      right: "return isBase64Encoded && bytes.toString('base64') !== text ? 400 : bytes;",
      wrong: 'return bytes;',
    },
    {
      name: 'every workspace is ours',
      file: 'lib/chats/slack/interaction-workspace.ts',
      right: 'return isOurs(teamId) || (isOrgWide && isOurs(enterpriseId));',
      wrong: 'return teamId !== null || (isOrgWide && isOurs(enterpriseId));',
    },
    {
      name: 'nobody verifies',
      file: 'lib/chats/slack/app.ts',
      right: 'if (!genuine.ok) return refuse(genuine, () => looksLikeOurs(c.env));',
      wrong: '',
    },
  ],

  async control() {
    const door = createDoor();
    for (const [kind, create] of Object.entries(KINDS)) {
      const { status } = await door.slack(arrive(create('Zoë')));
      if (status !== 200) return `a genuine request of the kind ${kind} was answered with ${status}`;
    }
    const { queued } = await door.slack(pressSlack(sealedValue(SHOWN.acme), SHOWN.acme.channel));
    return queued.some(({ kind }) => kind === 'decide') ? null : 'a genuine click was not queued';
  },

  *tries({ seed, fuzzed }) {
    const door = createDoor();
    const dice = createDice(seed);
    const attacks = Object.entries(SLACK_FORGERIES);
    const kinds = Object.entries(KINDS);
    const rounds = Math.max(1, Math.ceil(fuzzed / (attacks.length * kinds.length)));
    for (const [kind, create] of kinds)
      for (const [name, forge] of attacks)
        for (let round = 0; round < rounds; round++)
          yield {
            name: `a forged ${kind}: ${name}`,
            async run() {
              const genuine = create(`Zoë ${round} «${'語'.repeat(dice(20))}»`);
              const happened = await door.slack(forge({ kind, genuine, dice }));
              return letThrough(happened, /v0=|[0-9a-f]{16}|8f742231/);
            },
          };
    // A press that would count, if it were Slack's.
    const press = interactionOf({ ...blockActions(), ...pressedOn() });
    const secrets = { 'no secret': '', 'an old secret': '0123456789abcdef0123456789abcdef' };
    for (const [name, secret] of Object.entries(secrets))
      yield {
        name: `a press that would count, signed with ${name}`,
        run: async () => letThrough(await door.slack(arrive(press, { secret })), /v0=/),
      };
  },
};

const pressedOn = () => ({
  actions: [
    {
      ...{ type: 'button', action_id: 'verdict:SAFE', action_ts: '3.4' },
      value: sealedValue(SHOWN.acme),
    },
  ],
});

const VERIFY_TEAMS = 'lib/chats/teams/verify.ts';
const READ_TOKEN = 'lib/chats/teams/read-token.ts';

export const teamsForgeries: AttackGroup = {
  name: 'forged Teams requests',
  attacks: 'the token of Microsoft, and what binds a body to it',
  share: 0.17,
  checks: [
    {
      name: 'claims count without a signature',
      file: VERIFY_TEAMS,
      right: 'const { payload } = await jwtVerify(token, key, {',
      wrong: 'const { payload } = await (async (..._: unknown[]) => ({ payload: decodeJwt(token) }))(key, {',
    },
    {
      name: 'every issuer is Microsoft',
      file: VERIFY_TEAMS,
      right: '        issuer,\n        clockTolerance',
      wrong: '        clockTolerance',
    },
    {
      name: 'a token lasts for ever',
      file: VERIFY_TEAMS,
      right: 'const SKEW_SECONDS = 300;',
      wrong: 'const SKEW_SECONDS = 3_000_000;',
    },
    {
      name: 'a token needs no end',
      file: VERIFY_TEAMS,
      right: "requiredClaims: ['exp', 'nbf', 'aud', 'serviceurl']",
      wrong: "requiredClaims: ['aud']",
    },
    {
      name: 'a token is for every bot',
      file: VERIFY_TEAMS,
      right: 'return isSameId(payload.aud, appId)',
      wrong: "return typeof payload.aud === 'string'",
    },
    {
      name: 'every key speaks for Teams',
      file: VERIFY_TEAMS,
      right: 'channelId !== CHANNEL || !found.key.endorsements.includes(channelId)',
      wrong: 'channelId !== CHANNEL',
    },
    {
      name: 'every channel is Teams',
      file: VERIFY_TEAMS,
      right: 'channelId !== CHANNEL || !found.key.endorsements.includes(channelId)',
      wrong: '!found.key.endorsements.includes(channelId)',
    },
    {
      name: 'the service address is not bound to the token',
      file: VERIFY_TEAMS,
      right: 'if (!isSameAddress(claims.serviceurl, serviceUrl))',
      wrong: 'if (claims.serviceurl === null)',
    },
    {
      name: 'every tenant is ours',
      file: VERIFY_TEAMS,
      right: '!tenantIds.every((id) => isSameId(id, tenantId))',
      wrong: '!tenantIds.every((id) => id)',
    },
    {
      name: 'one place that names our tenant is enough',
      file: VERIFY_TEAMS,
      right: '!tenantIds.every((id) => isSameId(id, tenantId))',
      wrong: '!tenantIds.some((id) => isSameId(id, tenantId))',
    },
    {
      name: 'no tenant is ours',
      file: VERIFY_TEAMS,
      right: 'tenantIds.length === 0 || ',
      wrong: '',
    },
    {
      name: 'a signature can be written in sixteen ways',
      file: READ_TOKEN,
      right: "if (Buffer.from(signature, 'base64url').toString('base64url') !== signature)",
      wrong: "if (signature === '')",
    },
    {
      name: 'a token of any kind counts',
      file: READ_TOKEN,
      right: "if (typ !== undefined && typ !== 'JWT')",
      wrong: "if (typ === '')",
    },
    {
      name: 'something may stand behind a token',
      file: READ_TOKEN,
      right: 'const BEARER = /^Bearer ([\\w-]+\\.[\\w-]+\\.([\\w-]+))$/;',
      wrong: 'const BEARER = /Bearer +([\\w-]+\\.[\\w-]+\\.([\\w-]+))/;',
    },
    {
      name: 'nobody verifies',
      file: 'lib/chats/teams/app.ts',
      right: 'if (!verified.ok) {',
      wrong:
        "if (!verified.ok && c.env.rawBody.length < 9e4) return c.json((await answer({ kind: 'ignored', origin: { serviceUrl: '', channelId: '', tenantIds: [] }, type: 'x' })).body, 200);\n    if (!verified.ok) {",
    },
  ],

  async control() {
    const door = createDoor({ teamsKeys: allPublished() });
    const { status, queued } = await door.teams(pressCard(sealedValue(SHOWN.card), SHOWN.card.channel));
    return status === 200 && queued.some(({ kind }) => kind === 'decide')
      ? null
      : `a genuine click was answered with ${status} and not queued`;
  },

  *tries({ seed, fuzzed }) {
    const keys = keysOfMicrosoft();
    const door = createDoor({ teamsKeys: allPublished() });
    const told = /eyJ|[0-9a-f]{8}-[0-9a-f]{4}|https?:/;
    for (const [name, forge] of Object.entries(TEAMS_FORGERIES))
      yield {
        name: `a forged activity: ${name}`,
        run: async () => letThrough(await door.teams(knocked(forge(keys))), told),
      };
    const dice = createDice(seed);
    const later = claims({ exp: NOW_MS / 1000 + 100 });
    const genuine = [tokenOf(keys.genuine), tokenOf(keys.genuine, later)] as const;
    for (let round = 0; round < fuzzed; round++)
      yield {
        name: 'a token with one change to it',
        async run() {
          const changed = knocked(tokenArrives(changedToken(dice, genuine)));
          return letThrough(await door.teams(changed), told);
        },
      };
  },
};
