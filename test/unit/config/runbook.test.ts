import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';

const bridge = (runbook?: string) =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://posture.example.com', apiKey: '/pb/acme/api-key' } },
    slack: { signingSecret: '/pb/slack/signing-secret', botToken: '/pb/slack/bot-token' },
    destinations: { soc: { type: 'slack', channel: 'C0SOC0CASES' } },
    verdicts: { allow: 'anyone-in-channel' },
    routes: [{ name: 'everything', to: 'soc', ...(runbook ? { runbook } : {}) }],
  });

describe('the runbook of a route', () => {
  it('is an https address, and may lead to a place on its page', () => {
    const url = 'https://wiki.acme.example/soc?page=7#fraud';
    expect(bridge(url).routes[0]?.runbook).toBe(url);
    expect(bridge().routes[0]?.runbook).toBeUndefined();
  });

  it.each([
    ['http://wiki.acme.example/soc', 'must be an https address'],
    ['javascript:alert(1)', 'must be an https address'],
    ['wiki', 'must be an address'],
    ['https://ada:secret@wiki.acme.example', 'must not hold a user or a password'],
    [`https://wiki.acme.example/${'x'.repeat(250)}`, 'must be at most 250 characters long'],
  ])('is not %s', (url, problem) => {
    expect(() => bridge(url)).toThrow(problem);
  });
});
