import { METRIC_NAMESPACE } from '../../lib/config/metrics.ts';
import { queuesIn } from '../../lib/config/stack-outputs.ts';
import type { AlarmState, Asked, Measured } from '../aws/measures.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { type CertifyParts, differs, holds, notSeen, type Seen } from './belief.ts';
import { oneOf, safe } from './safe-text.ts';

export function judgeFill(alarms: readonly AlarmState[]): Seen {
  const filled = alarms.filter(({ expression }) => /\bFILL\(/.test(expression));
  if (filled.length === 0) return notSeen(safe`there is no alarm that fills gaps`);
  const without = filled.filter(({ state }) => state === 'INSUFFICIENT_DATA').length;
  return without > 0
    ? differs(safe`${without} of ${filled.length} alarms that fill gaps say that they have too little data`)
    : holds(safe`each of ${filled.length} alarms that fill gaps has a state`);
}

const UNITS = ['Count', 'Seconds', 'Milliseconds', 'None'];

/** `runs`: of the function that writes it. */
export function judgeUnits(points: readonly Measured[], runs: readonly Measured[]): Seen {
  if (runs.length === 0) return notSeen(safe`the reconciler has not run in the last hour`);
  if (points.length === 0) return differs(safe`CloudWatch has nothing of the last hour from the log lines`);
  const other = points.find(({ unit }) => unit !== 'Count');
  return other
    ? differs(safe`a count has the unit ${oneOf(other.unit, UNITS)}`)
    : holds(safe`${points.length} periods were read from log lines, as counts`);
}

const MINUTES = 60;
/** A run may begin a little before its minute or after it. */
const FEW = 2;
/** Fewer say nothing about a rhythm. */
const ENOUGH = 10;

/** From the first run on: a bridge may be younger than an hour. */
export function judgeSchedule(runs: readonly Measured[]): Seen {
  const starts = runs.filter(({ value }) => value > 0).map(({ atMs }) => atMs);
  const minutes = starts.length === 0 ? 0 : (Math.max(...starts) - Math.min(...starts)) / 60_000 + 1;
  if (minutes < ENOUGH)
    return notSeen(safe`the reconciler has not run for ${ENOUGH} minutes in the last hour`);
  const silent = minutes - starts.length;
  return silent > FEW
    ? differs(safe`${silent} of ${minutes} minutes passed without a run of the reconciler`)
    : holds(safe`${starts.length} of ${minutes} minutes had a run of the reconciler`);
}

const PATIENCE_MS = 3_000;

export function judgeAnswers(slowest: readonly Measured[]): Seen {
  if (slowest.length === 0) return notSeen(safe`nobody has called in a week`);
  const worstMs = Math.max(...slowest.map(({ value }) => value));
  return worstMs > PATIENCE_MS
    ? differs(safe`the slowest answer of a week took ${worstMs} ms`)
    : holds(safe`the slowest answer of a week took ${worstMs} ms, in ${slowest.length} hours with calls`);
}

/** Five long polls of 20 seconds. */
export const EMPTY_RECEIVES_A_MINUTE = 15;

/** By the queue, for each hour of a day. The quietest hour counts: in a busy one an event source may have grown. */
export function judgeIdle(queues: readonly (readonly Measured[])[]): Seen {
  const quietest = queues
    .filter((hours) => hours.length > 0)
    .map((hours) => Math.min(...hours.map(({ value }) => value)) / 60);
  if (quietest.length === 0) return notSeen(safe`CloudWatch has nothing about the queues of the last day`);
  const most = Math.max(...quietest);
  return most > EMPTY_RECEIVES_A_MINUTE * 1.1
    ? differs(
        safe`an empty queue is asked ${most} times a minute, and the bill has ${EMPTY_RECEIVES_A_MINUTE}`,
      )
    : holds(safe`an empty queue is asked at most ${most} times a minute`);
}

const HOUR = 3_600;
const ofQueue = (url: string): Asked['dimensions'] => ({ QueueName: url.slice(url.lastIndexOf('/') + 1) });

export const lookAtFill = async ({ bridge }: CertifyParts): Promise<Seen> =>
  judgeFill(await bridge.alarms((await bridge.outputs()).BridgeName ?? bridge.name));

const runsOfReconciler = async (bridge: OpenBridge): Promise<readonly Measured[]> => {
  const { ReconcileFunctionName: FunctionName = '' } = await bridge.outputs();
  const asked = { namespace: 'AWS/Lambda', name: 'Invocations', dimensions: { FunctionName } } as const;
  return bridge.measured({ ...asked, statistic: 'Sum', periodSeconds: 60, periods: MINUTES });
};

export async function lookAtUnits({ bridge, config }: CertifyParts): Promise<Seen> {
  if (config.monitoring === 'none') return notSeen(safe`the configuration wants nothing measured`);
  const { BridgeName = bridge.name } = await bridge.outputs();
  const asked = { namespace: METRIC_NAMESPACE, name: 'Healthy', dimensions: { Bridge: BridgeName } } as const;
  const points = await bridge.measured({
    ...asked,
    ...{ statistic: 'Sum', periodSeconds: 300, periods: HOUR / 300 },
  });
  return judgeUnits(points, await runsOfReconciler(bridge));
}

export const lookAtSchedule = async ({ bridge }: CertifyParts): Promise<Seen> =>
  judgeSchedule(await runsOfReconciler(bridge));

export async function lookAtAnswers({ bridge }: CertifyParts): Promise<Seen> {
  const ApiId = apiIdIn(await bridge.outputs());
  if (ApiId === null) return notSeen(safe`its address does not name the API`);
  const asked = { namespace: 'AWS/ApiGateway', name: 'Latency', dimensions: { ApiId } } as const;
  return judgeAnswers(
    await bridge.measured({ ...asked, statistic: 'Maximum', periodSeconds: HOUR, periods: 7 * 24 }),
  );
}

export async function lookAtIdle({ bridge }: CertifyParts): Promise<Seen> {
  const urls = queuesIn(await bridge.outputs()).flatMap(({ url }) => url ?? []);
  const day = { statistic: 'Sum', periodSeconds: HOUR, periods: 24 } as const;
  const name = 'NumberOfEmptyReceives';
  return judgeIdle(
    await Promise.all(
      urls.map((url) => bridge.measured({ namespace: 'AWS/SQS', name, dimensions: ofQueue(url), ...day })),
    ),
  );
}

/** `https://abcde12345.execute-api.eu-west-1.amazonaws.com/...`: null for an address of one's own. */
export const apiIdIn = ({ CanaryUrl = '' }: Readonly<Record<string, string>>): string | null =>
  /^https:\/\/([a-z0-9]+)\.execute-api\./.exec(CanaryUrl)?.[1] ?? null;
