/** List prices of us-east-1, from memory, as of November 2026, without any free tier. In dollars. */
export const PRICES = {
  /** HTTP API, per million requests: the first 300 million of a month, and those beyond. */
  firstRequests: 1,
  moreRequests: 0.9,
  lambdaRequests: 0.2,
  lambdaGbSecond: 0.0000133334,
  logsGb: 0.5,
} as const;

const SECONDS_A_MONTH = 730 * 3_600;
const MILLION = 1_000_000;
const GB = 1_000_000_000;
const CHEAPER_FROM = 300 * MILLION;

/** For one request that the function refuses. Bytes and milliseconds were measured here and rounded up. */
const EACH = {
  accessLogBytes: 430,
  /** What Lambda itself writes when a run starts and ends. The function writes a line every ten seconds. */
  functionLogBytes: 330,
  billedMs: 3,
  memoryGb: 1,
};

export interface Flood {
  readonly perSecond: number;
  /** Whether API Gateway lets it through; a request that it rejects costs only its line in the log. */
  readonly reaches: 'the function' | 'nothing';
}

export interface FloodCost {
  readonly requests: number;
  readonly gateway: number;
  readonly lambda: number;
  readonly logs: number;
  readonly total: number;
}

/** The cost of a flood that lasts a whole month. */
export function floodCost({ perSecond, reaches }: Flood): FloodCost {
  const requests = perSecond * SECONDS_A_MONTH;
  const isRun = reaches === 'the function';
  const first = Math.min(requests, CHEAPER_FROM);
  const gateway = isRun
    ? (first * PRICES.firstRequests + (requests - first) * PRICES.moreRequests) / MILLION
    : 0;
  const gbSeconds = (requests * EACH.billedMs * EACH.memoryGb) / 1_000;
  const lambda = isRun ? (requests * PRICES.lambdaRequests) / MILLION + gbSeconds * PRICES.lambdaGbSecond : 0;
  const bytes = EACH.accessLogBytes + (isRun ? EACH.functionLogBytes : 0);
  const logs = ((requests * bytes) / GB) * PRICES.logsGb;
  return { requests, gateway, lambda, logs, total: gateway + lambda + logs };
}
