/** Runs in a fresh process: loads a bundle, answers one request, and then as many as it is handed. */
export interface Started {
  readonly loadMs: number;
  /** From before it was loaded until its first answer. */
  readonly coldMs: number;
}

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number }>;

const { FIRST_EVENT = '', BUNDLE = '' } = process.env;

async function answer(handler: Handler, event: unknown): Promise<void> {
  const { statusCode } = await handler(event, {});
  if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
}

const begunAt = performance.now();
const { handler } = (await import(BUNDLE)) as { handler: Handler };
const loadMs = performance.now() - begunAt;
await answer(handler, JSON.parse(FIRST_EVENT));
const started: Started = { loadMs, coldMs: performance.now() - begunAt };

process.on('disconnect', () => process.exit());
process.on('message', async (events: readonly unknown[]) => {
  const times: number[] = [];
  for (const event of events) {
    const askedAt = performance.now();
    await answer(handler, event);
    times.push(performance.now() - askedAt);
  }
  process.send?.(times);
});
process.send?.(started);
