/** Asks for one invocation. */
export interface Invocation {
  readonly event: unknown;
  readonly timeoutMs: number;
  /** How far the clock of this invocation is ahead of the real one. */
  readonly clockAheadMs: number;
}

export type Reply = { readonly is: 'ready' | 'done' } | { readonly is: 'error'; readonly message: string };

type Handler = (event: unknown, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

// Hours pass in a test by moving the one clock that the function reads. Timers keep running in real time.
let clockAheadMs = 0;
const realNow = Date.now;
Date.now = () => realNow() + clockAheadMs;

const reply = (message: Reply) => process.send?.(message);

const { handler } = (await import(process.argv[2] ?? '')) as { handler: Handler };

process.on('message', async (invocation: Invocation) => {
  clockAheadMs = invocation.clockAheadMs;
  const endsAt = performance.now() + invocation.timeoutMs;
  try {
    await handler(invocation.event, { getRemainingTimeInMillis: () => endsAt - performance.now() });
    reply({ is: 'done' });
  } catch (error) {
    reply({ is: 'error', message: String(error) });
  }
});
process.on('disconnect', () => process.exit());
reply({ is: 'ready' });
