import type { AlarmState, Asked, Measured } from '../../../cli/aws/measures.ts';
import type { OpenBridge } from '../../../cli/aws/open-bridge.ts';
import type { Way } from '../../../cli/canary/run-canary.ts';
import { type ApiAnswer, type AskApi, createAskApi } from '../../../cli/certify/ask-api.ts';
import type { CertifyParts } from '../../../cli/certify/belief.ts';
import { systemClock } from '../../../lib/base/clock.ts';
import { createHttpTransport } from '../../../lib/base/http/http-transport.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';

/** AWS as the bridge believes it to be, for one deployed bridge. */
export interface AwsWorld {
  readonly outputs: Readonly<Record<string, string>>;
  readonly status: string;
  readonly alarms: readonly AlarmState[];
  /** What CloudWatch has, by the name of the metric. */
  readonly measured: Readonly<Record<string, readonly Measured[]>>;
  readonly routeIds: readonly string[];
  /** Whether IAM allows a call that names these rows. */
  readonly mayTouch: (rows: readonly string[], resource: string) => boolean;
}

export interface World {
  readonly aws: AwsWorld;
  readonly apis: ReadonlyMap<string, AskApi>;
  readonly ways: readonly Way[];
}

export const every = (count: number, value: number, unit = 'Count'): Measured[] =>
  Array.from({ length: count }, (_, index) => ({ atMs: index * 60_000, value, unit }));

const SQS = 'https://sqs.eu-west-1.amazonaws.com/123456789012';

export const SOUND_AWS: AwsWorld = {
  outputs: {
    BridgeName: 'posture-bridge',
    LedgerTableName: 'Ledger1234',
    CanaryUrl:
      'https://abcde12345.execute-api.eu-west-1.amazonaws.com/51af3dc0-da77-41e4-872e-1234567db123/canary',
    VerdictFunctionName: 'verdict-1',
    ReconcileFunctionName: 'reconcile-1',
    NotifySlackFunctionName: 'notify-slack-1',
    NotifyTeamsFunctionName: 'notify-teams-1',
    SlackDeliveriesQueue: `${SQS}/slack-1.fifo`,
    SlackDeliveriesDeadLetters: `${SQS}/slack-dead-1.fifo`,
    VerdictsQueue: `${SQS}/verdicts-1`,
  },
  status: 'CREATE_COMPLETE',
  alarms: [
    { state: 'OK', expression: 'FILL(m0, 0)' },
    { state: 'INSUFFICIENT_DATA', expression: '' },
  ],
  measured: {
    Healthy: every(12, 5),
    Invocations: every(59, 1),
    Latency: every(9, 812, 'Milliseconds'),
    NumberOfEmptyReceives: every(24, 900),
  },
  routeIds: ['a1b2c3d', '9xkq0pz', 'm4r7w2e'],
  mayTouch: (rows) => rows.every((row) => row !== 'certify#nobody'),
};

export const SOUND_WAY: Way = { canary: 'c', destination: 'ops', steps: [], stopped: null };

export const openWorld = ({ aws, apis, ways }: World, config: BridgeConfig): CertifyParts => ({
  config,
  configFile: 'bridge.config.ts',
  bridge: bridgeIn(aws),
  isBefore: false,
  secret: async () => null,
  apis,
  ways,
});

/** Refuses, as TypeScript cannot, what a probe asks and this world does not know. */
function bridgeIn({ outputs, status, alarms, measured, routeIds, mayTouch }: AwsWorld): OpenBridge {
  const known: Partial<OpenBridge> = {
    name: 'posture-bridge',
    region: 'eu-west-1',
    isLocal: false,
    clock: systemClock,
    ledger: { tableName: outputs.LedgerTableName } as OpenBridge['ledger'],
    outputs: async () => outputs,
    stack: async () => ({ status, isProtected: true, outputs }),
    alarms: async () => alarms,
    measured: async ({ name }: Asked) => measured[name] ?? [],
    routeIds: async () => routeIds,
    roleOf: async (name) => `arn:aws:iam::123456789012:role/${name}`,
    refusedTo: async ({ resources, rows = [] }) => resources.filter((resource) => !mayTouch(rows, resource)),
  };
  return known as OpenBridge;
}

/** An API as it is, or as a plant has it answer. */
export const openApi = (url: string, key: string): AskApi => ({
  ...createAskApi({ baseUrl: url, auth: 'x-api-key' } as never, key, createHttpTransport()),
  nothing: () => '00000000-0000-4000-8000-000000000000',
});

export type ChangeAnswer = (
  answer: ApiAnswer,
  asked: { readonly path: string; readonly query: Readonly<Record<string, string>> },
) => ApiAnswer;

/** The same API, but it does not know these parameters. */
export const deafTo =
  (...parameters: readonly string[]) =>
  (api: AskApi): AskApi => ({
    ...api,
    get: (path, query = {}) =>
      api.get(path, Object.fromEntries(Object.entries(query).filter(([name]) => !parameters.includes(name)))),
  });

export const answering =
  (change: ChangeAnswer) =>
  (api: AskApi): AskApi => ({
    ...api,
    get: async (path, query = {}) => change(await api.get(path, query), { path, query }),
    getWithoutKey: async (path) => change(await api.getWithoutKey(path), { path, query: {} }),
  });
