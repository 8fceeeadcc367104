import type { Posted, SafeRequest } from '../../lib/webhook/post-safely.ts';
import type { World } from './world.ts';

export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly caseId: string;
  readonly state: string | undefined;
  readonly body: string;
  readonly atMs: number;
}

const answered = (status: number): Posted => ({ is: 'answered', answer: { status, headers: {} } });

/** A system that is told events. */
export function createReceiver({ time, isOut, isFaulty, random, say, count }: World) {
  const heard: Heard[] = [];
  return {
    heard,
    answer({ body }: SafeRequest): Posted {
      if (isOut('hook')) return answered(503);
      const isLost = isFaulty();
      if (isLost && random() < 0.5) return { is: 'nothing', reason: 'ECONNRESET' };
      const { id, type, data } = JSON.parse(body);
      const caseId = data.case?.case_id ?? data.case_id ?? '';
      heard.push({ id, type, caseId, state: data.state, body, atMs: time.nowMs });
      count('events heard');
      say(() => `hook hears ${type} of ${caseId} ${data.state ?? ''}`);
      return isLost ? { is: 'nothing', reason: 'ECONNRESET' } : answered(204);
    },
  };
}
export type Receiver = ReturnType<typeof createReceiver>;
