/**
 * Prints the manifest of the Slack app for a configuration: `npm run --silent slack:manifest -- --url https://...`.
 * The manifest goes to stdout and everything for people to stderr, so that it can be piped.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createManifest, LONGEST_NAME, SCOPE_REASONS } from '../lib/chats/slack/manifest.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { ConfigError } from '../lib/config/schema/problem.ts';

const USAGE = `npm run slack:manifest -- [flags]
  --url URL      where Slack sends clicks to, as the deployment printed it
  --config FILE  another configuration than bridge.config.ts
  --name NAME    what the app is called in Slack; "Posture Bridge" unless given
  --no-history   without the right to read its channels`;

const PLACEHOLDER = 'https://example.com/replace-this-after-the-first-deployment';

class UsageError extends Error {}

async function main(): Promise<void> {
  const { url, config: path, name, 'no-history': noHistory, help } = readFlags();
  if (help) return console.log(USAGE);
  const requestUrl = url === undefined ? PLACEHOLDER : checkedUrl(url);
  if (name !== undefined && (name.trim() === '' || name.length > LONGEST_NAME)) {
    throw new UsageError(`--name has to have 1 to ${LONGEST_NAME} characters`);
  }
  const config = await readConfig(path);
  const manifest = createManifest({ config, requestUrl, name, history: !noHistory });
  console.log(JSON.stringify(manifest, null, 2));
  explain(manifest.oauth_config.scopes.bot, config, url === undefined);
}

function explain(scopes: readonly string[], config: BridgeConfig, placeholder: boolean): void {
  console.error('\nPaste it at https://api.slack.com/apps under "Create New App", "From a manifest".');
  console.error('What it asks for:');
  for (const scope of scopes) console.error(`  ${scope}: ${SCOPE_REASONS[scope]}`);
  const destinations = Object.values(config.destinations);
  if (!destinations.some(({ type }) => type === 'slack')) {
    console.error('Note: this configuration has no Slack destination yet.');
  }
  if (placeholder) {
    console.error('Note: without --url the request URL is a placeholder, and clicks will not arrive.');
    console.error('Deploy, run this again with --url, and put the result under "App Manifest" of the app.');
  }
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        config: { type: 'string', default: 'bridge.config.ts' },
        name: { type: 'string' },
        'no-history': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) {
    throw new UsageError('--url has to be an https address: Slack sends clicks to no other');
  }
  return url.href;
}

async function readConfig(path: string): Promise<BridgeConfig> {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  const { default: config } = (await import(pathToFileURL(resolve(path)).href)) as { default: BridgeConfig };
  return config;
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
