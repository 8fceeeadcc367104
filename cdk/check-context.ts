import { nearest } from '../lib/config/schema/nearest.ts';
import { SettingError } from './setting-error.ts';

/** Our own `-c` settings; all others are CDK's. */
const SETTINGS = ['config', 'name', 'table', 'home', 'protect'] as const;
export type Setting = (typeof SETTINGS)[number];

/** A mistyped setting would be ignored, and a new, empty table deployed in place of a restored one. */
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
