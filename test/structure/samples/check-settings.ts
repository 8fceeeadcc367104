import { type BridgeInput, checkBridge } from '../../../lib/config/define-bridge.ts';
import { placeOf, type Sample, settingsIn } from './read-samples.ts';

const BASE = {
  domains: {
    acme: { baseUrl: 'https://posture.example.com/api/v1/external', apiKey: '/posture-bridge/acme/api-key' },
  },
  slack: {
    signingSecret: '/posture-bridge/slack/signing-secret',
    botToken: '/posture-bridge/slack/bot-token',
  },
  teams: {
    appId: '11111111-2222-4333-8444-555566667777',
    tenantId: '88888888-9999-4aaa-8bbb-ccccddddeeee',
    password: '/posture-bridge/teams/password',
  },
  people: { ada: { slack: 'U0ADA00001' }, bo: { slack: 'U0BO000001' }, anna: { slack: 'U0ANNA0001' } },
  destinations: {
    ...Object.fromEntries(
      ['soc', 'soc-slack', 'soc-lead', 'ops', 'vip', 'duty'].map((name, at) => [
        name,
        { type: 'slack', channel: `C0SAMPLE00${at}` },
      ]),
    ),
    'soc-teams': { type: 'teams', channel: '19:sample@thread.tacv2' },
  },
  routes: [{ to: 'soc' }],
  verdicts: { allow: 'anyone-in-channel' },
  ops: { to: 'ops' },
} as const;

/** What a page leaves out with `...`. */
const REST = { slack: BASE.slack, teams: BASE.teams, acme: BASE.domains.acme };
/** Sections of things with names: what a page shows stands beside what is there. */
const NAMED = ['domains', 'destinations', 'people'] as const;

/** What the bridge says against the settings of a page, in a configuration that has all else. */
export const wrongSettings = (sample: Sample): string[] =>
  settingsIn(sample).flatMap((piece) => {
    let shown: Readonly<Record<string, object>>;
    try {
      shown = new Function('rest', `return ({${piece}\n})`)(REST);
    } catch (error) {
      return [`${placeOf(sample)} cannot be read: ${(error as Error).message}`];
    }
    const named = NAMED.map((section) => [section, { ...BASE[section], ...shown[section] }]);
    const checked = checkBridge({ ...BASE, ...shown, ...Object.fromEntries(named) });
    return checked.ok
      ? []
      : checked.problems.map(({ path, message }) => `${placeOf(sample)} ${path}: ${message}`);
  });

/** The settings of a page as a module, for the compiler. */
export const asModules = (sample: Sample): string[] =>
  settingsIn(sample).map(
    (piece) => `import type { BridgeInput } from './lib/config/define-bridge.ts';
declare const rest: { slack: NonNullable<BridgeInput['slack']>; teams: NonNullable<BridgeInput['teams']>; acme: BridgeInput['domains'][string] };
export const used = rest;
export const shown: Partial<BridgeInput> = {
${piece}
};
`,
  );

/** The configuration that a module exports. */
export const wrongConfiguration = (sample: Sample, exported: unknown): string[] => {
  const checked = checkBridge(exported as BridgeInput);
  return checked.ok
    ? []
    : checked.problems.map(({ path, message }) => `${placeOf(sample)} ${path}: ${message}`);
};
