import type { Posted, SafeRequest } from '../../lib/endpoints/post-safely.ts';
import type { World } from './world.ts';

export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly caseId: string;
  readonly state: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
}

const answered = (status: number, headers = {}): Posted => ({ is: 'answered', answer: { status, headers } });
/** How a receiver is out. */
const OUT: readonly (() => Posted)[] = [
  () => answered(503),
  () => answered(429, { 'retry-after': '30' }),
  () => answered(410),
  () => ({ is: 'nothing', reason: 'ECONNREFUSED' }),
];

/** A system that is told events. */
export function createReceiver({ time, history, isOut, isFaulty, random, say, count }: World) {
  const heard: Heard[] = [];
  /** Which events it did not take when they came. */
  const missed = new Set<string>();
  const miss = (id: string, posted: Posted): Posted => {
    missed.add(id);
    return posted;
  };
  return {
    heard,
    missed: missed as ReadonlySet<string>,
    answer({ body, headers }: SafeRequest): Posted {
      const { id, type, data } = JSON.parse(body);
      if (isOut('hook')) return miss(id, (OUT[history.seed % OUT.length] as () => Posted)());
      const isLost = isFaulty();
      if (isLost && random() < 0.5) return miss(id, { is: 'nothing', reason: 'ECONNRESET' });
      const caseId = data.case?.case_id ?? data.case_id ?? '';
      heard.push({ id, type, caseId, state: data.state, body, headers, atMs: time.nowMs });
      count('events heard');
      say(() => `hook hears ${type} of ${caseId} ${data.state ?? ''}`);
      return isLost ? { is: 'nothing', reason: 'ECONNRESET' } : answered(204);
    },
  };
}
export type Receiver = ReturnType<typeof createReceiver>;
