import { jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { slackConfig } from '../../lib/chats/slack/chat-config.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { createManifest, LONGEST_NAME, SCOPE_REASONS } from './slack-app/manifest.ts';

const PLACEHOLDER = 'https://example.com/replace-this-after-the-first-deployment';

export default defineCommand({
  name: 'slack manifest',
  group: 'Set up',
  page: 'slack.md#3-the-app',
  summary: 'Prints the manifest of the Slack app for a configuration. What is for people goes to stderr.',
  flags: {
    url: { type: 'string', value: 'URL', words: 'where Slack sends clicks to, as the deployment printed it' },
    name: {
      type: 'string',
      value: 'NAME',
      words: 'what the app is called in Slack; "Posture Bridge" unless given',
    },
    'no-history': { type: 'boolean', words: 'without the right to read its channels' },
  },
  needsConfig: true,
  examples: [
    { line: 'slack manifest > slack-manifest.json', words: 'Before the first deployment.' },
    {
      line: 'slack manifest --url https://abc.execute-api.eu-west-1.amazonaws.com/slack',
      words: 'With the address that the deployment printed.',
    },
  ],
  async run({ flags: { url, name, ...flags }, json, config: read }) {
    const requestUrl = url === undefined ? PLACEHOLDER : checkedUrl(url);
    if (name !== undefined && (name.trim() === '' || name.length > LONGEST_NAME)) {
      throw new UsageError(`--name has to have 1 to ${LONGEST_NAME} characters`);
    }
    const config = await read();
    const manifest = createManifest({ config, requestUrl, name, history: !flags['no-history'] });
    print(...(json ? [jsonLine(manifest)] : linesOf(JSON.stringify(manifest, null, 2))));
    explain(manifest.oauth_config.scopes.bot, config, url === undefined);
    return undefined;
  },
});

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
