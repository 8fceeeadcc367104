import { expect, it } from 'vitest';
import { checkContext } from '../../cdk/check-context.ts';
import settings from '../../cdk.json' with { type: 'json' };

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
