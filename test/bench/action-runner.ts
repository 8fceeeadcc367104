/** Runs in a fresh process: loads a bundle, answers one request, and then as many as it is handed. */
export interface Started {
  readonly loadMs: number;
  /** From before it was loaded until its first answer. */
  readonly coldMs: number;
}

export interface Answered {
  readonly ms: number;
  readonly status: number;
  readonly body: string | undefined;
}

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body?: string }>;

const { FIRST_EVENT = '', BUNDLE = '' } = process.env;

const begunAt = performance.now();
const { handler } = (await import(BUNDLE)) as { handler: Handler };
const loadMs = performance.now() - begunAt;
const { statusCode } = await handler(JSON.parse(FIRST_EVENT), {});
if (statusCode !== 200) throw new Error(`the first request was answered with ${statusCode}`);
const started: Started = { loadMs, coldMs: performance.now() - begunAt };

process.on('disconnect', () => process.exit());
process.on('message', async (events: readonly unknown[]) => {
  const answers: Answered[] = [];
  for (const event of events) {
    const askedAt = performance.now();
    const { statusCode: status, body } = await handler(event, {});
    answers.push({ ms: performance.now() - askedAt, status, body });
  }
  process.send?.(answers);
});
process.send?.(started);
