import type { Line } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type CompiledRoutes, compileRoutes } from '../../lib/routing/compile-routes.ts';
import { explainRoute } from '../../lib/routing/explain-route.ts';
import { describeRoutes } from '../../lib/routing/format-explanation.ts';
import { join } from '../../lib/routing/format-values.ts';
import { routeItem } from '../../lib/routing/route-item.ts';
import type { Expectation } from './read-expectations.ts';

export interface Tested {
  readonly name: string;
  readonly holds: boolean;
  /** The differences, one sentence each. */
  readonly differences: readonly string[];
  readonly to: readonly string[];
  /** Every route and why it matched or not, if the expectation does not hold. */
  readonly why: readonly string[];
}

export function testRoutes(config: BridgeConfig, expectations: readonly Expectation[]): Tested[] {
  const routes = compileRoutes(config);
  return expectations.map((one) => testOne(routes, one));
}

function testOne(routes: CompiledRoutes, { name, routed, to, by, shadowed }: Expectation): Tested {
  const got = routeItem(routes, routed);
  const differences = [
    ...differs('goes to', to, got.destinations),
    ...(shadowed ? differs('would go in shadow to', shadowed, got.shadowed) : []),
    ...(by && by.join('\n') !== got.matched.join('\n')
      ? [`matches ${named(got.matched)}, and ${named(by)} was expected`]
      : []),
  ];
  const holds = differences.length === 0;
  return {
    name,
    holds,
    differences,
    to: got.destinations,
    why: holds ? [] : describeRoutes(explainRoute(routes, routed)),
  };
}

/** What is too much and what is missing, in any order. */
function differs(verb: string, wanted: readonly string[], got: readonly string[]): string[] {
  const tooMuch = got.filter((one) => !wanted.includes(one));
  const missing = wanted.filter((one) => !got.includes(one));
  if (tooMuch.length + missing.length === 0) return [];
  const parts = [
    ...(missing.length > 0 ? [`not to ${join(missing, 'and')}`] : []),
    ...(tooMuch.length > 0 ? [`but to ${join(tooMuch, 'and')} unexpectedly`] : []),
  ];
  return [`${verb} ${named(got)}: ${parts.join(', ')}`];
}

const named = (names: readonly string[]): string => (names.length > 0 ? join(names, 'and') : 'nothing');

export function tellTested(tested: readonly Tested[]): Line[] {
  const failed = tested.filter(({ holds }) => !holds).length;
  return [
    ...tested.flatMap(({ name, holds, differences, why }): Line[] => [
      [{ text: holds ? '✓ ' : '✗ ', as: holds ? 'good' : 'bad' }, name],
      ...differences.map((one) => `    ${one}`),
      ...why.map((line): Line => [{ text: `      ${line}`, as: 'faint' }]),
    ]),
    '',
    failed === 0
      ? tested.length === 1
        ? 'The expectation holds.'
        : `All ${tested.length} expectations hold.`
      : `${failed} of ${tested.length} ${tested.length === 1 ? 'expectation does' : 'expectations do'} not hold.`,
  ];
}
