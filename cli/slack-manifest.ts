/**
 * Prints the manifest of the Slack app for a configuration: `npm run --silent slack:manifest -- --url https://...`.
 * The manifest goes to stdout and everything for people to stderr, so that it can be piped.
 */
import { slackConfig } from '../lib/chats/slack/chat-config.ts';
import { createManifest, LONGEST_NAME, SCOPE_REASONS } from '../lib/chats/slack/manifest.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { linesOf, print, printAside } from '../lib/platform/terminal.ts';
import { readConfig, readFlags, run, UsageError } from './command.ts';

const USAGE = `npm run slack:manifest -- [flags]
  --url URL      where Slack sends clicks to, as the deployment printed it
  --config FILE  another configuration than bridge.config.ts
  --name NAME    what the app is called in Slack; "Posture Bridge" unless given
  --no-history   without the right to read its channels`;

const PLACEHOLDER = 'https://example.com/replace-this-after-the-first-deployment';

async function main(): Promise<void> {
  const { url, name, help, ...flags } = readFlags({
    url: { type: 'string' },
    config: { type: 'string', default: 'bridge.config.ts' },
    name: { type: 'string' },
    'no-history': { type: 'boolean', default: false },
  });
  if (help) return print(...linesOf(USAGE));
  const requestUrl = url === undefined ? PLACEHOLDER : checkedUrl(url);
  if (name !== undefined && (name.trim() === '' || name.length > LONGEST_NAME)) {
    throw new UsageError(`--name has to have 1 to ${LONGEST_NAME} characters`);
  }
  const config = await readConfig(flags.config);
  const manifest = createManifest({ config, requestUrl, name, history: !flags['no-history'] });
  print(...linesOf(JSON.stringify(manifest, null, 2)));
  explain(manifest.oauth_config.scopes.bot, config, url === undefined);
}

function explain(scopes: readonly string[], config: BridgeConfig, placeholder: boolean): void {
  const { appsUrl } = slackConfig(config).cloud;
  printAside('', `Paste it at ${appsUrl} under "Create New App", "From a manifest".`);
  printAside('What it asks for:');
  for (const scope of scopes) printAside(`  ${scope}: ${SCOPE_REASONS[scope]}`);
  const destinations = Object.values(config.destinations);
  if (!destinations.some(({ type }) => type === 'slack')) {
    printAside('Note: this configuration has no Slack destination yet.');
  }
  if (placeholder) {
    printAside('Note: without --url the request URL is a placeholder, and clicks will not arrive.');
    printAside('Deploy, run this again with --url, and put the result under "App Manifest" of the app.');
  }
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) {
    throw new UsageError('--url has to be an https address: Slack sends clicks to no other');
  }
  return url.href;
}

run(USAGE, main);
