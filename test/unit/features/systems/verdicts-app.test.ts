import { generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { systemPerson } from '../../../../lib/verdict/system-person.ts';
import type { VerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import {
  CASE_ID,
  createSystemStage,
  SECRETS,
  type SystemStage,
  secretOf,
  signedRequest,
  stageConfig,
  submittedBody,
} from '../../../support/system-stage.ts';
import { decisionOf, entryOf, verdictOf } from './verdicts.ts';

function newStage(...options: Parameters<typeof createSystemStage>): SystemStage {
  const stage = createSystemStage(...options);
  stage.sendCase('acme', CASE_ID, 'soar', 'duty');
  return stage;
}
const post = (stage: SystemStage, more: Partial<Parameters<typeof signedRequest>[0]> = {}) =>
  stage.send(signedRequest({ body: submittedBody(), atMs: stage.clock.now(), ...more }));
const ask = (stage: SystemStage, key = 'k1', to = 'soar') =>
  stage.send(signedRequest({ to, key, atMs: stage.clock.now(), method: 'GET' }));
const requestIn = (message: VerdictMessage | undefined) =>
  message?.kind === 'decide' ? message.request : undefined;

describe('a verdict of a system', () => {
  it('is taken as the official package of Standard Webhooks signs it', async () => {
    const stage = newStage();
    const webhook = new Webhook(SECRETS['/soar'] ?? '');
    const at = new Date(stage.clock.now());
    for (const body of [submittedBody(), submittedBody({ comment: 'Zoë «語» 🙂', by: 'Zoë' })]) {
      const key = `msg_${body.length}`;
      const { headers } = signedRequest({ key, body, atMs: at.getTime() });
      const signature = webhook.sign(key, at, body);
      const request = signedRequest({ key, body, atMs: at.getTime() });
      const answer = await stage.send({
        ...request,
        headers: { ...headers, 'webhook-signature': signature },
      });
      expect(answer.statusCode).toBe(202);
      const asked = signedRequest({ key, atMs: at.getTime(), method: 'GET' });
      const empty = { ...asked.headers, 'webhook-signature': webhook.sign(key, at, '') };
      expect((await stage.send({ ...asked, headers: empty })).statusCode).toBe(200);
    }
  });

  it('is one message for the verdict function, with all that it needs', async () => {
    const stage = newStage();
    const body = submittedBody({ by: ' Ada\nWinter ' });
    const { statusCode, json } = await post(stage, { body });
    expect(statusCode).toBe(202);
    expect(json).toMatchObject({
      id: 'k1',
      domain: 'acme',
      case_id: CASE_ID,
      state: 'accepted',
      final: false,
    });
    expect(stage.queued).toEqual([
      {
        ...{ v: 1, kind: 'decide', domain: 'acme', caseId: CASE_ID, reply: null, createdAtMs: 7 },
        request: {
          ...{
            id: json.decision_id,
            outcome: 'SAFE',
            comment: 'Looked at it.',
            eventIds: [],
            overrides: null,
          },
          by: { surface: 'webhook', id: 'soar', name: 'soar (for “Ada Winter”)' },
          place: 'soar',
          clickedAtMs: stage.clock.now(),
        },
        channelId: null,
        found: { groups: [], outsider: null },
      },
    ]);
  });

  it('is queued again by a repeat until it was dealt with, as the same decision of the same moment', async () => {
    const stage = newStage();
    await post(stage);
    const firstAtMs = stage.clock.now();
    stage.clock.advance(90_000);
    const again = await post(stage);
    expect(again.json).toMatchObject({ state: 'accepted' });
    expect(stage.decisions()).toHaveLength(2);
    expect(new Set(stage.decisions().map((one) => JSON.stringify(one))).size).toBe(1);
    expect(requestIn(stage.decisions()[1])?.clickedAtMs).toBe(firstAtMs);
    stage.decided(verdictOf(String(again.json.decision_id)));
    const last = await post(stage);
    expect([last.statusCode, last.json.state]).toEqual([202, 'recorded']);
    expect(stage.decisions()).toHaveLength(2);
  });

  it('is not taken when the queue is down, and is when it is sent again', async () => {
    const stage = newStage();
    stage.queueFails(new Error('down'));
    const { statusCode, json, headers } = await post(stage);
    expect([statusCode, headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(json.detail).toMatch(/send the same request again/);
    stage.queueFails();
    expect((await post(stage)).statusCode).toBe(202);
    expect(stage.decisions()).toHaveLength(1);
  });

  it('is taken when it is sent again, also where earlier steps of the case had to make room', async () => {
    const stage = newStage();
    const before = entryOf('theirs', 'undone', stage.clock.now() - 3_600_000);
    const undone = decisionOf('theirs', { is: 'undone', by: systemPerson('x', null), atMs: before.atMs });
    stage.decided(verdictOf('theirs', { decision: undone, trail: [before], trimmed: 900 }));
    stage.queueFails(new Error('down'));
    expect((await post(stage)).statusCode).toBe(503);
    stage.queueFails();
    const { statusCode, json } = await post(stage);
    expect([statusCode, json.state]).toEqual([202, 'accepted']);
    expect(stage.decisions()).toHaveLength(1);
  });

  it('is refused with another body under a used key, and taken under the same key of another system', async () => {
    const stage = newStage();
    stage.sendCase('acme', CASE_ID, 'siem');
    await post(stage);
    expect((await post(stage, { body: submittedBody({ outcome: 'TRUE_POSITIVE' }) })).statusCode).toBe(409);
    expect((await post(stage, { to: 'siem' })).statusCode).toBe(202);
    const ids = stage.decisions().map((one) => requestIn(one)?.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('is denied by the rule that counts, which is said, and is in the trail', async () => {
    const stage = newStage();
    const { statusCode, json } = await post(stage, { to: 'duty' });
    expect(statusCode).toBe(403);
    expect(json.detail).toBe(
      'The configuration does not let duty decide this case (destinations.duty.verdicts). Nothing was recorded.',
    );
    expect(stage.queued).toMatchObject([
      { kind: 'denied', by: { surface: 'webhook', id: 'duty' }, what: 'sent SAFE', outcome: 'SAFE' },
    ]);
    expect(stage.submissions.all()).toEqual([]);
  });

  it.each([
    ['a case that was never sent', { case_id: 'other' }, 404],
    ['a domain that is none', { domain: 'nowhere' }, 404],
    ['no comment where one is needed', { outcome: 'DUPLICATE', comment: null }, 422],
    ['an override without a reason', { overrides: 'd1', comment: '' }, 422],
    ['an override of nothing', { overrides: 'd1' }, 422],
    ['a field more', { type: 'case.created' }, 400],
    ['events that are no uuids', { event_ids: ['x'] }, 400],
  ])('is refused for %s', async (_, more, status) => {
    const stage = newStage();
    const { statusCode, json } = await post(stage, { body: submittedBody(more) });
    expect([statusCode, json.status]).toEqual([status, status]);
    expect(json.detail).toMatch(/\.$/);
    expect(stage.decisions()).toEqual([]);
  });

  it('may be signed with a key pair of the system', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const destinations = {
      soar: {
        ...{ type: 'webhook' as const, url: 'https://soar.example.com/hook', secret: '/soar' },
        publicKey: `whpk_${raw.toString('base64')}`,
        verdicts: { allow: { webhooks: ['soar'] } },
      },
    };
    const config = stageConfig({
      destinations,
      routes: [{ name: 'all', to: 'soar' }],
      verdicts: { allow: { webhooks: ['soar'] } },
    });
    // Only the bridge has this key.
    const stage = newStage({
      config,
      secrets: { '/soar': `whsk_${Buffer.alloc(32, 6).toString('base64')}` },
    });
    const request = signedRequest({ body: submittedBody(), atMs: stage.clock.now() });
    expect((await stage.send(request)).statusCode).toBe(401);
    const { 'webhook-id': id, 'webhook-timestamp': time } = request.headers;
    const signature = sign(null, Buffer.from(`${id}.${time}.${request.body}`), privateKey).toString('base64');
    const signed = { ...request, headers: { ...request.headers, 'webhook-signature': `v1a,${signature}` } };
    expect((await stage.send(signed)).statusCode).toBe(202);
  });
});

describe('a request that is not signed', () => {
  it('learns nothing, and nothing is read for it but a secret', async () => {
    const stage = newStage();
    const answers = [
      await post(stage, { secret: secretOf(42) }),
      await post(stage, { to: 'log' }),
      await post(stage, { to: 'nobody' }),
      await ask(stage, 'k1', 'nobody'),
      await stage.send({ path: '/x/verdicts/soar', body: submittedBody() }),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.json).toEqual({
      type: 'about:blank',
      title: 'Not signed',
      status: 401,
      detail: 'The request is not signed as this bridge expects it.',
    });
    expect(stage.reads).toEqual(['/soar']);
  });

  it('costs no more than a look at the secret in a minute, however many there are', async () => {
    const stage = newStage();
    for (let n = 0; n < 300; n++) {
      await post(stage, { secret: secretOf(42), key: `k${n}` });
      stage.clock.advance(1_000);
    }
    expect(stage.reads.length).toBeLessThanOrEqual(6);
    expect(stage.lines.length).toBeLessThan(60);
    expect((await post(stage)).statusCode).toBe(202);
  });
});

describe('a secret that is replaced', () => {
  it('is found with the first request that it signs, and the old one ends within five minutes', async () => {
    const stage = newStage();
    expect((await post(stage, { key: 'a' })).statusCode).toBe(202);
    stage.clock.advance(61_000);
    stage.secrets['/soar'] = `${secretOf(8)} ${secretOf(1)}`;
    expect((await post(stage, { key: 'b', secret: secretOf(8) })).statusCode).toBe(202);
    expect((await post(stage, { key: 'c' })).statusCode).toBe(202);
    stage.secrets['/soar'] = secretOf(8);
    stage.clock.advance(5 * 60_000);
    expect((await post(stage, { key: 'd' })).statusCode).toBe(401);
  });

  it('goes on with what it knows while secrets cannot be read', async () => {
    const stage = newStage();
    await post(stage, { key: 'a' });
    delete stage.secrets['/soar'];
    stage.clock.advance(10 * 60_000);
    expect((await post(stage, { key: 'b' })).statusCode).toBe(202);
  });
});

describe('what became of a verdict', () => {
  it('is told under its key, to the system that sent it alone', async () => {
    const stage = newStage();
    const { json } = await post(stage);
    expect((await ask(stage)).json).toEqual(json);
    expect((await ask(stage, 'k2')).statusCode).toBe(404);
    expect((await ask(stage, 'k1', 'siem')).statusCode).toBe(404);
    expect(JSON.stringify((await ask(stage)).headers)).toContain('no-store');
  });
});
