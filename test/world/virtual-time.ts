/** Time and processes that the simulation owns: everything that happens is an entry of one queue. */
export interface Process {
  readonly name: string;
  alive: boolean;
  /** Nothing of it goes on until then, as of a machine that sleeps. The time of the world does. */
  frozenUntilMs?: number;
  /** What it does takes turns of the event loop, as streams and WebCrypto do. */
  isDeep?: boolean;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly process: Process | null;
  readonly run: () => void;
}

export class VirtualTime {
  nowMs: number;
  steps = 0;
  readonly #entries: Entry[] = [];
  #order = 0;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  schedule(atMs: number, run: () => void, process: Process | null = null): void {
    const entry = { atMs: Math.max(atMs, this.nowMs), order: this.#order++, process, run };
    let index = this.#entries.length;
    while (index > 0 && isLater(this.#entries[index - 1] as Entry, entry)) index--;
    this.#entries.splice(index, 0, entry);
  }

  /** Passes for a process that is alive; one that was killed meanwhile never comes back from it. */
  delay(ms: number, process: Process): Promise<void> {
    return new Promise((resolve) => this.schedule(this.nowMs + ms, resolve, process));
  }

  /** Runs until nothing is left to happen. */
  async run(): Promise<void> {
    // Once, so that others have their turn too: nothing below waits for the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    for (let entry = this.#entries.shift(); entry; entry = this.#entries.shift()) {
      if (entry.process && !entry.process.alive) continue;
      if ((entry.process?.frozenUntilMs ?? 0) > entry.atMs) {
        this.schedule(entry.process?.frozenUntilMs ?? 0, entry.run, entry.process);
        continue;
      }
      this.nowMs = entry.atMs;
      this.steps++;
      entry.run();
      await (entry.process?.isDeep ? turned() : settled());
    }
  }
}

const isLater = (a: Entry, b: Entry): boolean => a.atMs > b.atMs || (a.atMs === b.atMs && a.order > b.order);

/** All that follows from the last entry without time passing has happened: ticks come when promises are done. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** The same, and what Node does besides: it waits until no work of WebCrypto is under way. */
async function turned(): Promise<void> {
  // Twice, so that what follows from the last of it has happened too.
  for (let quiet = 0; quiet < 2; quiet = cryptoWork.underWay > 0 ? 0 : quiet + 1)
    await new Promise((resolve) => setImmediate(resolve));
}

/** What WebCrypto does in other threads, counted so that virtual time waits for it. */
const cryptoWork = { underWay: 0 };
for (const name of ['verify', 'importKey'] as const) {
  const work = crypto.subtle[name].bind(crypto.subtle) as (...given: unknown[]) => Promise<unknown>;
  const counted = (...given: unknown[]) => {
    cryptoWork.underWay++;
    return work(...given).finally(() => cryptoWork.underWay--);
  };
  Object.defineProperty(crypto.subtle, name, { value: counted, configurable: true, writable: true });
}

const neverAborted = new AbortController().signal;

/** Real timers have no place in virtual time, and millions of them would take longer than everything else. */
export async function withoutTimers<T>(run: () => Promise<T>): Promise<T> {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => neverAborted;
  try {
    return await run();
  } finally {
    // Other tests run in this process too.
    AbortSignal.timeout = timeout;
  }
}

/** A promise of something that will not happen any more. */
export const never = new Promise<never>(() => {});
