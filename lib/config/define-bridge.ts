import type * as z from 'zod/mini';
import { formatPath } from '../base/describe-issues.ts';
import { checkAuthority } from './authority-checks.ts';
import { Bridge } from './bridge.ts';
import { schemaOf } from './chat-schemas.ts';
import { isChat } from './chats.ts';
import { crossCheck } from './cross-checks.ts';
import { checkDestinations } from './destination-checks.ts';
import type { Destination } from './destinations.ts';
import { withRouteName } from './route-names.ts';
import { ConfigError, type Problem, toProblem } from './schema/config-problem.ts';
import { findUnitless } from './schema/find-unitless.ts';
import { markFinished } from './schema/finished.ts';
import { readIssues } from './schema/read-issues.ts';
import type { Finding } from './schema/read-unknown.ts';

export type { RouteExpectation } from './route-expectations.ts';

type DeepReadonly<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;

type Parsed = z.output<typeof Bridge>;

export type BridgeInput = DeepReadonly<z.input<typeof Bridge>>;

/** Plain data with all defaults filled in. Durations are milliseconds; a value that may be one or many is a list. */
export type BridgeConfig = DeepReadonly<
  Omit<Parsed, 'destinations'> & { destinations: Record<string, Destination> }
>;
export type DomainConfig = BridgeConfig['domains'][string];
export type RouteConfig = BridgeConfig['routes'][number];
export type VerdictsConfig = NonNullable<BridgeConfig['verdicts']>;

export type CheckedBridge =
  | { readonly ok: true; readonly config: BridgeConfig }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The configuration of a bridge. Throws a ConfigError that lists every problem. */
export function defineBridge(input: BridgeInput): BridgeConfig {
  const checked = checkBridge(input);
  if (!checked.ok) throw new ConfigError(checked.problems);
  return checked.config;
}

/** For input from a file or a person: a wrong configuration is a result here, not an error. */
export function checkBridge(input: unknown): CheckedBridge {
  const parsed = Bridge.safeParse(input);
  const unitless = findUnitless(Bridge, input);
  const others = [
    ...(parsed.success ? [] : readIssues(parsed.error.issues, input)),
    ...crossCheck(input),
    ...checkDestinations(input),
    ...checkAuthority(input),
  ];
  // That it is out of bounds as milliseconds is not what is wrong with it.
  const findings = [
    ...unitless,
    ...others.filter(({ path }) => !unitless.some((one) => formatPath(one.path) === formatPath(path))),
  ];
  if (parsed.success && findings.length === 0) return { ok: true, config: complete(parsed.data) };
  const named = findings.toSorted(bySection).map((finding) => withRouteName(input, finding));
  return { ok: false, problems: named.map(toProblem) };
}

function complete(parsed: Parsed): BridgeConfig {
  const destinations = Object.entries(parsed.destinations).map(([name, destination]) => [
    name,
    isChat(destination.type)
      ? schemaOf(destination.type).complete(destination, parsed[destination.type])
      : destination,
  ]);
  // To JSON and back: it travels inside the bundles as JSON, so it must hold nothing that JSON would lose.
  return markFinished(
    JSON.parse(JSON.stringify({ ...parsed, destinations: Object.fromEntries(destinations) })),
  );
}

const SECTIONS = Object.keys(Bridge.shape);

/** In the order in which people write a configuration, whichever check found the problem. */
const bySection = (a: Finding, b: Finding): number => section(a) - section(b) || position(a) - position(b);
const section = ({ path }: Finding): number => SECTIONS.indexOf(String(path[0]));
const position = ({ path }: Finding): number => (typeof path[1] === 'number' ? path[1] : 0);
