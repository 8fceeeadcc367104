import fc from 'fast-check';
import { type BridgeConfig, type BridgeInput, checkBridge } from '../../../lib/config/define-bridge.ts';
import { BUS, VAULT_KEY, VAULT_URL } from '../synthesized.ts';

type Destinations = BridgeInput['destinations'];
type Part<Name extends keyof BridgeInput> = fc.Arbitrary<NonNullable<BridgeInput[Name]>>;

const DEPTH = { minLength: 1, maxLength: 24 };
const letters = (from: string, size: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...from), ...size });
const upper = letters('ABCDEFGHJKMNPQRSTVWXYZ0123456789', { minLength: 8, maxLength: 10 });
const name = fc
  .tuple(
    letters('abcdefghijklmnopqrstuvwxyz', { minLength: 1, maxLength: 3 }),
    letters('abcdefghijklmnopqrstuvwxyz0123456789-', DEPTH),
  )
  .map(([first, rest]) => `${first}${rest}`.replace(/-+$/, ''));
const secret = fc.oneof(
  letters('abcdefghijklmnopqrstuvwxyz0123456789-/', { minLength: 3, maxLength: 120 }).map(
    (path) => `/posture-bridge/${path.replaceAll(/\/+/g, '/').replaceAll(/^\/|\/$/g, '') || 'key'}`,
  ),
  name.map((one) => `secretsmanager:posture-bridge/${one}#apiKey`),
);
const maybe = <T>(part: fc.Arbitrary<T>) => fc.option(part, { nil: undefined, freq: 2 });
const duration = (...all: string[]) => fc.constantFrom(...all) as fc.Arbitrary<never>;

const domains: Part<'domains'> = fc.uniqueArray(name, { minLength: 1, maxLength: 12 }).chain((names) =>
  fc
    .tuple(
      ...names.map(() =>
        fc.record({
          apiKey: secret,
          auth: fc.constantFrom('x-api-key' as const, 'bearer' as const),
        }),
      ),
    )
    .map((each) =>
      Object.fromEntries(
        names.map((one, n) => [
          one,
          {
            ...(each[n] as NonNullable<(typeof each)[number]>),
            baseUrl: 'https://posture.example.com/api/v1/external',
            consoleUrl: 'https://posture.example.com/',
          },
        ]),
      ),
    ),
);

const show = maybe(fc.constantFrom('full' as const, 'pseudonym' as const, 'minimal' as const));

/** One destination of each kind, or none. */
const KINDS = {
  slack: fc.record({ type: fc.constant('slack' as const), channel: upper.map((id) => `C${id}`), show }),
  bot: fc.record({
    type: fc.constant('teams' as const),
    channel: name.map((id) => `19:${id}@thread.tacv2`),
    show,
  }),
  workflow: fc.record({ type: fc.constant('teams' as const), workflowUrl: secret }),
  webhook: fc.record({
    type: fc.constant('webhook' as const),
    url: name.map((one) => `https://${one.replaceAll('-', '')}.example.com/hook`),
    secret,
  }),
  queue: fc.constantFrom(
    { type: 'sqs' as const, queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    { type: 'sqs' as const, queueUrl: VAULT_URL, key: VAULT_KEY },
  ),
  bus: fc.constant({ type: 'eventbridge' as const, bus: BUS }),
};

const destinations: fc.Arbitrary<Destinations> = fc
  .uniqueArray(fc.tuple(name, fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[]))), {
    minLength: 1,
    maxLength: 9,
    selector: ([one]) => one,
  })
  .chain((all) =>
    fc
      .tuple(...all.map(([, kind]): fc.Arbitrary<object> => KINDS[kind]))
      .map((each) => Object.fromEntries(all.map(([one], n) => [one, each[n]])) as Destinations),
  );

const uuid = fc.uuid({ version: 4 });
const slack: Part<'slack'> = fc.record({ signingSecret: secret, botToken: secret });
const teams: Part<'teams'> = fc.record({
  appId: uuid,
  tenantId: uuid,
  password: secret,
  cloud: fc.constantFrom('public' as const, 'usgov' as const, 'dod' as const, 'china' as const),
});

const routesTo = (names: readonly string[]): Part<'routes'> =>
  fc.array(
    fc.record({
      to: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      final: fc.boolean(),
      shadow: fc.boolean(),
      broadcast: fc.boolean(),
      dedupe: maybe(fc.constant({ by: ['user', 'threatType'] as const, for: '1h' as const })),
      when: fc.constantFrom(
        {},
        { feed: 'cases' as const },
        { severity: ['critical', 'high'] as const },
        { category: 'exfiltration', not: { text: 'drill' } },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ) as Part<'routes'>;

const outcome = fc.record({ confirm: fc.boolean(), approval: fc.boolean() });

/** What any bridge can have, whatever its destinations are. */
const rest = fc.record({
  poll: fc.record({
    every: duration('5s', '15s', '59s', '1m', '5m', '1h'),
    feeds: fc.constantFrom(['cases' as const], ['threats' as const], ['cases' as const, 'threats' as const]),
    start: fc.constantFrom('now' as const, 'all' as const),
  }),
  verdicts: fc.record({
    allow: fc.constant('anyone-in-channel' as const),
    undoSeconds: fc.integer({ min: 0, max: 900 }),
    outcomes: fc.record({ ESCALATED: outcome, SAFE: outcome }),
  }),
  personas: fc.constantFrom('all' as const, 'severe' as const, 'none' as const),
  monitoring: fc.constantFrom('lean' as const, 'full' as const, 'none' as const),
  encryption: maybe(
    fc.record({
      key: fc.constantFrom('create', 'arn:aws:kms:eu-west-1:000000000000:key/1234abcd-12ab-34cd-56ef'),
    }),
  ),
  network: maybe(
    fc.constant({ subnets: ['subnet-0123abcd', 'subnet-4567abcd'], securityGroups: ['sg-0123abcd'] }),
  ),
  archive: maybe(
    fc.record({
      lock: fc.constantFrom('compliance' as const, 'governance' as const),
      days: fc.integer({ min: 1, max: 36_500 }),
    }),
  ),
  requests: maybe(
    fc.record({
      path: letters('abcdef0123456789', { minLength: 20, maxLength: 64 }),
      stackPath: fc.constantFrom('keep' as const, 'drop' as const),
      reserved: maybe(fc.integer({ min: 10, max: 1_000 })),
    }),
  ),
});

const without = <T extends object>(all: T): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T;

/** Any configuration of a bridge: most of what this writes is valid, and only that is kept. */
export const anyConfig: fc.Arbitrary<BridgeConfig> = fc
  .tuple(domains, destinations, slack, teams, rest, fc.boolean())
  .chain(([of, to, slackApp, teamsApp, others, hasCanary]) => {
    const names = Object.keys(to);
    const kinds = Object.entries(to) as [string, { type: string; channel?: string }][];
    const bots = kinds.filter(([, { channel }]) => channel !== undefined);
    const has = (type: string) => bots.some(([, one]) => one.type === type);
    const [bot] = bots;
    return routesTo(names).map((routes) =>
      checkBridge({
        ...without(others),
        domains: of,
        destinations: Object.fromEntries(Object.entries(to).map(([one, what]) => [one, without(what)])),
        ...(has('slack') && { slack: slackApp }),
        ...(has('teams') && { teams: teamsApp }),
        ...(bot && { ops: { to: bot[0] } }),
        ...(bot && hasCanary && { canary: { every: '6h' } }),
        ...(bots.length === 0 && { verdicts: undefined }),
        routes: routes.map((route) => without(route)),
      }),
    );
  })
  .filter((checked) => checked.ok)
  .map((checked) => (checked.ok ? checked.config : (undefined as never)));
