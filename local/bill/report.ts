import { type Bill, CANARIES, type Figures, figuresOf, MILLION, THOUSAND } from './compute-bill.ts';
import type { Path } from './measure.ts';
import { costOf, freeOf, type Prices, priceOf } from './prices.ts';
import type { TableSize } from './table-size.ts';
import { PARTS, type PartName, times, type Used } from './usage.ts';

const LABELS: Readonly<Record<PartName, string>> = {
  lambdaRequests: 'Lambda, runs',
  lambdaGbSeconds: 'Lambda, GB-seconds',
  tableWrites: 'DynamoDB, write units',
  tableReads: 'DynamoDB, read units',
  queueRequestsStandard: 'SQS, requests, standard',
  queueRequestsFifo: 'SQS, requests, FIFO',
  metrics: 'CloudWatch, custom metrics',
  alarmMetrics: 'CloudWatch, metrics of alarms',
  compositeAlarms: 'CloudWatch, composite alarms',
  dashboards: 'CloudWatch, dashboards',
  logsTaken: 'Logs, bytes taken',
  logsKept: 'Logs, GB-months kept',
  schedules: 'Scheduler, runs',
  apiRequests: 'HTTP API, requests',
  keys: 'KMS, keys',
  keyRequests: 'KMS, requests',
  secrets: 'Secrets Manager, secrets',
  secretRequests: 'Secrets Manager, requests',
  bucketWrites: 'S3, writes',
  bucketReads: 'S3, reads',
  notices: 'SNS, messages',
};

export const money = (dollars: number): string => `$${dollars.toFixed(Math.abs(dollars) < 0.1 ? 3 : 2)}`;
const amountText = (amount: number): string =>
  Math.abs(amount) >= 100
    ? Math.round(amount).toLocaleString('en-US')
    : String(Number(amount.toFixed(Math.abs(amount) < 1 ? 3 : 2)));

type Cells = readonly string[];
export const tableOf = (head: Cells, rows: readonly Cells[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The figures, for people. */
export function figuresTable(figures: Figures): string {
  const { idleMonth, perFurtherDomain, perMillion, perThousandVerdicts, hourlyCanaries } = figures;
  return tableOf(
    ['', 'costs'],
    [
      ['an idle month, polled every 60 seconds', money(idleMonth['60s'])],
      ['an idle month, polled every 5 seconds', money(idleMonth['5s'])],
      ["an idle month with `monitoring: 'full'`, polled every 60 seconds", money(idleMonth.full)],
      ['each further domain, polled every 60 seconds, a month', money(perFurtherDomain)],
      ['a million threats to one channel of Slack', money(perMillion.threats)],
      ['a million cases of 2 KB with 3 events to one channel of Slack', money(perMillion.cases)],
      ['a million events to a webhook, of threats that no channel gets', money(perMillion.events)],
      ['a thousand verdicts in Slack', money(perThousandVerdicts)],
      ['a canary every hour, a month', money(hourlyCanaries)],
    ],
  );
}

/** What each part contributes to each figure. Parts that cost nothing anywhere are left out. */
export function partsTable(bill: Bill, prices: Prices): string {
  const columns = columnsOf(bill);
  const sumOf = (used: readonly Used[], part: PartName) =>
    costOf(
      prices,
      used.filter((line) => line.part === part),
    );
  const rows = PARTS.map((part) => [part, columns.map(({ used }) => sumOf(used, part))] as const)
    .filter(([, costs]) => costs.some((cost) => Math.abs(cost) >= 0.0005))
    .map(([part, costs]) => [LABELS[part], ...costs.map(money)]);
  const total = ['**together**', ...columns.map(({ used }) => `**${money(costOf(prices, used))}**`)];
  return tableOf(['', ...columns.map(({ name }) => name)], [...rows, total]);
}

const columnsOf = (bill: Bill): readonly { readonly name: string; readonly used: readonly Used[] }[] => [
  { name: 'idle, 60 s', used: bill.idle60 },
  { name: 'idle, 5 s', used: bill.idle5 },
  { name: 'idle, full', used: bill.idleFull },
  { name: 'domain', used: bill.furtherDomain },
  { name: 'million threats', used: times(bill.threat.used, MILLION) },
  { name: 'million cases', used: times(bill.case.used, MILLION) },
  { name: 'million events', used: times(bill.event.used, MILLION) },
  { name: 'thousand verdicts', used: times(bill.verdict.used, THOUSAND) },
  { name: 'hourly canaries', used: times(bill.canary.used, CANARIES) },
];

const pathsOf = (bill: Bill): readonly Path[] => [
  ...[bill.threat, bill.case, bill.change],
  ...[bill.verdict, bill.event, bill.canary],
];

/** Which rows each path writes. */
export function rowsTable(bill: Bill): string {
  const rows = pathsOf(bill).flatMap((path) => {
    const sum = (of: 'tableUnits' | 'indexUnits') => path.rows.reduce((total, line) => total + line[of], 0);
    const lines = path.rows
      .toSorted((a, b) => b.tableUnits + b.indexUnits - a.tableUnits - a.indexUnits)
      .map(({ by, row, writes, tableUnits, indexUnits, bytes }) => [
        '',
        by,
        row,
        ...[writes, tableUnits, indexUnits].map((units) => units.toFixed(2)),
        String(bytes),
      ]);
    const whole = `**${(sum('tableUnits') + sum('indexUnits')).toFixed(1)} units**`;
    const head = [path.name, whole, '', '', sum('tableUnits').toFixed(2), sum('indexUnits').toFixed(2), ''];
    return [head, ...lines];
  });
  return tableOf(
    ['path', 'by', 'row', 'writes', 'units of the table', 'units of the indexes', 'largest, bytes'],
    rows,
  );
}

/** Line by line, most expensive first: shows which change made it more expensive. */
export function whyTable(bill: Bill, prices: Prices): string {
  return columnsOf(bill)
    .map(({ name, used }) => {
      const lines = used
        .map((line) => ({ ...line, cost: line.amount * priceOf(prices, line.part) }))
        .filter(({ cost }) => Math.abs(cost) >= 0.0005)
        .toSorted((a, b) => b.cost - a.cost)
        .map(({ part, of, amount, cost }) => [LABELS[part], of, amountText(amount), money(cost)]);
      return `${name}\n\n${tableOf(['', 'of', 'amount', 'costs'], lines)}`;
    })
    .join('\n\n');
}

/** What belongs to the figures but is in none of them. */
export function besides(bill: Bill, prices: Prices): readonly string[] {
  const busy = new Set(pathsOf(bill).flatMap(({ metrics }) => metrics));
  const gbMonth = rate(prices, 'tableStorage') + rate(prices, 'tableBackup');
  const stored = ({ kept }: Path, of: keyof TableSize) => money(((kept[of] * MILLION) / 1e9) * gbMonth);
  return [
    `Free tiers, of an account that uses nothing else, take off ${money(freeOf(prices, bill.idle60))} of the idle month at 60 ` +
      `seconds, and ${money(freeOf(prices, bill.idle5))} at 5 seconds.`,
    ...(busy.size === 0
      ? []
      : [
          `${busy.size} more custom metrics are emitted only in hours in which something happens: in a month without such a pause up ` +
            `to ${money(busy.size * priceOf(prices, 'metrics'))}.`,
        ]),
    `Storage comes on top: the rows of a million threats cost ${stored(bill.threat, 'byteMonths')} until they go, those of a million ` +
      `cases ${stored(bill.case, 'byteMonths')}; and that they were seen ${stored(bill.threat, 'lasting')} and ${stored(bill.case, 'lasting')} ` +
      `a month for ever. What is shown is kept for 90 days (\`retention.deliveries\`).`,
  ];
}

const rate = ({ prices }: Prices, name: string): number => prices[name]?.usd ?? Number.NaN;

/** All of it, for the terminal. */
export function describeBill(bill: Bill, prices: Prices, { why }: { readonly why: boolean }): string {
  return [
    `Prices of ${prices.region} on ${prices.date}, without free tiers.`,
    aligned(figuresTable(figuresOf(bill, prices))),
    aligned(partsTable(bill, prices)),
    aligned(rowsTable(bill)),
    ...(why ? [alignedAll(whyTable(bill, prices))] : []),
    besides(bill, prices).join('\n'),
  ].join('\n\n');
}

const alignedAll = (text: string): string => text.split('\n\n').map(aligned).join('\n\n');

/** A Markdown table with aligned columns. */
function aligned(text: string): string {
  if (!text.startsWith('|')) return text;
  const rows = text
    .replaceAll('**', '')
    .split('\n')
    .filter((line) => !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const isNumber = (cell: string) => /^-?\$?-?[\d,.]+$/.test(cell);
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => (isNumber(cell) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
