import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../lib/platform/seal.ts';
import { isProven, readProven, withProof } from '../../../lib/verdict/click-proof.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';

const HOUR = 3_600_000;
const SINCE = 1_000;
const seal = createSeal({ secret: Buffer.alloc(32, 1), createdAtMs: SINCE });
const by = { surface: 'slack', id: 'U1', name: 'anna "proof":"x"}' };
const MESSAGE: VerdictMessage = {
  ...{ v: 1, kind: 'undo', domain: 'acme', caseId: 'c1', reply: null, decisionId: 'd1' },
  ...{ by, place: 'soc', clickId: 'k1', atMs: 5 },
};
const TEXT = writeVerdictMessage(MESSAGE);
const read = (body: string, sentAtMs: number, nowMs = sentAtMs) =>
  readProven(readVerdictMessage(body), { body, sentAtMs, nowMs }, seal);
const RESTS = { ok: false, mayBecomeReadable: true, reason: expect.stringContaining('no valid proof') };

describe('a click in the verdict queue', () => {
  it('counts with the proof that the action function accepted it', () => {
    const body = withProof(TEXT, seal);
    expect(isProven(body, seal)).toBe(true);
    expect(read(body, SINCE + 9 * HOUR)).toEqual({ ok: true, message: MESSAGE });
  });

  it('rests when somebody else sent it, altered it, or proved something else', () => {
    const proven = withProof(TEXT, seal);
    const forged = [
      TEXT,
      proven.replace('"U1"', '"U2"'),
      proven.replace('"undo"', '"approve"'),
      proven.replace(/"proof":"(.)/, (_, first) => `"proof":"${first === 'A' ? 'B' : 'A'}`),
      proven.replace(/"\}$/, '","extra":1}'),
      withProof(TEXT, createSeal({ secret: Buffer.alloc(32, 2), createdAtMs: 0 })),
      withProof(TEXT, { of: (text) => seal.of(text.replace(/^click /, 'button ')) }),
    ];
    for (const body of forged) expect(read(body, SINCE + 2 * HOUR), body).toMatchObject(RESTS);
  });

  it('of a version without proofs is taken while that is being replaced, and not after', () => {
    expect(read(TEXT, SINCE + HOUR - 1)).toMatchObject({ ok: true });
    expect(read(TEXT, SINCE + HOUR)).toMatchObject(RESTS);
    // Whoever calls the function itself says of a message what they like.
    expect(read(TEXT, 1, SINCE + 14 * 24 * HOUR)).toMatchObject({ ok: true });
    expect(read(TEXT, 1, SINCE + 15 * 24 * HOUR)).toMatchObject(RESTS);
    // What has a proof has to have the right one, also then.
    expect(read(withProof(TEXT, seal).replace('"U1"', '"U2"'), SINCE)).toMatchObject(RESTS);
  });

  it('that only moves on what was accepted needs none, but then nobody is answered', () => {
    const { v, domain, caseId } = { ...MESSAGE };
    const reply = { surface: 'slack', responseUrl: 'https://hooks.slack.com/services/a' } as const;
    const body = writeVerdictMessage({
      ...{ v, domain, caseId, kind: 'post', decisionId: 'd1' },
      reply,
    });
    expect(read(body, SINCE + 9 * HOUR)).toMatchObject({ ok: true, message: { reply: null } });
    expect(read(withProof(body, seal), SINCE + 9 * HOUR)).toMatchObject({ ok: true, message: { reply } });
  });
});
