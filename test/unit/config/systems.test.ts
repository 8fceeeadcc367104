import { describe, expect, it } from 'vitest';
import { canBeDecided, decidingWebhooks } from '../../../lib/config/authority.ts';
import { type BridgeInput, checkBridge, defineBridge } from '../../../lib/config/define-bridge.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';

const hook = (name: string, more: object = {}) => ({
  type: 'webhook' as const,
  url: `https://${name}.example.com/hook`,
  secret: `/${name}`,
  ...more,
});
const itself = { verdicts: { allow: { webhooks: ['soar'] } } };

/** A bridge with two webhooks and no chat. */
const bridge = (soar: object = {}, more: object = {}): BridgeInput =>
  ({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    destinations: { soar: hook('soar', soar), siem: hook('siem') },
    routes: [{ name: 'all', to: ['soar', 'siem'] }],
    verdicts: { allow: { webhooks: ['soar'] } },
    ...more,
  }) as BridgeInput;

const complaints = (input: unknown): string[] => {
  const checked = checkBridge(input);
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
};

describe('the systems that may decide', () => {
  it('are those that any part of the configuration names, and no others', () => {
    const names = (input: BridgeInput) => decidingWebhooks(defineBridge(input)).map(([name]) => name);
    expect(names(bridge())).toEqual(['soar']);
    expect(names(bridge(itself, { verdicts: { allow: 'anyone-in-channel' } }))).toEqual(['soar']);
    expect(names(bridge({}, { verdicts: { allow: 'anyone-in-channel' } }))).toEqual([]);
    expect(canBeDecided(defineBridge(bridge()))).toBe(true);
    expect(canBeDecided(defineBridge(bridge({}, { verdicts: { allow: 'anyone-in-channel' } })))).toBe(false);
  });

  it.each<[string, unknown, string]>([
    [
      'a webhook that is none',
      bridge({}, { verdicts: { allow: { webhooks: ['sora'] } } }),
      'verdicts.allow.webhooks[0]: unknown webhook "sora", did you mean "soar"?',
    ],
    [
      'links of a system that may not decide',
      bridge({}, { destinations: { soar: hook('soar'), siem: hook('siem', { links: true }) } }),
      'destinations.siem.links: would lead nowhere: no allow.webhooks names siem, so nothing that comes from there may decide',
    ],
    [
      'a secret that two systems share',
      bridge({ secret: ['/siem', '/soar'] }),
      'destinations.soar.secret: is that of destinations.siem too: what one of them sends would count as sent by the other',
    ],
    [
      'a public key that is none',
      bridge({ publicKey: 'whpk_AAAA' }),
      'destinations.soar.publicKey: must be whpk_ and the base64 of the 32 bytes of a public key of Ed25519',
    ],
  ])('are not told by %s', (_, input, complaint) => {
    expect(complaints(input)).toContain(complaint);
  });

  it('are warned of where what is said can never count', () => {
    const warnings = (input: BridgeInput) =>
      findWarnings(defineBridge(input), Date.parse('2026-11-15T12:00:00Z')).map(
        ({ path, message }) => `${path}: ${message}`,
      );
    const destinations = { soar: hook('soar'), siem: hook('siem', itself) };
    expect(warnings(bridge({}, { destinations }))).toContain(
      'destinations.siem.verdicts.allow: never counts: only siem itself can decide there, and it is not among its webhooks',
    );
    expect(warnings(bridge(itself)).filter((one) => one.includes('never counts'))).toEqual([]);
  });
});
