import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeInput } from '../../lib/config/define-bridge.ts';

/** A configuration as JSON, which commands for plain Node can read. Removed with its folder by `remove`. */
export function writeConfigFile(more: Partial<BridgeInput> = {}): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'config-file-'));
  const path = join(folder, 'bridge.config.json');
  const config: BridgeInput = {
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/acme/key' } },
    slack: { signingSecret: '/slack/secret', botToken: '/slack/token' },
    destinations: { soc: { type: 'slack', channel: 'C0SOC00001' } },
    routes: [{ name: 'all', to: 'soc' }],
    verdicts: { allow: 'anyone-in-channel' },
    ...more,
  };
  writeFileSync(path, JSON.stringify(config));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
