import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import { webhookPart } from '../../../../local/start/webhook-part.ts';

const hook = (name: string, more: object = {}) => ({
  type: 'webhook' as const,
  url: `http://127.0.0.1:8080/${name}`,
  secret: `/${name}/secret`,
  local: true,
  ...more,
});
const partOf = (destinations: BridgeInput['destinations']) =>
  webhookPart(
    defineBridge({
      domains: { acme: { baseUrl: 'https://posture.example/api', apiKey: '/acme/key' } },
      slack: { signingSecret: '/slack/secret', botToken: '/slack/token' },
      destinations: { soc: { type: 'slack', channel: 'C0SOC0CASES' }, ...destinations },
      routes: [{ to: ['soc', ...Object.keys(destinations)] }],
      verdicts: { allow: 'anyone-in-channel' },
    }),
  );

describe('the webhooks of a bridge on one machine', () => {
  const VerdictsUrl = 'http://127.0.0.1:3/x/verdicts';
  const part = partOf({
    soar: hook('soar', { verdicts: { allow: { webhooks: ['soar'] } } }),
    siem: hook('siem', { secret: ['/siem/new', '/siem/old'] }),
  });
  const said = new Map(part?.more({ VerdictsUrl }));

  it('have secrets that sign, one for each parameter', () => {
    const secrets = Object.values(part?.secrets ?? {});
    expect(Object.keys(part?.secrets ?? {})).toEqual(['/soar/secret', '/siem/new', '/siem/old']);
    expect(new Set(secrets).size).toBe(3);
    for (const secret of secrets) expect(() => new Webhook(secret).sign('a', new Date(), '')).not.toThrow();
  });

  it('are told to people with what the receiver needs', () => {
    expect(said.get('soar')).toBe('http://127.0.0.1:8080/soar');
    expect(said.get('secret of soar')).toBe(part?.secrets['/soar/secret']);
    expect(said.get('secret of siem')?.split(' ')).toEqual([
      part?.secrets['/siem/new'],
      part?.secrets['/siem/old'],
    ]);
  });

  it('are told where verdicts go, if they may decide', () => {
    expect(said.get('verdicts of soar')).toBe(`${VerdictsUrl}/soar`);
    expect(said.has('verdicts of siem')).toBe(false);
  });

  it('are not mentioned where there are none', () => expect(partOf({})).toBeNull());
});
