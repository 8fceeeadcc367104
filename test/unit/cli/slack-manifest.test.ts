import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { createManifest, SCOPE_REASONS } from '../../../cli/commands/slack-app/manifest.ts';
import { toAskIn } from '../../../lib/config/authority.ts';
import { scopesFor as scopesOf } from '../../../lib/config/chats/slack-schema.ts';
import type { BridgeConfig, VerdictsConfig } from '../../../lib/config/define-bridge.ts';
import { bundleForNode } from '../../support/bundle-for-node.ts';

const allowing = (allow: VerdictsConfig['allow'], more: object = {}) =>
  ({
    ...{
      domains: {},
      routes: [],
      destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
      people: {},
    },
    verdicts: { allow, guests: 'may-not', ...more },
  }) as unknown as BridgeConfig;
const scopesFor = (config: BridgeConfig, history: boolean) => scopesOf(toAskIn(config, 'slack'), history);
const NOBODY = { slackUsers: [], slackGroups: [], teamsUsers: [], teamsGroups: [], people: [] };

describe('the manifest', () => {
  it('says where clicks go, and turns off what would break them', () => {
    const requestUrl = 'https://x.example/slack';
    const { settings, features } = createManifest({ config: {} as never, requestUrl, name: 'SOC' });
    expect(settings).toEqual({
      interactivity: { is_enabled: true, request_url: requestUrl },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    });
    expect(features.bot_user.display_name).toBe('SOC');
  });

  it('lets an organization install it where one is configured, and only there', () => {
    const deploy = (...teamId: string[]) =>
      createManifest({ config: { slack: { teamId } } as never, requestUrl: 'https://x.example' }).settings
        .org_deploy_enabled;
    expect(deploy('T0123ABCD')).toBe(false);
    expect(deploy('E0123ABCD')).toBe(true);
    expect(deploy('T0123ABCD', 'E0123ABCD')).toBe(true);
  });

  it('has the command where somebody may decide, and only there', () => {
    const requestUrl = 'https://x.example/slack';
    const asked = createManifest({ config: allowing('anyone-in-channel'), requestUrl });
    expect(asked.features.slash_commands).toMatchObject([
      { command: '/posture', url: requestUrl, should_escape: false },
    ]);
    expect(asked.oauth_config.scopes.bot).toContain('commands');
    expect(SCOPE_REASONS.commands).toBeTruthy();
    const silent = createManifest({
      config: { ...allowing('anyone-in-channel'), verdicts: undefined },
      requestUrl,
    });
    expect(silent.features.slash_commands).toBeUndefined();
    expect(silent.oauth_config.scopes.bot).not.toContain('commands');
  });

  it('asks for no right that the configuration does not need', () => {
    const base = ['chat:write', 'channels:history', 'groups:history'];
    expect(scopesFor(allowing('anyone-in-channel'), true)).toEqual([...base, 'users:read']);
    expect(scopesFor(allowing('anyone-in-channel', { guests: 'may' }), true)).toEqual([
      ...base,
      'users:read',
    ]);
    expect(scopesFor(allowing({ ...NOBODY, slackUsers: ['U0123ABCD'] }), false)).toEqual([
      'chat:write',
      'users:read',
    ]);
    expect(scopesFor(allowing({ ...NOBODY, slackGroups: ['S0123ABCD'] }), true)).toEqual([
      ...base,
      'usergroups:read',
      'users:read',
    ]);
    const scoped = {
      destinations: { soc: { type: 'slack', channel: 'C0', verdicts: { allow: 'anyone-in-channel' } } },
    };
    const named = allowing({ ...NOBODY, slackUsers: ['U0123ABCD'] });
    expect(scopesFor({ ...named, ...(scoped as object) } as BridgeConfig, true)).toEqual([
      ...base,
      'users:read',
    ]);
    expect(scopesFor({ ...named, verdicts: undefined }, false)).toEqual(['chat:write']);
    const both = {
      soc: { type: 'slack', channel: 'C0123ABCD' },
      mdr: { type: 'teams', channel: '19:x@thread.tacv2' },
    };
    const all = scopesFor(
      { ...allowing('anyone-in-channel'), destinations: both } as unknown as BridgeConfig,
      true,
    );
    expect(all).toEqual([...base, 'users:read', 'users:read.email']);
    for (const scope of [...all, 'usergroups:read']) expect(SCOPE_REASONS[scope]).toBeTruthy();
  });
});

describe('npx posture-bridge slack manifest', () => {
  let [bundle, config] = ['', ''];
  beforeAll(async () => {
    [bundle, config] = await Promise.all([
      bundleForNode('cli/main.ts', 'manifest'),
      bundleForNode('bridge.config.ts'),
    ]);
  });
  const start = (...args: string[]) => spawnSync('node', args, { encoding: 'utf8' });
  const run = (...flags: string[]) => start(bundle, 'slack', 'manifest', '--config', config, ...flags);

  it('prints JSON alone to stdout, and what is left to do to stderr', () => {
    const { stdout, stderr, status } = start('cli/bridge.mjs', 'slack', 'manifest');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).settings.interactivity.request_url).toMatch(/^https:\/\/example\.com\/replace/);
    expect(stderr).toMatch(/placeholder/);
  });

  it('takes the address of the deployment, which has to be https', () => {
    const given = run('--url', 'https://abc.execute-api.eu-west-1.amazonaws.com/slack');
    expect(given.stdout).toContain('"https://abc.execute-api.eu-west-1.amazonaws.com/slack"');
    expect(given.stderr).not.toMatch(/placeholder/);
    expect(run('--url', 'http://abc.example/').status).toBe(2);
  });
});
