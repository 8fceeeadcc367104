import type { BatchHandler } from '../../lib/base/queues/sqs-batch.ts';
import type { ModelQueue } from './model-queue.ts';
import { readNewer } from './newer-format.ts';
import type { Version } from './roll-out.ts';
import type { Instance, World } from './world.ts';

const TIMEOUT_MS = 60_000;

interface Warm {
  readonly process: Instance;
  readonly handler: BatchHandler;
  busy: boolean;
  readonly version: Version;
}

/** Feeds a queue to functions, which stay warm, die at any call, and are ended by Lambda when they take too long. */
export function runQueue(
  { time, createInstance, die, say, random }: World,
  queue: ModelQueue,
  kind: string,
  create: (process: Instance) => BatchHandler,
  /** What is deployed now. A process of another version is not used any more. */
  deployed: () => Version,
): void {
  const all: Warm[] = [];

  function idle(): Warm {
    const found = all.find((one) => !one.busy && one.process.alive && one.version === deployed());
    if (found && random() > 0.05) return found;
    const process = createInstance(kind);
    const made: Warm = { process, handler: create(process), busy: false, version: deployed() };
    all.unshift(made);
    return made;
  }

  queue.consume = (records) => {
    const mine = idle();
    const { process } = mine;
    const deadlineMs = time.nowMs + TIMEOUT_MS;
    mine.busy = true;
    let ended = false;
    return new Promise((resolve) => {
      const end = (failed: readonly string[] | null) => {
        mine.busy = false;
        process.turn++;
        ended = true;
        resolve(failed);
      };
      // A killed process says nothing: its messages come back when their time is up.
      time.schedule(deadlineMs, () => {
        if (ended) return;
        if (process.alive) void die(process, 'at its timeout');
        end(null);
      });
      const context = { getRemainingTimeInMillis: () => deadlineMs - time.nowMs };
      mine.handler({ Records: mine.version === 'now' ? readNewer(records) : [...records] }, context).then(
        ({ batchItemFailures }) => end(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
        (error: Error) => {
          say(() => `${process.name} failed as a whole: ${error.message}`);
          end(null);
        },
      );
    });
  };
}
