import type { Clock } from '../../lib/base/clock.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';
import type { Lists } from './lists.ts';
import type { Instance, World } from './world.ts';

/** As the stack has it. */
const RETENTION_MS = 180_000;
const MOST_AT_ONCE = 2;
/** How often SQS offers again what no function was free for. */
const AGAIN_MS = 1_000;
const TICKS = 'ticks';

interface Send {
  readonly input: {
    readonly QueueUrl?: string;
    readonly Entries?: readonly { Id?: string; MessageBody?: string; DelaySeconds?: number }[];
  };
}
type SendAny = (command: Send) => Promise<unknown>;

/** What only pollers meet: machines that sleep, a queue that takes nothing, and ticks that are lost, late or repeated. */
export function createFeedTrouble(world: World, lists: Lists) {
  const { time, random, has, isTroubled, say, count } = world;
  const processes = new Map<Clock, Instance>();
  let calls = 0;
  let purges = 0;
  let running = 0;
  /** Starts a function that is free; false when none is. */
  let start: (bodies: readonly string[], ended: () => void) => boolean = () => false;

  function freeze(process: Instance, forMs: number): void {
    process.frozenUntilMs = time.nowMs + forMs;
    count('stalls');
    say(() => `${process.name} is frozen for ${(forMs / 1000).toFixed(0)} s`);
  }

  async function stalled<T>(process: Instance | undefined, call: () => Promise<T>): Promise<T> {
    const index = calls++;
    const stall =
      process && has('stalls') && isTroubled()
        ? lists.stalls.find(({ atCall }) => atCall === index)
        : undefined;
    if (!stall || !process) return call();
    if (!stall.after) freeze(process, stall.forMs);
    const answer = await call();
    if (stall.after) freeze(process, stall.forMs);
    await time.delay(1, process);
    return answer;
  }

  function offer(body: string, retainedUntilMs: number): void {
    if (time.nowMs > retainedUntilMs) return;
    let hasEnded = false;
    const ended = () => {
      if (!hasEnded) running--;
      hasEnded = true;
    };
    if (running < MOST_AT_ONCE && start([body], ended)) {
      running++;
      count('ticks that started a function');
      // One that dies or is frozen does not say so. Its message comes back too late for anybody.
      time.schedule(time.nowMs + 60_000, ended);
    } else time.schedule(time.nowMs + AGAIN_MS, () => offer(body, retainedUntilMs));
  }

  function takeTicks({ input: { Entries = [] } }: Send): object {
    const { lost, repeated, lateMs } = lists.ticks;
    const happens = (percent: number) => isTroubled() && random() * 100 < percent;
    for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
      const before = purges;
      const retainedUntilMs = time.nowMs + RETENTION_MS;
      const copies = happens(lost) ? 0 : happens(repeated) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const late = random() * (isTroubled() ? lateMs : 200);
        time.schedule(time.nowMs + DelaySeconds * 1000 + late, () => {
          if (purges === before) offer(MessageBody, retainedUntilMs);
        });
      }
    }
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  }

  if (lists.ticks.purgedAtMs !== null) world.at(lists.ticks.purgedAtMs / 1000, () => purges++);

  return {
    onTick(given: typeof start): void {
      start = given;
    },
    own: (process: Instance) => void processes.set(process.clock, process),
    ports(ports: HttpPorts, kind: string): HttpPorts {
      const process = processes.get(ports.clock);
      if (kind !== 'poll' || !process) return ports;
      const stalling = (send: SendAny) => (command: Send) => stalled(process, () => send(command));
      const toQueue = ports.sqs.send as unknown as SendAny;
      const isBroken = (url = '') =>
        lists.brokenQueue && isTroubled() && url.includes(brokenOf(has('webhook')));
      const send: SendAny = (command) => {
        const { QueueUrl } = command.input;
        if (QueueUrl === TICKS) return world.call(process, 'send ticks', () => takeTicks(command));
        if (!isBroken(QueueUrl)) return toQueue(command);
        return world.call(process, 'SendMessageBatch', () => {
          throw Object.assign(new Error('no such queue'), { name: 'QueueDoesNotExist' });
        });
      };
      return {
        ...ports,
        sqs: { send: stalling(send) } as never,
        table: {
          ...ports.table,
          client: { send: stalling(ports.table.client.send as unknown as SendAny) } as never,
        },
        transport: {
          ...ports.transport,
          send: (request) => stalled(process, () => ports.transport.send(request)),
        },
      };
    },
  };
}
export type FeedTrouble = ReturnType<typeof createFeedTrouble>;

const brokenOf = (hasHook: boolean): string => (hasHook ? 'webhook' : 'slack');
