import type { Clock } from './clock.ts';
import { MINUTE_MS } from './time.ts';

/** What a chat said about somebody. `no-right`: it does not let the bridge ask. */
export type Asked<Value> =
  | { readonly is: 'known'; readonly value: Value }
  | {
      readonly is: 'failed';
      readonly retryAfterMs?: number | undefined;
      readonly noRight?: boolean | undefined;
    };

export interface RememberedAnswersParts<Value> {
  readonly ask: (key: string) => Promise<Asked<Value>>;
  readonly clock: Clock;
  /** How long an answer is taken without asking again. */
  readonly ttlMs?: number | undefined;
  /** The same while the chat cannot be asked. */
  readonly staleOkMs?: number | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

interface Entry<Value> {
  known: { readonly value: Value; readonly atMs: number } | null;
  noRight: boolean;
  notBeforeMs: number;
  asking: Promise<void> | null;
}

/** After a failure: the next click does not have to wait for the same timeout. */
const RETRY_MS = 5_000;
/** People who click are few. Who makes up more names than this only makes the bridge ask again. */
const MOST = 2_000;

/** Answers of a chat about its people, remembered for a while. Calls at the same time share one request. Never throws. */
export function createRememberedAnswers<Value>({
  ask,
  clock,
  ttlMs = 5 * MINUTE_MS,
  staleOkMs = 30 * MINUTE_MS,
  onProblem = () => undefined,
}: RememberedAnswersParts<Value>) {
  const entries = new Map<string, Entry<Value>>();

  const isYoung = ({ known }: Entry<Value>, limitMs: number): boolean =>
    known !== null && clock.now() - known.atMs < limitMs;

  async function read(key: string, entry: Entry<Value>): Promise<void> {
    // The moment of asking: what changes while the chat answers must not count as known.
    const atMs = clock.now();
    const answer = await ask(key).catch((error: unknown): Asked<Value> => {
      onProblem(error);
      return { is: 'failed' };
    });
    entry.noRight = answer.is === 'failed' && answer.noRight === true;
    if (answer.is === 'known') entry.known = { value: answer.value, atMs };
    else entry.notBeforeMs = clock.now() + (answer.retryAfterMs ?? RETRY_MS);
  }

  function entryOf(key: string): Entry<Value> {
    const known = entries.get(key) ?? { known: null, noRight: false, notBeforeMs: 0, asking: null };
    entries.delete(key);
    entries.set(key, known);
    const [oldest] = entries.keys();
    if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    return known;
  }

  return async function answerOf(key: string): Promise<{ readonly value: Value } | 'unknown' | 'no-right'> {
    const entry = entryOf(key);
    if (!isYoung(entry, ttlMs) && clock.now() >= entry.notBeforeMs) {
      entry.asking ??= read(key, entry).finally(() => {
        entry.asking = null;
      });
      await entry.asking;
    }
    // A right that was taken away is no outage: what was said before does not count on.
    if (entry.noRight) return 'no-right';
    const { known } = entry;
    return known && isYoung(entry, Math.max(ttlMs, staleOkMs)) ? { value: known.value } : 'unknown';
  };
}
