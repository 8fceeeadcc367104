import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../../lib/base/seal.ts';
import { readTarget, type Target, writeTarget } from '../../../../lib/chats/document/button-target.ts';
import { findPressProblem } from '../../../../lib/chats/presses/check-press.ts';
import { SEAL } from '../../../support/sealed.ts';
import { CASE } from '../document/stories.ts';

const TARGET: Target = {
  ...{ domain: 'acme', caseId: CASE.case_id, destination: 'soc', createdAtMs: 1_731_600_000_000 },
  decisionId: 'd1',
};
const HERE = { surface: 'slack', channelId: 'C0SOC0001' };
const config = {
  domains: { acme: {}, other: {} },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0001' },
    partner: { type: 'slack', channel: 'C0PARTNER' },
  },
} as never;

/** What the ledger says was shown, and where. */
const shownAt = (channel: string) => async () => ({
  delivery: {
    key: { domain: 'acme', destination: 'soc' },
    content: { kind: 'case' as const, item: CASE, trimmed: [] },
    memory: null,
    main: { ref: { channel, ts: '1.0' } },
  },
});
const nothing = async () => null;
const read = (value: string | null) => readTarget(value, SEAL) ?? expect.fail('unreadable');
const sealed = (target: Target = TARGET) => read(writeTarget(target, SEAL.of));

describe('what a button carries', () => {
  it('counts as the bridge wrote it, without a look at the ledger', async () => {
    const lookUp = () => expect.fail('looked up');
    expect(await findPressProblem({ config, lookUp }, sealed(), HERE)).toBeNull();
  });

  it('is refused when any of it was altered, added or taken away', () => {
    const text = writeTarget(TARGET, SEAL.of) ?? '';
    const written = JSON.parse(text) as Record<string, unknown>;
    fc.assert(
      fc.property(fc.constantFrom('d', 'c', 'n', 't', 'x', 's'), fc.anything(), (name, value) => {
        fc.pre(JSON.stringify(value) !== JSON.stringify(written[name]) && value !== undefined);
        const altered = readTarget(JSON.stringify({ ...written, [name]: value }), SEAL);
        expect(altered?.origin ?? 'unreadable').not.toBe('genuine');
      }),
    );
    const { x: _, ...without } = written;
    expect(readTarget(JSON.stringify(without), SEAL)?.origin).toBe('altered');
  });

  it('is refused when it was sealed with another key, or as something else', () => {
    const foreign = createSeal({ secret: Buffer.alloc(32, 8) });
    expect(readTarget(writeTarget(TARGET, foreign.of), SEAL)?.origin).toBe('altered');
    const asForm = writeTarget(TARGET, (text) => SEAL.of(text.replace(/^button /, 'form ')));
    expect(readTarget(asForm, SEAL)?.origin).toBe('altered');
    expect(readTarget(writeTarget(TARGET, SEAL.of), null)?.origin).toBe('altered');
  });
});

describe('a press', () => {
  it.each([
    ['on an altered button', nothing, { ...sealed(), origin: 'altered' as const }, HERE, 'altered'],
    ['of a domain that is not ours', nothing, sealed({ ...TARGET, domain: 'evil' }), HERE, 'not-known'],
    [
      'of a domain named like a method',
      nothing,
      sealed({ ...TARGET, domain: 'toString' }),
      HERE,
      'not-known',
    ],
    ['in another channel', nothing, sealed(), { ...HERE, channelId: 'C0PARTNER' }, 'other-channel'],
    ['nowhere', nothing, sealed(), { ...HERE, channelId: null }, 'other-channel'],
    ['in another chat', nothing, sealed(), { ...HERE, surface: 'teams' }, 'other-channel'],
    [
      'in the channel where a moved destination was',
      shownAt('C0OLD0001'),
      sealed(),
      { ...HERE, channelId: 'C0OLD0001' },
      null,
    ],
    ['on a button without a seal', shownAt('C0SOC0001'), read(writeTarget(TARGET)), HERE, 'altered'],
  ] as const)('%s', async (_, lookUp, pressed, where, amiss) => {
    expect(await findPressProblem({ config, lookUp }, pressed, where)).toBe(amiss);
  });
});
