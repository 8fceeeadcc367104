import { OUTCOMES } from '../../../lib/posture/schemas/verdict.ts';
import { decisionIdOf } from '../../../lib/webhook/verdicts/submission.ts';
import { signedRequest } from '../../support/system-stage.ts';
import { type Bridge, DOMAIN, SYSTEM_SECRET } from './bridge.ts';
import type { Sending } from './history.ts';
import type { Instance, World } from './world.ts';

/** One request of the system, with all of its attempts. */
export interface SentByPlay {
  readonly key: string;
  readonly decisionId: string;
  readonly caseId: string;
  readonly outcome: string;
  /** What it was answered in the end; null while it was not. */
  status: number | null;
}

const NAME = 'soar';
const AGAIN_MS = 12_000;

/** A system that decides cases, and sends each request until it is answered. */
export function createSystem(world: World, bridge: Bridge, caseIds: () => readonly string[]) {
  const { time, random, count, say, createInstance } = world;
  const sent: SentByPlay[] = [];
  let keys = 0;

  async function request(process: Instance, method: 'POST' | 'GET', key: string, body: string) {
    const signed = signedRequest({ to: NAME, key, body, method, secret: SYSTEM_SECRET, atMs: time.nowMs });
    const sentHeaders = signed.headers;
    const url = `https://function.invalid/verdicts/${NAME}`;
    return bridge
      .systems(process)
      .fetch(new Request(url, { method }), { rawBody: Buffer.from(body), sentHeaders });
  }

  const bodyOf = ({ caseId, outcome, key }: SentByPlay): string =>
    JSON.stringify({ domain: DOMAIN, case_id: caseId, outcome, comment: `by ${key}` });

  /** Until there is an answer that says more than to try again. A function that died never answers. */
  function attempt(one: SentByPlay): void {
    if (one.status !== null) return;
    post(one);
    time.schedule(time.nowMs + AGAIN_MS + Math.floor(random() * 8_000), () => attempt(one));
  }

  function post(one: SentByPlay): void {
    request(createInstance('action'), 'POST', one.key, bodyOf(one)).then(
      ({ status }) => {
        say(() => `${one.key} with ${one.outcome} for ${one.caseId} is answered ${status}`);
        if (status !== 503) one.status ??= status;
      },
      (error: Error) => void world.wrong.push(`a verdict of a system failed: ${error.stack}`),
    );
  }

  function send(sending: Sending, patience = 6): void {
    const ids = caseIds();
    const caseId = ids[sending.which % Math.max(1, ids.length)];
    if (caseId === undefined) {
      if (patience > 0) time.schedule(time.nowMs + 5_000, () => send(sending, patience - 1));
      return;
    }
    const key = `key-${++keys}`;
    const decisionId = decisionIdOf(NAME, key);
    const one = (step: number): SentByPlay => {
      const outcome = OUTCOMES[(sending.outcome + step) % OUTCOMES.length] ?? 'SAFE';
      return { key, decisionId, caseId, outcome, status: null };
    };
    const all = sending.other ? [one(0), one(1)] : [one(0)];
    sent.push(...all);
    count('sendings', all.length);
    for (const [index, each] of all.entries())
      time.schedule(time.nowMs + index * Math.floor(random() * 100), () => attempt(each));
    const [first] = all;
    if (sending.again && first) time.schedule(time.nowMs + 30_000, () => post(first));
  }

  return {
    sent,
    send,
    /** When nothing goes wrong any more. */
    ask: async ({ key }: SentByPlay): Promise<Record<string, unknown>> => {
      const answering = request(createInstance('action'), 'GET', key, '');
      await time.run();
      return (await (await answering).json()) as Record<string, unknown>;
    },
  };
}
export type System = ReturnType<typeof createSystem>;
