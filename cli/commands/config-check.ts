import { systemClock } from '../../lib/base/clock.ts';
import type { Line } from '../../lib/base/terminal.ts';
import { counted } from '../../lib/base/text/format.ts';
import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import { loadConfig } from '../../lib/config/file/load-config.ts';
import type { Problem } from '../../lib/config/schema/config-problem.ts';
import type { Finding } from '../doctor/check.ts';
import { routeFindings } from '../doctor/check-routes.ts';
import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'config check',
  group: 'Set up',
  page: 'configuration.md',
  summary:
    'Says all that is wrong or odd with the configuration, and whether its routes do what bridge.routes.ts expects.',
  about:
    'Needs no bridge and no credentials: for an editor, a hook or the CI of a configuration. Ends with 1 if something is wrong; what is only odd does not count.',
  flags: {},
  needsConfig: true,
  examples: [
    { line: 'config check', words: 'bridge.config.ts.' },
    { line: 'config check --config new.config.ts --json', words: 'Another one, for a program.' },
  ],
  async run({ flags }) {
    const file = flags.config;
    const { wrong, odd, routes } = await examined(file);
    const well = wrong.length === 0 && routes.every(({ is }) => is !== 'wrong');
    return { value: { well, wrong, odd, routes }, lines: tell(file, wrong, odd, routes), well };
  },
});

interface Examined {
  readonly wrong: readonly Problem[];
  readonly odd: readonly Problem[];
  readonly routes: readonly Finding[];
}

async function examined(file: string): Promise<Examined> {
  try {
    const { config, warnings } = await loadConfig(file, systemClock);
    return { wrong: [], odd: warnings, routes: await routeFindings(config, file) };
  } catch (error) {
    if (!(error instanceof ConfigFileError) || error.problems.length === 0) throw error;
    return { wrong: error.problems, odd: [], routes: [] };
  }
}

function tell(
  file: string,
  wrong: readonly Problem[],
  odd: readonly Problem[],
  routes: readonly Finding[],
): Line[] {
  const failed = routes.filter(({ is }) => is === 'wrong');
  const lines: Line[] = [
    ...wrong.map((one): Line => [{ text: '✗ ', as: 'bad' }, said(one)]),
    ...failed.map(({ sentence }): Line => [{ text: '✗ ', as: 'bad' }, sentence]),
    ...odd.map((one): Line => [{ text: '? ', as: 'notable' }, said(one)]),
  ];
  const bad = wrong.length + failed.length;
  if (bad > 0) return [...lines, '', `${file}: ${counted(bad, 'thing')} to mend.`];
  const held = routes.map(({ sentence }): Line => [{ text: '✓ ', as: 'good' }, sentence]);
  if (odd.length === 0) return [...held, `${file}: nothing is wrong or odd.`];
  return [
    ...lines,
    ...held,
    '',
    `${file}: nothing is wrong. ${counted(odd.length, 'thing')} may not be what you mean.`,
  ];
}

const said = ({ path, message }: Problem): string => (path === '' ? message : `${path}: ${message}`);
