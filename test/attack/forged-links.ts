// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text, in which mistakes are planted

import { createSeal } from '../../lib/base/seal.ts';
import { writeLinkToken } from '../../lib/endpoints/link-token.ts';
import { OUTCOMES } from '../../lib/posture/schemas/verdict-schema.ts';
import { CASE_ID, LINK_SEAL, type StageRequest, type SystemStage } from '../support/system-stage.ts';
import type { Attack, AttackGroup } from './group.ts';
import { newStage, through } from './system-tries.ts';

const LINK = '/secret/verdict-link';
const TOKEN_FILE = 'lib/endpoints/link-token.ts';
const LINKS_APP = 'lib/features/systems/links-app.ts';
const DAY_MS = 86_400_000;

const tokenFor = (stage: SystemStage, more: object = {}, seal = LINK_SEAL): string =>
  writeLinkToken(
    {
      ...{ destination: 'soar', domain: 'acme', caseId: CASE_ID, episode: 0, outcome: 'SAFE' },
      expiresAtMs: stage.clock.now() + DAY_MS,
      ...more,
    },
    seal,
  ) ?? '';
const pressed = (token: string): StageRequest => ({
  path: LINK,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ t: token, comment: 'x', by: 'y' }).toString(),
});

export const forgedLinks: AttackGroup = {
  name: 'forged and reused links',
  attacks:
    'the seal of a link, what it is for, how long and how often; and that looking at one changes nothing',
  share: 0,
  checks: [
    {
      name: 'the seal is not compared',
      file: TOKEN_FILE,
      right: '!seal.isGenuine(sealedText(payload), proof)',
      wrong: '!(seal.isGenuine(sealedText(payload), proof) || proof.length === 22)',
    },
    {
      name: 'a seal of anything is one of a link',
      file: TOKEN_FILE,
      right: 'const sealedText = (payload: string): string => `link ${payload}`;',
      wrong: 'const sealedText = (payload: string): string => payload;',
    },
    {
      name: 'a link lasts for ever',
      file: LINKS_APP,
      right: "if (target.expiresAtMs <= clock.now()) return wordPage(410, 'This link has expired', OVER);",
      wrong: '',
    },
    {
      name: 'a link lasts for as long as it says',
      file: LINKS_APP,
      right: 'if (target.expiresAtMs > clock.now() + LINK_LIFE_MS + CLOCKS_APART_MS)',
      wrong: 'if (target.expiresAtMs < 0)',
    },
    {
      name: 'a link works though its system has none any more',
      file: LINKS_APP,
      right: "'links' in found && found.links === true",
      wrong: "'type' in found",
    },
    {
      name: 'looking at a link decides',
      file: LINKS_APP,
      right: ".get(LINK_PATH, (c) => safely(look(c.req.query('t') ?? '')))",
      wrong: ".get(LINK_PATH, (c) => safely(press(Buffer.from(`comment=x&t=${c.req.query('t') ?? ''}`))))",
    },
    {
      name: 'a link decides though nobody judges who may',
      file: 'lib/features/systems/take-verdict.ts',
      right: "if (!sent) return { is: 'not-sent' };",
      wrong: "if (!sent) return { is: 'allowed', found: { groups: [], outsider: null }, createdAtMs: null };",
    },
  ],

  async control() {
    const stage = newStage();
    const { statusCode } = await stage.send(pressed(tokenFor(stage)));
    return statusCode === 202 && stage.decisions().length === 1
      ? null
      : `a genuine link was answered with ${statusCode}`;
  },

  *tries(): Generator<Attack> {
    const stage = newStage();
    const genuine = tokenFor(stage);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const attempt = (name: string, token: string): Attack => ({
      name,
      run: () => through(stage, pressed(token)),
    });
    for (let at = 0; at < genuine.length; at++)
      for (let step = 1; step <= 10; step++) {
        const before = letters.indexOf(genuine[at] ?? '');
        const letter = letters[(Math.max(0, before) + step * 6) % letters.length] ?? '';
        if (letter === genuine[at]) continue;
        yield attempt('a link with another letter', genuine.slice(0, at) + letter + genuine.slice(at + 1));
      }
    for (let length = 0; length < genuine.length; length++)
      yield attempt('a link that is cut', genuine.slice(0, length));
    for (const more of ['.', 'A', '=', ' ', '%00', `.${genuine}`, '\n'])
      yield attempt('a link with something behind it', genuine + more);
    const [payload = '', proof = ''] = genuine.split('.');
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    const others: readonly unknown[][] = [
      ['siem', 'log', ''],
      ['zeta', ''],
      ['c2'],
      [...OUTCOMES],
      [9e15, 0, '1'],
    ];
    for (const [at, values] of others.entries())
      for (const value of values) {
        if (fields[at] === value) continue;
        const forged = Buffer.from(JSON.stringify(fields.with(at, value))).toString('base64url');
        yield attempt('a link for something else, with this seal', `${forged}.${proof}`);
      }
    for (const days of [8, 30, 365, 36_500])
      yield attempt(
        'a link with a genuine seal that says it lives for longer than links do',
        tokenFor(stage, { expiresAtMs: stage.clock.now() + days * DAY_MS }),
      );
    const strangers = [5, 6, 7, 0].map((byte) => createSeal({ secret: Buffer.alloc(32, byte) }));
    for (const seal of strangers)
      for (const outcome of OUTCOMES)
        yield attempt('a link of another bridge', tokenFor(stage, { outcome }, seal));
    for (const kind of ['button ', 'click ', '', 'LINK ', 'link'])
      yield attempt('what was sealed as something else', `${payload}.${LINK_SEAL.of(`${kind}${payload}`)}`);
    for (let days = 1; days <= 200; days++)
      yield attempt(
        'a link that has expired',
        tokenFor(stage, { expiresAtMs: stage.clock.now() - days * DAY_MS + DAY_MS }),
      );
    for (const more of [
      { destination: 'log' },
      { destination: 'siem' },
      { destination: 'duty' },
      { destination: 'gone' },
      { domain: 'nowhere' },
      { caseId: 'other' },
    ])
      yield attempt('a link for what its system may not, or was not sent', tokenFor(stage, more));
    yield* looking(stage, genuine);
    yield* reused();
  },
};

/** Whoever looks at a link, in whichever way, decides nothing. */
function* looking(stage: SystemStage, token: string): Generator<Attack> {
  const ways: StageRequest[] = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'].flatMap((method) => [
    { method, path: LINK, query: `t=${token}` },
    { method, path: LINK, query: `t=${token}&comment=x&by=y` },
    { method, path: LINK, query: `t=${token}`, body: `t=${token}` },
  ]);
  // The token has to be in the form: an address can be opened by anything.
  ways.push({ method: 'POST', path: LINK, query: `t=${token}` });
  for (let round = 0; round < 10; round++)
    for (const request of ways)
      yield {
        name: 'looking at a link',
        async run() {
          await stage.send(request);
          return stage.decisions().length > 0 ? 'a decision was queued' : null;
        },
      };
}

/** A link is one decision, however often it is pressed. */
function* reused(): Generator<Attack> {
  for (let times = 2; times <= 60; times++)
    yield {
      name: 'a link that is pressed again',
      times: () => times,
      async run() {
        const stage = newStage();
        const token = tokenFor(stage);
        for (let n = 0; n < times; n++) {
          await stage.send(pressed(token));
          stage.clock.advance(60_000);
        }
        const ids = new Set(stage.decisions().map((one) => one.kind === 'decide' && one.request.id));
        return ids.size === 1 ? null : `${ids.size} decisions came of it`;
      },
    };
}
