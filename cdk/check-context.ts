import { nearest } from '../lib/config/schema/nearest.ts';
import { SettingError } from './setting-error.ts';

/** What `-c` sets for us; all else is CDK's own. */
const SETTINGS = ['config', 'name', 'table', 'home'] as const;
export type Setting = (typeof SETTINGS)[number];

/** A setting that was mistyped would be ignored, and a new, empty table be deployed in the place of a restored one. */
export function checkContext(keys: readonly string[]): void {
  for (const key of keys) {
    // `@aws-cdk/...`, `aws:cdk:...`, `availability-zones:account=...`
    if (/[@:/]/.test(key) || SETTINGS.some((known) => known === key)) continue;
    const meant = nearest(key, SETTINGS);
    if (meant !== undefined) {
      throw new SettingError(`-c ${key}=... is no setting of the bridge: did you mean -c ${meant}=...?`);
    }
  }
}
