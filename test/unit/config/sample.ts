import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import { checkBridge } from '../../../lib/config/define-bridge.ts';
import type { Problem } from '../../../lib/config/schema/config-problem.ts';

/** A small configuration without problems, to break in one place at a time. */
export const sample = {
  domains: {
    acme: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/posture-bridge/acme/api-key' },
  },
  destinations: {
    'soc-slack': { type: 'slack', channel: 'C0123ABCD' },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
  },
  slack: {
    signingSecret: '/posture-bridge/slack/signing-secret',
    botToken: '/posture-bridge/slack/bot-token',
  },
  routes: [{ to: 'soc-slack' }],
  verdicts: { allow: 'anyone-in-channel' },
} as const satisfies BridgeInput;

/** The sample with some sections replaced, whatever their type. */
export const problemsOf = (changes: Record<string, unknown>): readonly Problem[] => {
  const checked = checkBridge({ ...sample, ...changes });
  return checked.ok ? [] : checked.problems;
};

/** As `path: message`, the way they are printed. */
export const complaints = (changes: Record<string, unknown>): string[] =>
  problemsOf(changes).map(({ path, message }) => `${path}: ${message}`);
