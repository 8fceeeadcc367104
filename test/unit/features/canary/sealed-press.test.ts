import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../../lib/base/seal.ts';
import { CANARY_DOMAIN } from '../../../../lib/config/canary.ts';
import { type CanaryAppParts, createCanaryApp } from '../../../../lib/features/canary/canary-app.ts';
import {
  PRESS_VALID_MS,
  PROOF_HEADER,
  readPress,
  writePress,
} from '../../../../lib/features/canary/sealed-press.ts';
import type { VerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const ID = '7bb0c971-9d71-4402-ae4e-948e3b83d34e';
const CANARY = { id: ID, destination: 'ops' };
const seal = createSeal({ secret: Buffer.alloc(32, 1) });
const otherSeal = createSeal({ secret: Buffer.alloc(32, 2) });
const sealed = (body: unknown, by = seal) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { body: text, proof: by.of(`canary-press.v1.${text}`) };
};

function createDoor({
  hasKey = true,
  fails = false,
  standing = 'posted',
}: {
  hasKey?: boolean;
  fails?: boolean;
  standing?: Awaited<ReturnType<CanaryAppParts['standingOf']>>;
} = {}) {
  const clock = createManualClock();
  const queued: VerdictMessage[] = [];
  const destinations = {
    ops: { type: 'slack', channel: 'C0OPS00001' },
    flow: { type: 'teams', workflowUrl: '/x' },
    hook: { type: 'webhook', url: 'https://hook.example.com', secret: '/x' },
  };
  let looks = 0;
  const app = createCanaryApp({
    config: { destinations } as never,
    seal: async () => (hasKey ? seal : null),
    async standingOf() {
      looks++;
      return standing;
    },
    async queue(message) {
      if (fails) throw new Error('no queue');
      queued.push(message);
    },
    clock,
    log: () => undefined,
  });
  const send = async ({ body, proof }: { body: string; proof: string }) =>
    (
      await app.fetch(new Request('https://function.invalid/canary', { method: 'POST' }), {
        rawBody: Buffer.from(body),
        sentHeaders: { [PROOF_HEADER]: proof },
      })
    ).status;
  return { clock, queued, send, looks: () => looks };
}

describe('a press of a canary', () => {
  it('becomes one decision about the canary, and is the same however often it comes', async () => {
    const { clock, queued, send } = createDoor();
    const press = writePress(CANARY, seal, clock.now());
    expect([await send(press), await send(press)]).toEqual([202, 202]);
    expect(queued[1]).toEqual(queued[0]);
    expect(queued[0]).toMatchObject({ kind: 'decide', domain: CANARY_DOMAIN, caseId: ID });
  });

  it('is taken only with the key of canaries, for a canary that was posted, at a channel that takes one', async () => {
    const { clock, queued, send, looks } = createDoor();
    const now = clock.now();
    const press = { v: 1, canary: ID, destination: 'ops', atMs: now };
    const genuine = sealed(press);
    const forgeries = [
      { ...genuine, proof: '' },
      { ...genuine, proof: genuine.proof.toLowerCase() },
      { ...genuine, proof: `${genuine.proof}A` },
      { ...genuine, body: `${genuine.body} ` },
      sealed(press, otherSeal),
      // A proof of something else by the same key.
      { body: genuine.body, proof: seal.of(genuine.body) },
      // What a real decision would need.
      sealed({ ...press, domain: 'acme' }),
      sealed({ ...press, outcome: 'TRUE_POSITIVE' }),
      sealed({ ...press, by: { surface: 'slack', id: 'U0ADA', name: 'Ada' } }),
      sealed({ ...press, canary: 'a case of acme' }),
      sealed({ ...press, canary: `${ID}#x` }),
      sealed({ ...press, v: 2 }),
      sealed({ ...press, atMs: now - PRESS_VALID_MS - 1 }),
      sealed({ ...press, atMs: now + PRESS_VALID_MS + 1 }),
      sealed({ ...press, atMs: null }),
      sealed('{'),
      sealed('null'),
      sealed({ ...press, destination: 'x'.repeat(2_000) }),
    ];
    for (const forgery of forgeries) expect(await send(forgery), forgery.body).toBe(401);
    expect(looks()).toBe(0);
    for (const destination of ['hook', 'flow', 'gone', '__proto__', 'constructor'])
      expect(await send(sealed({ ...press, destination })), destination).toBe(404);
    expect(queued).toEqual([]);
  });

  it('opens nothing before there is a key, and for what was never posted', async () => {
    const shut = createDoor({ hasKey: false });
    expect(await shut.send(writePress(CANARY, seal, shut.clock.now()))).toBe(401);
    const never = createDoor({ standing: 'not posted' });
    expect(await never.send(writePress(CANARY, seal, never.clock.now()))).toBe(404);
    expect(never.queued).toEqual([]);
  });

  it('is queued no more once it was decided, however often it comes', async () => {
    const { clock, queued, send } = createDoor({ standing: 'decided' });
    const press = writePress(CANARY, seal, clock.now());
    for (let n = 0; n < 100; n++) expect(await send(press)).toBe(202);
    expect(queued).toEqual([]);
  });

  it('is not taken when the queue does not have it', async () => {
    const { clock, send } = createDoor({ fails: true });
    expect(await send(writePress(CANARY, seal, clock.now()))).toBe(503);
  });

  it('reads what it wrote', () => {
    expect(readPress(writePress(CANARY, seal, 5), seal, 5)).toEqual({ ...CANARY, atMs: 5 });
  });
});
