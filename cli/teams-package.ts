/**
 * Writes the app package for Teams of a configuration: `npm run teams:package -- --out teams.zip`. It holds no secret.
 */
import { writeFileSync } from 'node:fs';
import { createAppPackage } from '../lib/chats/teams/app-package.ts';
import { TeamsSetupError } from '../lib/chats/teams/errors.ts';
import { LONGEST_NAME } from '../lib/chats/teams/manifest.ts';
import { linesOf, print } from '../lib/platform/terminal.ts';
import { checkOut, explainWrite, readConfig, readFlags, run, UsageError } from './command.ts';

const USAGE = `npm run teams:package -- [flags]
  --out FILE        where the package is written to; posture-bridge-teams.zip unless given
  --config FILE     another configuration than bridge.config.ts
  --name NAME       what the app is called in Teams, ${LONGEST_NAME} characters at most; "Posture Bridge" unless given
  --developer NAME  your organization, 32 characters at most
  --website URL     an https page of yours about the app. Teams links it as the website of the developer, as privacy
                    statement and as terms of use; without it the links lead to example.com
  --version X.Y.Z   has to grow when the package is uploaded again; 1.0.0 unless given
  --without-reading the owner of a team is not asked to let the app read its channels. Then a card may stand twice after
                    an answer of Teams was lost`;

async function main(): Promise<void> {
  const {
    out,
    config: path,
    website: websiteUrl,
    help,
    'without-reading': withoutReading,
    ...choices
  } = readFlags({
    out: { type: 'string', default: 'posture-bridge-teams.zip' },
    config: { type: 'string', default: 'bridge.config.ts' },
    name: { type: 'string' },
    developer: { type: 'string' },
    website: { type: 'string' },
    version: { type: 'string' },
    'without-reading': { type: 'boolean', default: false },
  });
  if (help) return print(...linesOf(USAGE));
  checkOut(out);
  const { teams, destinations } = await readConfig(path);
  if (!teams) throw new UsageError(`${path} has no section "teams": the package is for the bot named there`);
  writeFileSync(out, createAppPackage({ teams, websiteUrl, reading: !withoutReading, ...choices }));
  print(`Wrote ${out} for the bot ${teams.appId}.`);
  print('Upload it at https://admin.teams.microsoft.com under "Manage apps", then add it to a team.');
  print('It says the id of the channel there, which goes into the configuration.');
  if (!Object.values(destinations).some(({ type }) => type === 'teams')) {
    print('Note: this configuration has no Teams destination yet.');
  }
  if (websiteUrl === undefined) print('Note: without --website the links to support lead to example.com.');
}

run(USAGE, main, (error) => (error instanceof TeamsSetupError ? error.message : explainWrite(error)));
