import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../lib/base/seal.ts';
import { isProven, readProven, withProof } from '../../../lib/verdict/click-proof.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';

const seal = createSeal({ secret: Buffer.alloc(32, 1) });
const by = { surface: 'slack', id: 'U1', name: 'anna "proof":"x"}' };
const MESSAGE: VerdictMessage = {
  ...{ v: 1, kind: 'undo', domain: 'acme', caseId: 'c1', reply: null, decisionId: 'd1' },
  ...{ by, place: 'soc', clickId: 'k1', atMs: 5 },
};
const TEXT = writeVerdictMessage(MESSAGE);
const read = (body: string) => readProven(readVerdictMessage(body), body, seal);
const UNREADABLE = { ok: false, mayBecomeReadable: true, reason: expect.stringContaining('no valid proof') };

describe('a click in the verdict queue', () => {
  it('counts with the proof that the action function accepted it', () => {
    const body = withProof(TEXT, seal);
    expect(isProven(body, seal)).toBe(true);
    expect(read(body)).toEqual({ ok: true, message: MESSAGE });
  });

  it('is quarantined when somebody else sent it, altered it, or proved something else', () => {
    const proven = withProof(TEXT, seal);
    const forged = [
      TEXT,
      proven.replace('"U1"', '"U2"'),
      proven.replace('"undo"', '"approve"'),
      proven.replace(/"proof":"(.)/, (_, first) => `"proof":"${first === 'A' ? 'B' : 'A'}`),
      proven.replace(/"\}$/, '","extra":1}'),
      withProof(TEXT, createSeal({ secret: Buffer.alloc(32, 2) })),
      withProof(TEXT, { of: (text) => seal.of(text.replace(/^click /, 'button ')) }),
    ];
    for (const body of forged) expect(read(body), body).toMatchObject(UNREADABLE);
  });

  it('that only moves on what was accepted needs none, but then nobody is answered', () => {
    const { v, domain, caseId } = { ...MESSAGE };
    const reply = { surface: 'slack', responseUrl: 'https://hooks.slack.com/services/a' } as const;
    const body = writeVerdictMessage({
      ...{ v, domain, caseId, kind: 'post', decisionId: 'd1' },
      reply,
    });
    expect(read(body)).toMatchObject({ ok: true, message: { reply: null } });
    expect(read(withProof(body, seal))).toMatchObject({ ok: true, message: { reply } });
  });
});
