import { readSecretName } from '../../lib/base/secret-name.ts';
import { createSsmSecrets } from '../../lib/base/secrets.ts';
import type { Line } from '../../lib/base/terminal.ts';
import { CHAT_CHECKS } from '../chat-setups.ts';
import { type CheckParts, examine, type Finding } from '../doctor/check.ts';
import { checkAccount } from '../doctor/check-account.ts';
import { checkAlarms } from '../doctor/check-alarms.ts';
import { checkApi } from '../doctor/check-api.ts';
import { checkBootstrap } from '../doctor/check-bootstrap.ts';
import { checkClock } from '../doctor/check-clock.ts';
import { checkKeys } from '../doctor/check-keys.ts';
import { checkReaders } from '../doctor/check-readers.ts';
import { checkRoutes } from '../doctor/check-routes.ts';
import { checkRunning } from '../doctor/check-running.ts';
import { checkSecrets } from '../doctor/check-secrets.ts';
import { checkStack } from '../doctor/check-stack.ts';
import { checkWebhooks, tryEndpoints } from '../doctor/check-webhooks.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';

const CHECKS = [
  ...[
    checkRoutes,
    checkAccount,
    checkBootstrap,
    checkClock,
    checkSecrets,
    checkKeys,
    checkApi,
    ...CHAT_CHECKS,
    checkWebhooks,
  ],
  ...[checkStack, checkReaders, checkAlarms, checkRunning],
];

export default defineCommand({
  name: 'doctor',
  group: 'Set up',
  page: 'operations.md#setting-it-up',
  summary:
    'Checks everything a bridge needs, before and after a deployment. Each line is OK, or says what to do.',
  about:
    'Reads secrets to try them, and shows none. Ends with 1 if something is wrong; what could not be looked at is said, and does not count. deploy runs its first half.',
  flags: {
    before: { type: 'boolean', words: 'only what can be known before the first deployment' },
    send: { type: 'boolean', words: 'also has the bridge send bridge.test to every webhook, queue and bus' },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'doctor --before', words: 'Before the first deployment.' },
    { line: 'doctor', words: 'All of it, for a bridge that runs.' },
    { line: 'doctor --send', words: 'And sends a test to everything that is told events.' },
    { line: 'doctor --local --json', words: 'For the one that npm start runs, for a program.' },
  ],
  async run({ flags, bridge, config: read }) {
    const config = await read();
    const opened = await bridge(flags.before ? 'account' : 'stack');
    const fromSsm = createSsmSecrets(opened.ssm);
    const parts: CheckParts = {
      config,
      configFile: flags.config,
      bridge: opened,
      isBefore: flags.before === true,
      async secret(text) {
        const where = readSecretName(text);
        return where.in === 'ssm' ? fromSsm(where.name).catch(() => null) : null;
      },
    };
    if (flags.send && flags.before)
      throw new UsageError('--send is for a bridge that runs: leave --before out');
    const all = flags.send ? [...CHECKS, tryEndpoints] : CHECKS;
    const checks = all.filter(({ when }) => when === 'before' || !flags.before);
    const findings = await examine(checks, parts);
    const isWell = findings.every(({ is }) => is !== 'wrong');
    return { value: { well: isWell, findings }, lines: tellFindings(findings), well: isWell };
  },
});

const MARKS = {
  well: { text: '✓ ', as: 'good' },
  warning: { text: '! ', as: 'notable' },
  wrong: { text: '✗ ', as: 'bad' },
  unknown: { text: '? ', as: 'notable' },
} as const;

export const tellFindings = (findings: readonly Finding[]): Line[] =>
  findings.map(({ is, about, sentence }) => [MARKS[is], `${about}: ${sentence}`]);
