import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printAside } from '../../lib/base/terminal.ts';
import { BRIDGE_VERSION } from '../../lib/config/version.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';

export default defineCommand({
  name: 'upgrade',
  group: 'Deploy',
  page: 'upgrade.md#a-newer-version',
  summary: 'Installs a newer version of the package here, and shows what deploying it would change.',
  about:
    'Deploys nothing: deploy does, once you have read what changes. Say npm install posture-bridge@VERSION to go back.',
  flags: {
    to: {
      type: 'string',
      value: 'VERSION',
      default: 'latest',
      words: 'the version; the latest unless given',
    },
  },
  changes: true,
  examples: [
    { line: 'upgrade', words: 'To the latest version.' },
    { line: 'upgrade --to 0.2.0', words: 'To that version.' },
  ],
  async run({ flags, confirm }) {
    if (!/^[\w.-]+$/.test(flags.to)) throw new UsageError('--to is a version, like 0.2.0');
    const installed = () => versionIn(join('node_modules', 'posture-bridge', 'package.json'));
    const before = installed();
    if (before === null)
      throw new CommandError(
        'This folder has no posture-bridge of its own to upgrade. In a clone: git pull && npm ci. In a new folder: npm install --save-dev posture-bridge.',
      );
    await confirm(`This installs posture-bridge@${flags.to} in this folder; ${before} is here now.`);
    const wanted = `posture-bridge@${flags.to}`;
    const { status } = spawnSync('npm', ['install', '--save-dev', '--no-audit', '--no-fund', wanted], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0)
      throw new CommandError('npm did not install it, and says why above. Nothing was deployed.');
    const after = installed() ?? BRIDGE_VERSION;
    if (after !== before) printAside(...changesSince(before));
    return {
      value: { before, after },
      lines: [
        after === before ? `${after} is the version that was here already.` : `${before} is now ${after}.`,
        'See what deploying it would change, and deploy it:',
        '  npx posture-bridge diff',
        '  npx posture-bridge deploy',
      ],
    };
  },
});

const versionIn = (file: string): string | null =>
  existsSync(file) ? String(JSON.parse(readFileSync(file, 'utf8')).version) : null;

/** What the changelog of the new version says, down to the version that was here. */
function changesSince(version: string): string[] {
  const file = join('node_modules', 'posture-bridge', 'CHANGELOG.md');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('## '));
  const to = lines.findIndex((line) => line.startsWith('## ') && line.includes(version));
  return from === -1 ? [] : lines.slice(from, to === -1 ? undefined : to);
}
