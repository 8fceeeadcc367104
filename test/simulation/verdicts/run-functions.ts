import type { BatchHandler } from '../../../lib/queues/sqs-batch.ts';
import type { ModelQueue } from './model-queue.ts';
import type { Instance, World } from './world.ts';

const TIMEOUT_MS = 60_000;

interface Warm {
  readonly process: Instance;
  readonly handler: BatchHandler;
  busy: boolean;
  readonly version: string;
}

/** Feeds a queue to functions, which stay warm, die at any call, and are ended by Lambda when they take too long. */
export function runFunctions(
  { time, createInstance, die, say, wrong, random }: World,
  queue: ModelQueue,
  kind: string,
  create: (process: Instance) => BatchHandler,
  /** Which version is deployed now. A process of another one is not used any more. */
  deployed: () => string = () => 'now',
): void {
  const all: Warm[] = [];

  function idle(): Warm {
    const found = all.find((one) => !one.busy && one.process.alive && one.version === deployed());
    if (found && random() > 0.1) return found;
    const process = createInstance(kind);
    const made: Warm = { process, handler: create(process), busy: false, version: deployed() };
    all.unshift(made);
    return made;
  }

  queue.consume = (records) => {
    const mine = idle();
    const deadlineMs = time.nowMs + TIMEOUT_MS;
    mine.busy = true;
    let ended = false;
    say(() => `${mine.process.name} gets ${records.map(({ messageId }) => messageId).join(' ')}`);
    return new Promise((resolve) => {
      // A killed process says nothing: its messages come back when their time is up.
      time.schedule(deadlineMs, () => {
        if (ended) return;
        if (mine.process.alive) void die(mine.process, 'at its timeout');
        mine.busy = false;
        resolve(null);
      });
      const context = { getRemainingTimeInMillis: () => deadlineMs - time.nowMs };
      mine.handler({ Records: records }, context).then(
        ({ batchItemFailures }) => {
          mine.busy = false;
          mine.process.turn++;
          ended = true;
          const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
          say(() => `${mine.process.name} ends${failed.length ? `, back go ${failed.join(' ')}` : ''}`);
          resolve(failed);
        },
        (error: Error) => {
          mine.busy = false;
          ended = true;
          wrong.push(`${mine.process.name} failed as a whole: ${error.stack}`);
          resolve(null);
        },
      );
    });
  };
}
