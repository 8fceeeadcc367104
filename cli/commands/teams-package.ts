import { writeFileSync } from 'node:fs';
import { TeamsSetupError } from '../../lib/chats/teams/refusals.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { checkOut, explainWrite } from '../frame/out-file.ts';
import { createAppPackage } from './teams-app/app-package.ts';
import { LONGEST_NAME } from './teams-app/manifest.ts';

export default defineCommand({
  name: 'teams package',
  group: 'Set up',
  page: 'teams.md#6-the-app',
  summary: 'Writes the app package for Teams of a configuration. It holds no secret.',
  flags: {
    out: {
      type: 'string',
      value: 'FILE',
      default: 'posture-bridge-teams.zip',
      words: 'where the package is written to; posture-bridge-teams.zip unless given',
    },
    name: {
      type: 'string',
      value: 'NAME',
      words: `what the app is called in Teams, ${LONGEST_NAME} characters at most; "Posture Bridge" unless given`,
    },
    developer: { type: 'string', value: 'NAME', words: 'your organization, 32 characters at most' },
    website: {
      type: 'string',
      value: 'URL',
      words:
        'an https page of yours about the app. Teams links it as the website of the developer, as privacy statement and as terms of use; without it the links lead to example.com',
    },
    version: {
      type: 'string',
      value: 'X.Y.Z',
      words: 'has to grow when the package is uploaded again; 1.0.0 unless given',
    },
    'without-reading': {
      type: 'boolean',
      words:
        'the owner of a team is not asked to let the app read its channels. Then a card may stand twice after an answer of Teams was lost',
    },
  },
  needsConfig: true,
  examples: [
    { line: 'teams package --out teams.zip', words: 'The package to upload in the admin center of Teams.' },
    {
      line: 'teams package --developer "Acme Security" --website https://acme.example/bridge --version 1.0.1',
      words: 'Once more, with your names.',
    },
  ],
  async run({ flags, config }) {
    const { out, website: websiteUrl, name, developer, version } = flags;
    checkOut(out);
    const { teams, destinations } = await config();
    if (!teams)
      throw new UsageError(`${flags.config} has no section "teams": the package is for the bot named there`);
    const reading = !flags['without-reading'];
    writeFileSync(out, createAppPackage({ teams, websiteUrl, reading, name, developer, version }));
    const hasDestination = Object.values(destinations).some(({ type }) => type === 'teams');
    return {
      value: { file: out, appId: teams.appId, hasDestination },
      lines: [
        `Wrote ${out} for the bot ${teams.appId}.`,
        'Upload it at https://admin.teams.microsoft.com under "Manage apps", then add it to a team.',
        'It says the id of the channel there, which goes into the configuration.',
        ...(hasDestination ? [] : ['Note: this configuration has no Teams destination yet.']),
        ...(websiteUrl === undefined
          ? ['Note: without --website the links to support lead to example.com.']
          : []),
      ],
    };
  },
  explain: (error) =>
    error instanceof TeamsSetupError ? new CommandError(error.message) : explainWrite(error),
});
