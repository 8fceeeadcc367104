import { THROTTLE } from '../request-api.ts';
import { type Flood, floodCost } from './flood-cost.ts';

/** For all APIs of an account in a region, unless AWS raised it. */
const OF_THE_ACCOUNT = 10_000;

const FLOODS: readonly (Flood & { readonly where: string })[] = [
  { where: 'a path that is none', perSecond: 500, reaches: 'nothing' },
  { where: "the same, at the account's limit", perSecond: OF_THE_ACCOUNT, reaches: 'nothing' },
  { where: 'the true path', perSecond: 500, reaches: 'the function' },
  { where: 'the true path, at its limit', perSecond: THROTTLE.rateLimit, reaches: 'the function' },
];

/** What strangers can cost in a month, as a table. */
export const floodTable = (): string =>
  [
    '| strangers send, for a month, to | a second | reaches | API Gateway | Lambda | logs | together |',
    '|---|---|---|---|---|---|---|',
    ...FLOODS.map(({ where, ...flood }) => {
      const { gateway, lambda, logs, total } = floodCost(flood);
      const cells = [gateway, lambda, logs, total].map(
        (price) => `$${Math.round(price).toLocaleString('en-US')}`,
      );
      return `| ${[where, flood.perSecond.toLocaleString('en-US'), flood.reaches, ...cells].join(' | ')} |`;
    }),
  ].join('\n');
