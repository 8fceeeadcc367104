import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bundleFunctions } from '../../cdk/bundle-functions.ts';
import { checkContext } from '../../cdk/check-context.ts';
import { addBridge, createApp } from '../../cdk/synth-bridge.ts';
import settings from '../../cdk.json' with { type: 'json' };
import { least, type Synthesized } from './synthesized.ts';

it.each([
  ['tabel', 'table'],
  ['Table', 'table'],
  ['tables', 'table'],
  ['nmae', 'name'],
  ['confg', 'config'],
  ['hom', 'home'],
])('-c %s is refused, with the setting that was meant', (key, meant) => {
  expect(() => checkContext(['name', key])).toThrow(
    `-c ${key}=... is no setting of the bridge: did you mean -c ${meant}=...?`,
  );
});

it("leaves our own settings and CDK's alone", () => {
  const own = Object.keys(settings.context);
  const ofCdk = ['aws:cdk:enable-asset-metadata', 'availability-zones:account=1:region=x', 'cli-telemetry'];
  expect(() => checkContext([...own, ...ofCdk, 'config', 'name', 'table', 'home'])).not.toThrow();
});

it('gives every role the boundary that a cdk.json of the user names', async () => {
  // As CDK's command line hands it over.
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify({ '@aws-cdk/core:permissionsBoundary': { name: 'Teams' } }));
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = createApp({ checked: false });
  await addBridge(app, { config: least() });
  const { Resources } = app.synth().getStackByName('posture-bridge').template as Synthesized['template'];
  const roles = Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Role');
  expect(roles.length).toBeGreaterThan(3);
  for (const { Properties } of roles)
    expect(JSON.stringify(Properties.PermissionsBoundary)).toContain(':policy/Teams');
});

it('writes functions that Lambda may read, whatever the umask is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'umask-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A worker cannot set its umask: files that nobody else may read are already there.
  const { poll } = await bundleFunctions(least(), folder);
  chmodSync(join(poll, 'bridge.config.mjs'), 0o600);
  chmodSync(join(poll, 'index.mjs'), 0o600);
  await bundleFunctions(least(), folder);
  for (const file of ['index.mjs', 'bridge.config.mjs'])
    expect(statSync(join(poll, file)).mode & 0o777).toBe(0o644);
});
