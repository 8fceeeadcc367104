import { METRIC_NAMESPACE } from '../../lib/config/metrics.ts';
import { queuesIn } from '../../lib/config/stack-outputs.ts';
import type { AlarmState, Asked, Measured } from '../aws/measures.ts';
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

export function judgeUnits(points: readonly Measured[]): Seen {
  if (points.length === 0) return differs(safe`CloudWatch has nothing of the last hour from the log lines`);
  const other = points.find(({ unit }) => unit !== 'Count');
  return other
    ? differs(safe`a count has the unit ${oneOf(other.unit, UNITS)}`)
    : holds(safe`${points.length} periods were read from log lines, as counts`);
}

const MINUTES = 60;
/** Two may be missing around the start of a run. */
const FEW = 2;

export function judgeSchedule(runs: readonly Measured[]): Seen {
  const silent = MINUTES - runs.filter(({ value }) => value > 0).length;
  return silent > FEW
    ? differs(safe`${silent} of the last ${MINUTES} minutes passed without a run of the reconciler`)
    : holds(safe`${MINUTES - silent} of the last ${MINUTES} minutes had a run of the reconciler`);
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

export function judgeFair(sent: readonly Measured[], groups: readonly Measured[]): Seen {
  if (sent.every(({ value }) => value === 0)) return notSeen(safe`nobody has decided anything in a day`);
  return groups.length > 0
    ? holds(safe`SQS counts noisy groups on the standard queue`)
    : differs(safe`SQS took messages and counts no groups on the standard queue`);
}

const HOUR = 3_600;
const ofQueue = (url: string): Asked['dimensions'] => ({ QueueName: url.slice(url.lastIndexOf('/') + 1) });

export const lookAtFill = async ({ bridge }: CertifyParts): Promise<Seen> =>
  judgeFill(await bridge.alarms((await bridge.outputs()).BridgeName ?? bridge.name));

export async function lookAtUnits({ bridge, config }: CertifyParts): Promise<Seen> {
  if (config.monitoring === 'none') return notSeen(safe`the configuration wants nothing measured`);
  const { BridgeName = bridge.name } = await bridge.outputs();
  const dimensions = { Bridge: BridgeName };
  const asked = { namespace: METRIC_NAMESPACE, name: 'Healthy', dimensions } as const;
  return judgeUnits(
    await bridge.measured({ ...asked, statistic: 'Sum', periodSeconds: 300, periods: HOUR / 300 }),
  );
}

export async function lookAtSchedule({ bridge }: CertifyParts): Promise<Seen> {
  const { ReconcileFunctionName: FunctionName = '' } = await bridge.outputs();
  const asked = { namespace: 'AWS/Lambda', name: 'Invocations', dimensions: { FunctionName } } as const;
  return judgeSchedule(
    await bridge.measured({ ...asked, statistic: 'Sum', periodSeconds: 60, periods: MINUTES }),
  );
}

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

export async function lookAtFair({ bridge }: CertifyParts): Promise<Seen> {
  const { VerdictsQueue: url } = await bridge.outputs();
  if (url === undefined) return notSeen(safe`nobody decides in this bridge`);
  const of = (name: string, statistic: Asked['statistic']) =>
    bridge.measured({
      namespace: 'AWS/SQS',
      name,
      dimensions: ofQueue(url),
      statistic,
      periodSeconds: HOUR,
      periods: 24,
    });
  return judgeFair(
    await of('NumberOfMessagesSent', 'Sum'),
    await of('ApproximateNumberOfNoisyGroups', 'Maximum'),
  );
}

/** `https://abcde12345.execute-api.eu-west-1.amazonaws.com/...`: null for an address of one's own. */
export const apiIdIn = ({ CanaryUrl = '' }: Readonly<Record<string, string>>): string | null =>
  /^https:\/\/([a-z0-9]+)\.execute-api\./.exec(CanaryUrl)?.[1] ?? null;
